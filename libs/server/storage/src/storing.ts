import type { ServiceSample } from '@konsil/server-platform/service-times';
import type { StoredFile } from './file-store.ts';

/** What the storing thread is told of one file: its key, its chunks (in memory that both threads see), its end. `lost`: the sender is gone. */
export type ToStoring =
  | { id: number; begin: { key: string; fileKey: Uint8Array } }
  | { id: number; chunk: SharedChunk; last: boolean }
  | { id: number; end: 'lost' };

export interface SharedChunk {
  memory: SharedArrayBuffer;
  start: number;
  length: number;
}

/** `taken`: the chunk was worked off, so the next may come; its memory is free again. `sample`: a call of the storage took so long. */
export type FromStoring =
  | { id: number; taken: SharedArrayBuffer }
  | { id: number; stored: StoredFile }
  | { id: number; failed: string }
  | { sample: ServiceSample };
