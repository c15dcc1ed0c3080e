import type { Intake, Report } from '@konsil/contracts/documents';
import type { PicturedPerson } from '@konsil/contracts/person-names';
import type { DicomInstance, SkippedMember } from '@konsil/server-dicom/dicom-instance';
import type { DicomProblemCode } from '@konsil/server-dicom/read-errors';
import type { StoredFile } from '@konsil/server-storage/file-store';
import type { FileType } from '@konsil/server-dicom/file-type';

/** A stored file, with the one key that the reading process needs to open it. */
export interface FileToRead {
  key: string;
  fileKey: Buffer;
  type: FileType;
}

export type ReadingJob =
  /** While the sender waits: is it what it claims to be, and what does it say of itself? */
  | { task: 'inspect'; file: FileToRead; keys?: readonly string[] | undefined }
  /** Later: a copy for viewing and a small picture, stored beside the file. */
  | { task: 'prepare'; file: FileToRead; keys: PreparedKeys; instance?: DicomInstance | undefined };

/** Where copy and preview are stored, named by the server beforehand. */
export type PreparedKeys = Record<'view' | 'preview', string>;

/** Why a file is refused; the words stand in server-platform/http/words. */
export type FileProblemCode = DicomProblemCode | 'imageTooLarge' | 'imageTooHeavy' | 'emptyPdf';

export type Inspection =
  | { kind: 'refused'; code: FileProblemCode }
  | { kind: 'photo' }
  /**
   * `text`: the beginning of the first page. `pages` is not known of a file that we cannot open.
   * `later`: there was no time to read it while its sender waited.
   * `form`: only the programs of its maker fill its pages (XFA); what stands on them says so and nothing else.
   */
  | { kind: 'pdf'; text: string; pages?: number; later?: true; form?: true }
  | { kind: 'dicom'; instances: DicomInstance[]; skipped?: SkippedMember[]; intake?: Intake | undefined }
  | { kind: 'report'; report: Report }
  /** Documents come of the file that must be stored by themselves: asked again with so many keys, it does that. */
  | { kind: 'keysNeeded'; count: number }
  /** A file that several documents come of, or another one than was sent. */
  | { kind: 'parts'; parts: Part[]; skipped: SkippedMember[]; intake?: Intake | undefined };

/** One of these documents. */
export interface Part {
  /** Null: the file itself, as it was sent. */
  stored: StoredFile | null;
  type: FileType;
  /** Of a report, in place of the upload's own name. */
  title?: string;
  /** Put behind the name of the upload. */
  personName?: string;
  /** Whom a report names. */
  person?: PicturedPerson;
  inspection: Exclude<Inspection, { kind: 'refused' | 'parts' | 'keysNeeded' }>;
}

/** The stored copy for viewing and the key of the small picture; null where none can be made. */
export interface Prepared {
  view: StoredFile | null;
  preview: string | null;
}

export interface ReadingReply {
  value: Inspection | Prepared | null;
}
