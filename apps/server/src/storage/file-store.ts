import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { deriveKey } from '../kernel/crypto.ts';
import { inChunks, openStream, plainSize, sealStream, type Chunk, type ObjectKey, type Span } from './chunk-cipher.ts';
import { ObjectMissing, type ObjectStore } from './object-store.ts';

export interface StoredFile {
  key: string;
  /** Bytes of the plain file. */
  size: number;
  /** Hex digest of the plain file. */
  sha256: string;
}
/** A file with the key that opens it. A document's original, its copy for viewing and its preview share one file key. */
export interface FileRef {
  key: string;
  fileKey: Buffer;
}
export interface OpenedFile {
  size: number;
  /** The plain bytes of a span, checked piece by piece; damage ends the stream with {@link DamagedFile}. */
  read: (span?: Span) => Readable;
}

/** Files of patients, encrypted before they reach the object store (security.md, design c). */
export class FileStore {
  constructor(readonly objects: ObjectStore) {}

  /** Encrypts and hashes in one pass, holding one megabyte at a time. When the source fails, nothing is left behind. */
  put(source: AsyncIterable<Buffer>, fileKey: Buffer): Promise<StoredFile> {
    return this.putChunks(inChunks(source), fileKey);
  }

  /** As {@link put}, of a file that was cut already. */
  async putChunks(chunks: AsyncIterable<Chunk>, fileKey: Buffer): Promise<StoredFile> {
    const key = randomUUID();
    const hash = createHash('sha256');
    let size = 0;
    async function* counted() {
      for await (const chunk of chunks) {
        hash.update(chunk.bytes);
        size += chunk.bytes.length;
        yield chunk;
      }
    }
    await this.objects.put(key, sealStream(objectKey({ key, fileKey }), counted()));
    return { key, size, sha256: hash.digest('hex') };
  }

  /** @throws {ObjectMissing} @throws {DamagedFile} */
  async get(file: FileRef): Promise<OpenedFile> {
    const size = plainSize(await this.objects.size(file.key), file.key);
    const read = (span: Span = { start: 0, end: size }) =>
      Readable.from(openStream(objectKey(file), size, span, ({ start, end }) => this.objects.read(file.key, start, end)), { objectMode: false });
    return { size, read };
  }

  /** The whole file in memory: for what must be looked at as a whole. */
  async bytes(file: FileRef): Promise<Buffer> {
    const { size, read } = await this.get(file);
    const bytes = Buffer.allocUnsafe(size);
    let filled = 0;
    for await (const piece of read()) filled += (piece as Buffer).copy(bytes, filled);
    return bytes;
  }

  async delete(...keys: string[]): Promise<void> {
    for (const key of keys) await this.objects.delete(key);
  }

  async has(key: string): Promise<boolean> {
    return this.objects.size(key).then(() => true, (error: unknown) => {
      if (error instanceof ObjectMissing) return false;
      throw error;
    });
  }
}

// Derived for each object, so that counters as nonces never repeat under one key.
const objectKey = ({ key, fileKey }: FileRef): ObjectKey => ({ id: key, key: deriveKey(fileKey, `object ${key}`) });
