import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openForSlots, supportsDirectWrites, writeInSlots } from './aligned-file.ts';
import { markName, readMarkFile, writeMarkFile, type StorageMark } from './mark.ts';
import { insistOnKeptName, isObjectKey, ObjectMissing, type ObjectStore, type StoredObject } from './object-store.ts';

const readBytes = 256 * 1024;

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
const missingIs =
  (key: string) =>
  (error: unknown): never => {
    throw isMissing(error) ? new ObjectMissing(key) : error;
  };

/** A new file name is durable only once its folder is synced. */
const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

/** Objects as files in a folder, spread over 256 subfolders. */
export class LocalObjects implements ObjectStore {
  private readonly unfinished: string;
  private direct: Promise<boolean> | undefined;

  constructor(private readonly root: string) {
    this.unfinished = join(root, 'unfinished');
  }

  get address(): string {
    return this.root;
  }

  readMark(): Promise<StorageMark | null> {
    return readMarkFile(join(this.root, markName));
  }

  writeMark(mark: StorageMark): Promise<void> {
    return writeMarkFile(join(this.root, markName), mark);
  }

  async keep(name: string, bytes: Buffer): Promise<boolean> {
    insistOnKeptName(name);
    const path = join(this.root, name);
    const draft = `${path}.${randomUUID()}.unfinished`;
    const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(draft, 'wx', 0o400);
    try {
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      // Fails if there is one, unlike a rename.
      await link(draft, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    } finally {
      await rm(draft, { force: true });
    }
    await syncFolder(dirname(path));
    for (let folder = dirname(path); made && folder !== this.root; folder = dirname(folder))
      await syncFolder(dirname(folder));
    return true;
  }

  async kept(name: string): Promise<Buffer | null> {
    insistOnKeptName(name);
    return readFile(join(this.root, name)).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
  }

  async put(key: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    const [draft, path] = [join(this.unfinished, key), this.pathOf(key)];
    await mkdir(this.unfinished, { recursive: true, mode: 0o700 });
    const file = await openForSlots(draft, await (this.direct ??= supportsDirectWrites(this.unfinished, randomUUID())));
    try {
      try {
        await writeInSlots(file, bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(draft, path);
      await syncFolder(dirname(path));
      if (made) await syncFolder(this.root);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  async size(key: string): Promise<number> {
    return (await stat(this.pathOf(key)).catch(missingIs(key))).size;
  }

  async *read(key: string, start: number, end: number): AsyncGenerator<Buffer> {
    const file = await open(this.pathOf(key), 'r').catch(missingIs(key));
    try {
      for (let at = start; at < end; ) {
        const { bytesRead, buffer } = await file.read(
          Buffer.allocUnsafe(Math.min(readBytes, end - at)),
          0,
          undefined,
          at,
        );
        if (bytesRead === 0) return;
        yield buffer.subarray(0, bytesRead);
        at += bytesRead;
      }
    } finally {
      await file.close();
    }
  }

  async delete(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
  }

  async find(key: string): Promise<StoredObject | null> {
    const found = await stat(this.pathOf(key)).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    return found && { key, storedAt: found.mtime, size: found.size };
  }

  async *list(piece?: string): AsyncGenerator<StoredObject> {
    for (const folder of piece === undefined ? await this.namesIn(this.root) : [piece]) {
      if (!/^[0-9a-f]{2}$/.test(folder)) continue;
      for (const key of await this.namesIn(join(this.root, folder))) {
        const found = isObjectKey(key) ? await this.find(key) : null;
        if (found) yield found;
      }
    }
  }

  async dropUnfinished(before: Date): Promise<void> {
    for (const name of await this.namesIn(this.unfinished)) {
      const path = join(this.unfinished, name);
      const found = await stat(path).catch(() => null);
      if (found && found.mtime < before) await rm(path, { force: true });
    }
  }

  private pathOf(key: string): string {
    if (!isObjectKey(key)) throw new ObjectMissing(key);
    return join(this.root, key.slice(0, 2), key);
  }
  private async namesIn(folder: string): Promise<string[]> {
    return readdir(folder).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
  }
}
