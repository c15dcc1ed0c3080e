import type { PicturedPerson } from '@konsil/contracts/person-names';
import type { DicomJson, GreyscaleLook, Spacing } from '@konsil/pixels';

/** The reason why the viewer refuses an image: it would show it wrongly, or not at all. */
export type Refusal = 'jpeg12' | 'ybr422' | 'rleDepth' | 'oneBit' | 'video' | 'format' | 'table' | 'photometric';

/** One DICOM object of a series. */
export interface Instance {
  uid: string;
  /** Its DICOMweb URL. */
  url: string;
  dataSet: DicomJson;
  /** Fetches a part that the data set only refers to. */
  bulkData(uri: string): Promise<Uint8Array>;
  columns: number;
  rows: number;
  frames: number;
  samplesPerPixel: number;
  bitsAllocated: number;
  /** Planar configuration: colours are stored plane by plane. */
  planar: boolean;
  photometric: string;
  /** The mapping of a frame's values to shades; frames count from 1. */
  lookOf(frame: number): GreyscaleLook;
  /** The pixel size of a frame. */
  spacingOf(frame: number): Spacing;
  /** The reference of lengths on its pictures. */
  scale: Spacing['scale'];
  /** Delay before this frame in milliseconds; null if the file does not say. */
  delayOf(frame: number): number | null;
  /** True if the file declares the orientation in the body. */
  oriented: boolean;
  refusal: Refusal | null;
}

/** One picture: a frame of an instance. */
export interface Image {
  id: string;
  instance: Instance;
  /** From 1, like in DICOM. */
  frame: number;
}

/** The orientation of a stack. */
export type Plane = 'axial' | 'coronal' | 'sagittal' | 'oblique';

/** A stack of pictures to scroll through: a series, or its pictures of one orientation. */
export interface Series {
  /** Unique, unlike the UID. */
  key: string;
  uid: string;
  /** `YYYY-MM-DD`, or empty. */
  studyDate: string;
  number: number | null;
  modality: string;
  description: string;
  /** Set if a series has several stacks. */
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
  institution: string;
  /** All people and study dates in the images, once each. */
  people: PicturedPerson[];
  dates: string[];
  series: Series[];
  /** Objects that mark regions of images: RT Structure Sets and Segmentations. */
  regionObjects: Instance[];
}
