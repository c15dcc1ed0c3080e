import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { deriveKey } from '@konsil/server-platform/keys/crypto';
import { inChunks, openStream, plainSize, sealStream, type Chunk, type ObjectKey, type Span } from './chunk-cipher.ts';
import { ObjectMissing, type ObjectStore } from './object-store.ts';

export interface StoredFile {
  key: string;
  /** Size of the plain file. */
  size: number;
  /** Hex digest of the plain file. */
  sha256: string;
}
/** A file with its key. A document's original, view copy and preview share one file key. */
export interface FileRef {
  key: string;
  fileKey: Buffer;
}
export interface OpenedFile {
  size: number;
  /** The plain bytes of a range, verified chunk by chunk; damage ends the stream with {@link DamagedFile}. */
  read: (span?: Span) => Readable;
}

/** Records which objects were ever stored (object-names.ts). */
export interface ObjectNames {
  /** Called before the first byte is stored. @throws if nothing may be stored */
  name: (keys: readonly string[]) => Promise<void>;
  /** The keys that may be deleted; null if nothing may be deleted at present. */
  deletable: (keys: readonly string[]) => Promise<string[] | null>;
  deleted: (key: string) => Promise<void>;
}

/** Opens a stored file wherever its encrypted bytes are. @throws {ObjectMissing} @throws {DamagedFile} */
export const openStored = async (objects: Pick<ObjectStore, 'size' | 'read'>, file: FileRef): Promise<OpenedFile> => {
  const size = plainSize(await objects.size(file.key), file.key);
  const read = (span: Span = { start: 0, end: size }) =>
    Readable.from(
      openStream(objectKey(file), size, span, ({ start, end }) => objects.read(file.key, start, end)),
      { objectMode: false },
    );
  return { size, read };
};

/** Files of patients, encrypted before they reach the object store (docs/security.md, design c). */
export class FileStore {
  /** @param names missing in threads that write for the server, because their callers give them recorded keys */
  constructor(
    readonly objects: ObjectStore,
    private readonly names?: ObjectNames,
  ) {}

  /** Keys for files to store: recorded first, so that leftovers of a killed server are known. */
  async newKeys(count: number): Promise<string[]> {
    const keys = Array.from({ length: count }, () => randomUUID() as string);
    await this.names?.name(keys);
    return keys;
  }

  /** Encrypts and hashes in one pass, holding one megabyte at a time. If the source fails, nothing is left behind. */
  async put(source: AsyncIterable<Buffer>, fileKey: Buffer): Promise<StoredFile> {
    const [key = ''] = await this.newKeys(1);
    return this.putAs({ key, fileKey }, inChunks(source));
  }

  /** Like {@link put}, for a file already in chunks, under a key from {@link newKeys}. */
  async putAs({ key, fileKey }: FileRef, chunks: AsyncIterable<Chunk>): Promise<StoredFile> {
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
  get(file: FileRef): Promise<OpenedFile> {
    return openStored(this.objects, file);
  }

  /** The whole file in memory, for processing that needs all of it. */
  async bytes(file: FileRef): Promise<Buffer> {
    const { size, read } = await this.get(file);
    const bytes = Buffer.allocUnsafe(size);
    let filled = 0;
    for await (const piece of read()) filled += (piece as Buffer).copy(bytes, filled);
    return bytes;
  }

  /** @returns false if nothing may be deleted at present */
  async delete(...keys: string[]): Promise<boolean> {
    if (keys.length === 0) return true;
    const deletable = this.names ? await this.names.deletable(keys) : keys;
    for (const key of deletable ?? []) {
      await this.objects.delete(key);
      await this.names?.deleted(key);
    }
    return deletable !== null;
  }

  async has(key: string): Promise<boolean> {
    return this.objects.size(key).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ObjectMissing) return false;
        throw error;
      },
    );
  }
}

// Derived per object, so that counter nonces never repeat under one key.
const objectKey = ({ key, fileKey }: FileRef): ObjectKey => ({ id: key, key: deriveKey(fileKey, `object ${key}`) });
