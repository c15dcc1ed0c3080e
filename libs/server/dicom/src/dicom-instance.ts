/** `[offset, length]` in bytes, within one DICOM object (in a ZIP member from its first inflated byte). */
export type ByteRange = readonly [offset: number, length: number];

/** Bytes per big-endian word, to be reversed when served; 1 means no swap. */
export type WordSize = 1 | 2 | 4 | 8;

/** A large value that the metadata only references. */
export interface BulkValue {
  range: ByteRange;
  swap: WordSize;
}

/** The positions of the frames. Native frames are contiguous; an encapsulated frame has one or more fragments. */
export type FrameIndex =
  | { kind: 'native'; offset: number; frameBits: number; swap: WordSize }
  | { kind: 'encapsulated'; frames: ByteRange[][] };

/** The position of the object's bytes in the stored file. */
export interface StoredAt {
  /** Index of the ZIP entry; 0 for a single file. */
  member: number;
  /** Name in the ZIP, for display only; never a path. Empty for a single file. */
  name: string;
  /** Byte range in the stored file; compressed if `inflate` is set. */
  range: ByteRange;
  inflate: boolean;
  /** Inflated size. */
  size: number;
}

/** The parsed data of one image. Dates are `YYYY-MM-DD`, times `HH:MM:SS`. */
export interface DicomInstance {
  studyUid: string;
  seriesUid: string;
  instanceUid: string;
  sopClassUid: string;
  modality: string;
  studyDate: string | null;
  studyTime: string | null;
  studyDescription: string;
  seriesNumber: number | null;
  seriesDescription: string;
  instanceNumber: number | null;
  /** As stored: `Family^Given^Middle^Prefix^Suffix`, decoded by the file's character set. */
  patientName: string;
  birthDate: string | null;
  rows: number;
  columns: number;
  frames: number;
  samplesPerPixel: number;
  bitsAllocated: number;
  bitsStored: number;
  signed: boolean;
  /** Planar configuration: colours are stored plane by plane. */
  planar: boolean;
  photometric: string;
  transferSyntax: string;
  /** Offsets of frames and bulk data are relative to the inflated data set. */
  deflated: boolean;
  pixels: FrameIndex;
  /** By tag, eight upper-case hex digits. */
  bulk: Record<string, BulkValue>;
  /** DICOM JSON of everything but pixels and private elements, as text: stored and sent without parsing. */
  metadata: string;
  /**
   * Hex digest of the object's bytes: equal ones are duplicates, whatever archive they came in. Missing for older
   * images.
   */
  sha256?: string;
  storedAt: StoredAt;
}

/** An image that a report refers to; frames count from 1. */
export interface ReportedImage {
  instance: string;
  frame: number;
}

/** One line of a structured report: a heading if it has no text. */
export interface ReportLine {
  level: number;
  name: string;
  text: string;
  /** Set for a number: with the site and the name of what was measured, also where its group has them. */
  measured?: { value: string; unit: string; site: string; tracking: string };
  images?: ReportedImage[];
}

/** A DICOM object that is a report: an embedded PDF, or a structured report as text. */
export interface DicomReport {
  studyUid: string;
  patientName: string;
  birthDate: string | null;
  studyDate: string | null;
  title: string;
  content:
    | { kind: 'pdf'; range: ByteRange }
    /** `cut`: text beyond the limit was dropped. `verified` is null if the report does not say. */
    | { kind: 'text'; lines: ReportLine[]; cut: boolean; complete: boolean; verified: boolean | null };
  deflated: boolean;
  storedAt: StoredAt;
}

export interface SkippedMember {
  name: string;
  /** A problem code, the file type, `too_large`, or `system_file` for what every export carries beside its images. */
  reason: string;
  /** An unreadable image or report: the reader of the others must know that it is missing. */
  damaged?: true;
  /** Details of the examination from the readable beginning. */
  of?: { studyUid: string; patientName: string };
  /** A letter or picture that can become a document: its index in the ZIP. */
  member?: number;
}

/** A letter or picture in an archive. */
export interface PackedLetter {
  type: 'application/pdf' | 'image/jpeg' | 'image/png';
  storedAt: StoredAt;
}

export interface DicomUpload {
  instances: DicomInstance[];
  reports: DicomReport[];
  skipped: SkippedMember[];
  /** Images among the instances whose compressed frames cannot be shown whole. */
  spoilt: SkippedMember[];
  /** Names of members that duplicate another one. */
  copies: string[];
  /** Names or links in the archive could escape the target folder when unpacked: it must not be passed on unchanged. */
  unsafe: boolean;
  /** The letters of an archive without any image, each a document of its own; empty beside images. */
  letters: PackedLetter[];
  /** Sound letters and pictures beside images, which the uploader can turn into documents. */
  beside: PackedLetter[];
}
