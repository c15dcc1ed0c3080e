/** `[offset, length]` in bytes, within one DICOM object (a zip member counts from its own first inflated byte). */
export type ByteRange = readonly [offset: number, length: number];

/** Bytes of a word that stand in big-endian order and are turned round when served; 1 leaves them alone. */
export type WordSize = 1 | 2 | 4 | 8;

/** A large value that the metadata only points to. */
export interface BulkValue {
  range: ByteRange;
  swap: WordSize;
}

/** Where the pictures lie. Native frames follow each other; an encapsulated frame is one or more fragments. */
export type FrameIndex =
  | { kind: 'native'; offset: number; frameBits: number; swap: WordSize }
  | { kind: 'encapsulated'; frames: ByteRange[][] };

/** Where the object's own bytes lie within the stored file. */
export interface StoredAt {
  /** Position among the entries of the zip; 0 for a single file. */
  member: number;
  /** Name within the zip, for people only; never a path. Empty for a single file. */
  name: string;
  /** Bytes in the stored file, compressed where `inflate` says so. */
  range: ByteRange;
  inflate: boolean;
  /** Bytes once inflated. */
  size: number;
}

/** What reading an upload finds out about one image. Days are `YYYY-MM-DD`, times `HH:MM:SS`. */
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
  /** As the file has it: `Family^Given^Middle^Prefix^Suffix`, decoded by the file's character set. */
  patientName: string;
  birthDate: string | null;
  rows: number;
  columns: number;
  frames: number;
  samplesPerPixel: number;
  bitsAllocated: number;
  bitsStored: number;
  signed: boolean;
  /** Colour planes one after the other instead of pixel by pixel. */
  planar: boolean;
  photometric: string;
  transferSyntax: string;
  /** Frames and bulk data are counted within the inflated data set. */
  deflated: boolean;
  pixels: FrameIndex;
  /** By tag, eight upper-case hex digits. */
  bulk: Record<string, BulkValue>;
  /** DICOM JSON of everything but pixels and private elements, as text: it is stored and sent, not looked into. */
  metadata: string;
  /** Hex digest of the object's own bytes: equal ones are copies, whatever archive they came in. Images from before it was kept have none. */
  sha256?: string;
  storedAt: StoredAt;
}

/** One line of a structured report: a heading where it has no text. */
export interface ReportLine {
  level: number;
  name: string;
  text: string;
}

/** A DICOM object that is a written report: a PDF within it, or a structured report read as text. */
export interface DicomReport {
  studyUid: string;
  patientName: string;
  birthDate: string | null;
  studyDate: string | null;
  title: string;
  content:
    | { kind: 'pdf'; range: ByteRange }
    /** `cut`: there was more text than is kept. `verified` is null where the report does not say. */
    | { kind: 'text'; lines: ReportLine[]; cut: boolean; complete: boolean; verified: boolean | null };
  deflated: boolean;
  storedAt: StoredAt;
}

export interface SkippedMember {
  name: string;
  /** A problem code, the kind of the file, `too_large`, or `system_file` for what every export carries beside its images. */
  reason: string;
  /** An image or report that could not be read: it is missing for whoever looks at the others. */
  damaged?: true;
  /** A letter or picture that can be taken over: its position among the entries of the zip. */
  member?: number;
}

export interface DicomUpload {
  instances: DicomInstance[];
  reports: DicomReport[];
  skipped: SkippedMember[];
  /** Names of members whose bytes are those of another one. */
  copies: string[];
  /** Names or links in the archive could lead out of it when somebody unpacks it: it must not be handed on as it is. */
  unsafe: boolean;
}
