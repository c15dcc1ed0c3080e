import type { StoredFile } from './file-store.ts';

/** What the storing thread is told of one file: its key, its bytes piece by piece, its end. `lost`: the sender is gone. */
export type ToStoring =
  | { id: number; begin: { fileKey: Uint8Array } }
  | { id: number; piece: SharedArrayBuffer; length: number }
  | { id: number; end: 'whole' | 'lost' };

/** `taken`: the piece was worked off, so the next may come; its memory is free again. */
export type FromStoring = { id: number; taken: SharedArrayBuffer } | { id: number; stored: StoredFile } | { id: number; failed: string };
