import type { DicomJson } from './dicom-json.ts';

/** Why this viewer does not show an image: browsers would show it wrongly, or not at all. */
export type Refusal = 'jpeg12' | 'ybr422' | 'rleDepth' | 'oneBit' | 'video' | 'format';

/** One DICOM object of a series. */
export interface Instance {
  uid: string;
  /** Its own address under DICOMweb. */
  url: string;
  dataSet: DicomJson;
  columns: number;
  rows: number;
  frames: number;
  /** Pictures a second, where the file says so. */
  frameRate: number | null;
  /** Whether the file says how large a pixel is; without it only pixels can be measured. */
  measurable: boolean;
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

export interface Series {
  uid: string;
  number: number | null;
  modality: string;
  description: string;
  images: Image[];
}

export interface Study {
  uid: string;
  patientName: string;
  /** `YYYY-MM-DD`, or empty. */
  birthDate: string;
  date: string;
  description: string;
  series: Series[];
}
