import type { UploadedItem } from '@konsil/contracts/documents';
import type { ForeignKind } from '@konsil/contracts/file-kinds';
import type { ApiProblem } from '@konsil/api/problem';
import type { Refusal } from '../files/check-file.ts';
import type { GatherResult } from '../gather/gathered.ts';
import type { Quad } from '../scan/quad.ts';
import type { Scan } from '../scan/scan.ts';

export type UploadState =
  | { is: 'checking' }
  /** A folder is being scanned; its files become uploads of their own. */
  | { is: 'gathering'; done: number; count: number }
  /** The scan is over, and some files were left out. */
  | ({ is: 'gathered' } & GatherResult)
  /** A HEIC photo is being converted to JPEG. */
  | { is: 'converting' }
  | { is: 'refused'; reason: Refusal; kind?: ForeignKind | undefined }
  /** A photo waits for the user to check it and to choose its document. */
  | { is: 'review'; unreadable?: true }
  /** Photographed pages are being combined into one document. */
  | { is: 'combining' }
  | { is: 'waiting' }
  | { is: 'sending'; sent: number; bytesPerSecond: number | null }
  /** The connection was lost; resumes automatically. */
  | { is: 'interrupted' }
  | ({ is: 'failed' } & Pick<UploadFailure, 'code' | 'fault' | 'kind'>)
  | { is: 'uploaded'; items: UploadedItem[] };

/**
 * Stands for the case that is being created: its files wait in the browser until the case exists.
 */
export const futureCase = 'new';

/** A file or folder being uploaded to a case. */
export interface Upload {
  id: string;
  /** `futureCase` while the case does not exist. */
  caseId: string;
  name: string;
  size: number;
  /** The bytes, while they are still in the browser. */
  file: File | null;
  /** Groups photos taken or chosen for one document, in order; null for a file sent alone. */
  pageOf: string | null;
  state: UploadState;
  /** The edges of the paper in a photo that waits: an offer; null where none are certain, undefined while unknown. */
  edges?: Quad | null | undefined;
  /** The user's crop and look of a photo that waits. */
  scan?: Scan | undefined;
  /** The photo as it was before; `file` is the page made of it. */
  original?: File | undefined;
}

/** An unprocessed photo with unknown edges. */
export const unscanned = { edges: undefined, scan: undefined, original: undefined } satisfies Partial<Upload>;

/** Handling of a failed attempt: retry automatically, or tell the user. */
export interface UploadFailure {
  again: 'soon' | 'never';
  code: ApiProblem['code'];
  /** A fault in the file itself, a key of the field errors: the same bytes always fail. */
  fault?: string | undefined;
  /** The detected type of an unsupported file. */
  kind?: ForeignKind | undefined;
}

export interface SendUpload {
  (what: {
    caseId: string;
    file: File;
    /** Stays the same for every attempt, so that the server stores the file once. */
    idempotencyKey: string;
    signal: AbortSignal;
    onProgress: (sentBytes: number) => void;
  }): Promise<UploadedItem[]>;
}

/** States in which the bytes are not on the server and can still be changed. */
export const isBeforeServer = ({ state }: Upload): boolean =>
  state.is === 'review' ||
  state.is === 'waiting' ||
  state.is === 'interrupted' ||
  state.is === 'failed' ||
  state.is === 'sending';

/** States in which a file is only in the browser and may still be sent. */
export const isUnsent = ({ state }: Upload): boolean =>
  !['gathered', 'refused', 'uploaded'].includes(state.is) && !(state.is === 'failed' && state.fault);
