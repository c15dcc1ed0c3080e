import type { DicomInstance, SkippedMember } from '../../../imaging/dicom-instance.ts';
import type { DicomProblemCode } from '../../../imaging/read-errors.ts';
import type { FileType } from '../file-type.ts';

/** A stored file, with the one key that the reading process needs to open it. */
export interface FileToRead {
  key: string;
  fileKey: Buffer;
  type: FileType;
}

export type ReadingJob =
  /** While the sender waits: is it what it claims to be, and what does it say of itself? */
  | { task: 'inspect'; file: FileToRead }
  /** Later: a copy for viewing and a small picture, stored beside the file. */
  | { task: 'prepare'; file: FileToRead; keys: PreparedKeys; instance?: DicomInstance | undefined };

/** Where copy and preview are stored, named by the server beforehand. */
export type PreparedKeys = Record<'view' | 'preview', string>;

/** Why a file is refused; the words stand in kernel/words.ts. */
export type FileProblemCode = DicomProblemCode | 'imageTooLarge';

export type Inspection =
  | { kind: 'refused'; code: FileProblemCode }
  | { kind: 'photo' }
  /** `text`: the beginning of the first page. `pages` is not known of a file that we cannot open. */
  | { kind: 'pdf'; text: string; pages?: number }
  | { kind: 'dicom'; instances: DicomInstance[]; skipped: SkippedMember[] };

/** Keys of the stored copies; null where none can be made. */
export interface Prepared {
  view: string | null;
  preview: string | null;
}

export interface ReadingReply {
  value: Inspection | Prepared | null;
}
