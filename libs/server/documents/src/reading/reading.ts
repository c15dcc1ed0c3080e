import type { Intake, Report } from '@konsil/contracts/documents';
import type { MeasurementKind } from '@konsil/contracts/measurements';
import type { PicturedPerson } from '@konsil/contracts/person-names';
import type { Region } from '@konsil/contracts/pins';
import type { DicomInstance, SkippedMember } from '@konsil/server-dicom/dicom-instance';
import type { DicomProblemCode } from '@konsil/server-dicom/read-errors';
import type { Rendering } from '@konsil/server-dicom/rendered-picture';
import type { StoredFile } from '@konsil/server-storage/file-store';
import type { FileType } from '@konsil/server-dicom/file-type';

/** A stored file with its key, the only one the reading process gets. */
export interface FileToRead {
  key: string;
  fileKey: Buffer;
  type: FileType;
}

/** Also our own copies, which are WebP. */
export type FileToDraw = Omit<FileToRead, 'type'> & { type: FileType | 'image/webp' };

export type ReadingJob =
  /** During the upload: verifies the type and extracts information. */
  | { task: 'inspect'; file: FileToRead; keys?: readonly string[] | undefined }
  /** A letter of a stored archive as a document of its own, to store under the key. */
  | { task: 'letter'; file: FileToRead; keys: readonly string[]; member: number }
  /** A page of a PDF, or a picture, to print: the reply has the bytes. */
  | { task: 'draw'; file: FileToDraw; page: number }
  /** A place in a PDF or picture, for a letter: cut out and marked. */
  | { task: 'place'; file: FileToDraw; page: number; region: Region | null }
  /** A measurement in its image, for a letter. */
  | { task: 'measured'; file: FileToRead; instance: DicomInstance; measured: MeasuredPlace }
  /** A logo or portrait, to encode anew. */
  | { task: 'encode'; bytes: Buffer; use: PictureUse }
  /** A frame of an image as a picture. */
  | { task: 'rendered'; file: FileToRead; instance: DicomInstance; rendering: Rendering }
  /** In the background: view copy and thumbnail, stored beside the file. */
  | { task: 'prepare'; file: FileToRead; keys: PreparedKeys; instance?: DicomInstance | undefined }
  /** In the background: the words of a PDF's pages, to be searched. */
  | { task: 'words'; file: FileToRead };

/** A measurement as its answer keeps it; the frame counts from 1. */
export interface MeasuredPlace {
  kind: MeasurementKind;
  frame: number;
  points: readonly (readonly [column: number, row: number])[];
  /** Null for the file's own. */
  window: { center: number; width: number } | null;
}

/** The object keys of view copy and preview, assigned by the server. */
export type PreparedKeys = Record<'view' | 'preview', string>;

/** The reason why a file is refused; the texts are in server-platform/http/words. */
export type FileProblemCode = DicomProblemCode | 'imageTooLarge' | 'imageTooHeavy' | 'emptyPdf';

export type Inspection =
  | { kind: 'refused'; code: FileProblemCode }
  | { kind: 'photo' }
  /**
   * `text`: the beginning of the first page. `pages` is unknown for files we cannot open. `later`: not read during the
   * upload. `form`: an XFA form, whose pages contain only a notice.
   */
  | { kind: 'pdf'; text: string; pages?: number; later?: true; form?: true }
  | { kind: 'dicom'; instances: DicomInstance[]; skipped?: SkippedMember[]; intake?: Intake | undefined }
  | { kind: 'report'; report: Report }
  /** The file yields documents to store separately: call again with this number of keys. */
  | { kind: 'keysNeeded'; count: number }
  /** A file that yields several documents, or a different one. */
  | { kind: 'parts'; parts: Part[]; skipped: SkippedMember[] };

/** One document that an uploaded file yields. */
export interface Part {
  /** Null: the uploaded file itself. */
  stored: StoredFile | null;
  type: FileType;
  /** Replaces the upload's name for a report or letter. */
  title?: string;
  /** Appended to the upload's name. */
  behindName?: string;
  /** The person named in a report. */
  person?: PicturedPerson;
  /** Remarks about this document's share of the upload. */
  intake?: Intake | undefined;
  inspection: Exclude<Inspection, { kind: 'refused' | 'parts' | 'keysNeeded' }>;
}

/** The stored view copy and the thumbnail's key; null if impossible. */
export interface PreparedCopies {
  view: StoredFile | null;
  preview: string | null;
}

/** The folded words of a PDF, page by page. */
export interface PageWords {
  pages: string[][];
}

/** `picture` is null where the page could not be rendered completely; `text` is the beginning of its text. */
export interface DrawnPage {
  kind: 'drawn';
  pages: number;
  picture: { jpeg: Buffer; width: number; height: number } | null;
  text: string;
}

/** Null where the place could not be drawn completely. */
export interface PlacePicture {
  kind: 'place';
  picture: { jpeg: Buffer; width: number; height: number } | null;
}

/** The purposes of pictures that we encode; each has its own size and format. */
export type PictureUse = 'letterLogo' | 'clinicLogo' | 'portrait';

/** Null for bytes that are not a picture, or a picture with too many pixels. */
export interface EncodedPicture {
  kind: 'encoded';
  picture: { bytes: Buffer; width: number; height: number } | null;
  tooLarge?: boolean;
}

export interface ReadingReply {
  value: Inspection | PreparedCopies | DrawnPage | PageWords | PlacePicture | EncodedPicture | null;
}
