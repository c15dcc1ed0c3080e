import type { UploadedItem } from '@konsil/contracts/documents';
import type { ForeignKind } from '@konsil/contracts/file-kinds';
import type { ApiProblem } from '@konsil/api/problem';
import type { Refusal } from '../files/check-file.ts';
import type { Gathered } from '../gather/gathered.ts';

export type UploadState =
  | { is: 'checking' }
  /** A folder is looked through; what is in it comes as uploads of its own. */
  | { is: 'gathering'; done: number; count: number }
  /** That is over, and not everything was taken. */
  | ({ is: 'gathered' } & Gathered)
  /** A phone's HEIC photo becomes a JPEG. */
  | { is: 'converting' }
  | { is: 'refused'; reason: Refusal; kind?: ForeignKind | undefined }
  /** A photo: the person looks whether it can be read, and says what it is a page of, before it is sent. */
  | { is: 'review'; unreadable?: true }
  /** Photographed pages become one document. */
  | { is: 'combining' }
  | { is: 'waiting' }
  | { is: 'sending'; sent: number; bytesPerSecond: number | null }
  /** The connection is gone; goes on by itself. */
  | { is: 'interrupted' }
  | ({ is: 'failed' } & Pick<UploadFailure, 'code' | 'fault' | 'kind'>)
  | { is: 'uploaded'; items: UploadedItem[] };

/** One chosen file, or folder, on its way into a case. */
export interface Upload {
  id: string;
  caseId: string;
  name: string;
  size: number;
  /** The bytes while they are still here. */
  file: File | null;
  /** Names the document that photos were taken or chosen for together, in their order; null for what is sent by itself. */
  pageOf: string | null;
  state: UploadState;
}

/** What a failed attempt means: try again by itself, or tell the person. */
export interface UploadFailure {
  again: 'soon' | 'never';
  code: ApiProblem['code'];
  /** What is wrong with the file itself, a key of `errors` in the common locales: the same bytes will never do. */
  fault?: string | undefined;
  /** What the file is instead of what it can be. */
  kind?: ForeignKind | undefined;
}

export interface SendUpload {
  (what: {
    caseId: string;
    file: File;
    /** The same for every attempt at one file, so that the server stores it once. */
    idempotencyKey: string;
    signal: AbortSignal;
    onProgress: (sentBytes: number) => void;
  }): Promise<UploadedItem[]>;
}

/** States in which the bytes have not reached the server yet and may still be changed. */
export const isBeforeServer = ({ state }: Upload): boolean =>
  state.is === 'review' ||
  state.is === 'waiting' ||
  state.is === 'interrupted' ||
  state.is === 'failed' ||
  state.is === 'sending';

/** States in which a file is only here, and would come to the server by itself or after one more press. */
export const isUnsent = ({ state }: Upload): boolean =>
  !['gathered', 'refused', 'uploaded'].includes(state.is) && !(state.is === 'failed' && state.fault);
