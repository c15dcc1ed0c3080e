import { createCipheriv, createDecipheriv } from 'node:crypto';
import { DamagedFile } from './object-store.ts';

/** Files are encrypted in chunks of this size, so that any part can be read and verified separately. */
export const chunkBytes = 1024 * 1024;
const tagBytes = 16;
const sealedChunkBytes = chunkBytes + tagBytes;

/** The key of one object (used for no other), and the object's name. */
export interface ObjectKey {
  key: Buffer;
  id: string;
}
/** A byte range of the plain file, from `start` to `end` (exclusive). */
export interface Span {
  start: number;
  end: number;
}

// Every object has its own key, so counters never repeat under one key.
const nonceOf = (index: number): Buffer => {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 8);
  return nonce;
};
const contextOf = (id: string, index: number, last: boolean): Buffer => Buffer.from(`${id}|${index}|${last ? 1 : 0}`);

// Larger results would be allocated afresh each time, which costs more than the encryption.
const sealedAtOnce = 64 * 1024;
function* sealChunk({ key, id }: ObjectKey, plain: Buffer, index: number, last: boolean): Generator<Buffer> {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index)).setAAD(contextOf(id, index, last));
  for (let at = 0; at < plain.length; at += sealedAtOnce) yield cipher.update(plain.subarray(at, at + sealedAtOnce));
  cipher.final();
  yield cipher.getAuthTag();
}

const openChunk = ({ key, id }: ObjectKey, sealed: Buffer, index: number, last: boolean): Buffer => {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index), { authTagLength: tagBytes }).setAAD(
      contextOf(id, index, last),
    );
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    const plain = decipher.update(sealed.subarray(0, -tagBytes));
    decipher.final();
    return plain;
  } catch {
    throw new DamagedFile(id);
  }
};

/** A chunk of a plain file: {@link chunkBytes} long, only the last may be shorter. */
export interface Chunk {
  bytes: Buffer;
  last: boolean;
}

// Slightly larger than a chunk, for alignment.
export const chunkMemory = chunkBytes + 8;
const ownMemory = (): (() => Buffer) => {
  const memory = Buffer.allocUnsafeSlow(chunkMemory);
  return () => memory;
};

/**
 * Cuts a stream into chunks.
 * @param memory the {@link chunkMemory} bytes for the next chunk; by default always the same, so that the next chunk
 * overwrites the last one.
 */
export async function* inChunks(
  source: AsyncIterable<Buffer>,
  memory: () => Buffer = ownMemory(),
): AsyncGenerator<Chunk> {
  let room = memory();
  let chunk = room;
  let filled = 0;
  for await (const piece of source) {
    for (let from = 0; from < piece.length; ) {
      if (filled === chunkBytes) {
        yield { bytes: chunk, last: false };
        room = memory();
        filled = 0;
      }
      if (filled === 0) {
        // Shared memory is copied word by word only if both sides have equal alignment, otherwise byte by byte.
        const start = (piece.byteOffset + from) % 8;
        chunk = room.subarray(start, start + chunkBytes);
      }
      const copied = piece.copy(chunk, filled, from);
      filled += copied;
      from += copied;
    }
  }
  yield { bytes: chunk.subarray(0, filled), last: true };
}

/** AES-256-GCM (docs/security.md, design c): the chunk's index and whether it is the last are authenticated. */
export async function* sealStream(object: ObjectKey, chunks: AsyncIterable<Chunk>): AsyncGenerator<Buffer> {
  let index = 0;
  for await (const { bytes, last } of chunks) {
    yield* sealChunk(object, bytes, index, last);
    index += 1;
  }
}

/**
 * The plain size of an encrypted file.
 * @throws {DamagedFile} for an impossible size.
 */
export const plainSize = (sealedSize: number, id: string): number => {
  const chunks = Math.ceil(sealedSize / sealedChunkBytes);
  const size = sealedSize - chunks * tagBytes;
  // Only an empty file has an empty chunk.
  if (chunks === 0 || size < 0 || (chunks > 1 && size <= (chunks - 1) * chunkBytes)) throw new DamagedFile(id);
  return size;
};

/** The stored size of a file of `size` plain bytes. */
export const sealedSize = (size: number): number => size + Math.max(1, Math.ceil(size / chunkBytes)) * tagBytes;

/**
 * Opens part of a sealed file of `size` plain bytes, checking every chunk before a byte of it is given out.
 * @param read the sealed bytes of a span.
 * @throws {DamagedFile}
 */
export async function* openStream(
  object: ObjectKey,
  size: number,
  { start, end }: Span,
  read: (span: Span) => AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const lastIndex = Math.max(0, Math.ceil(size / chunkBytes) - 1);
  const [from, to] = [
    Math.floor(start / chunkBytes),
    Math.min(lastIndex, Math.floor(Math.max(start, end - 1) / chunkBytes)),
  ];
  const sealedLength = (index: number) => (index < lastIndex ? chunkBytes : size - lastIndex * chunkBytes) + tagBytes;
  const sealed = Buffer.allocUnsafe(Math.min(sealedChunkBytes, size + tagBytes));
  let filled = 0;
  let index = from;
  for await (const piece of read({ start: from * sealedChunkBytes, end: to * sealedChunkBytes + sealedLength(to) })) {
    for (let at = 0; at < piece.length; ) {
      const copied = piece.copy(sealed, filled, at, at + sealedLength(index) - filled);
      filled += copied;
      at += copied;
      if (filled < sealedLength(index)) continue;
      const plain = openChunk(object, sealed.subarray(0, filled), index, index === lastIndex);
      const offset = index * chunkBytes;
      const wanted = plain.subarray(Math.max(0, start - offset), Math.max(0, end - offset));
      if (wanted.length > 0) yield wanted;
      filled = 0;
      index += 1;
      if (index > to) return;
    }
  }
  throw new DamagedFile(object.id);
}
