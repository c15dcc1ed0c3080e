import type { PicturedPerson } from '@konsil/contracts/person-names';
import type { DicomJson, Look, Spacing } from '@konsil/pixels';

/** Why this viewer does not show an image: it would show it wrongly, or not at all. */
export type Refusal = 'jpeg12' | 'ybr422' | 'rleDepth' | 'oneBit' | 'video' | 'format' | 'table' | 'photometric';

/** One DICOM object of a series. */
export interface Instance {
  uid: string;
  /** Its own address under DICOMweb. */
  url: string;
  dataSet: DicomJson;
  columns: number;
  rows: number;
  frames: number;
  samplesPerPixel: number;
  bitsAllocated: number;
  /** Colours stand one after the other instead of pixel by pixel. */
  planar: boolean;
  photometric: string;
  /** How the values of a frame become shades; frames are counted from 1. */
  lookOf(frame: number): Look;
  /** How large the pixels of a frame are. */
  spacingOf(frame: number): Spacing;
  /** What a length on its pictures is a length of. */
  scale: Spacing['scale'];
  /** Milliseconds from the frame before to this one; null where the file does not say. */
  delayOf(frame: number): number | null;
  /** Whether the file says how the picture lies in the body. */
  oriented: boolean;
  refusal: Refusal | null;
}

/** One picture to show: a frame of an instance. */
export interface Image {
  id: string;
  instance: Instance;
  /** Counted from 1, as DICOM does. */
  frame: number;
}

/** Which way a stack of pictures lies in the body. */
export type Plane = 'axial' | 'coronal' | 'sagittal' | 'oblique';

/** Pictures to scroll through: a series, or those of a series that lie the same way. */
export interface Series {
  /** Unlike the UID, no two have the same. */
  key: string;
  uid: string;
  number: number | null;
  modality: string;
  description: string;
  /** Named where a series has several stacks. */
  plane: Plane | null;
  images: Image[];
}

export interface Study {
  uid: string;
  patientName: string;
  /** `YYYY-MM-DD`, or empty. */
  birthDate: string;
  date: string;
  description: string;
  /** Everybody and every day of examination that stand on the images, each once. */
  people: PicturedPerson[];
  dates: string[];
  series: Series[];
}
