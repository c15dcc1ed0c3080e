import type { ServiceSample } from '@konsil/server-platform/service-times';
import type { StoredFile } from './file-store.ts';

/**
 * Messages to the storing worker about one file: its key, its chunks (in shared memory), its end. `lost`: the sender is
 * gone.
 */
export type ToStoring =
  | { id: number; begin: { key: string; fileKey: Uint8Array } }
  | { id: number; chunk: SharedChunk; last: boolean }
  | { id: number; end: 'lost' };

export interface SharedChunk {
  memory: SharedArrayBuffer;
  start: number;
  length: number;
}

/** `taken`: the chunk was processed, and its memory is free. `sample`: the duration of a storage request. */
export type FromStoring =
  | { id: number; taken: SharedArrayBuffer }
  | { id: number; stored: StoredFile }
  | { id: number; failed: string }
  | { sample: ServiceSample };
