import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The file, and the object, that identifies the owner of a data folder, storage or backup folder. */
export const markName = 'installation.json';

export interface StorageMark {
  id: string;
  /** Renewed while the installation runs; only in the storage. */
  life?: string;
}

/** An unreadable mark counts as foreign. */
export const parseMark = (text: string): StorageMark => {
  try {
    const { id, life } = JSON.parse(text) as Partial<StorageMark>;
    return { id: String(id), ...(life ? { life } : {}) };
  } catch {
    return { id: 'that cannot be read' };
  }
};

export const readMarkFile = async (path: string): Promise<StorageMark | null> => {
  try {
    return parseMark(await readFile(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

/** Replaces the file atomically. */
export const writeMarkFile = async (path: string, mark: StorageMark): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}.unfinished`;
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(mark)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
};
