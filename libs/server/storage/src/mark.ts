import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The file, and the object, that identifies the owner of a data folder, storage or backup folder. */
export const markName = 'installation.json';

export interface Mark {
  id: string;
  /** Renewed while the installation runs; only in the storage. */
  life?: string;
}

/** An unreadable mark counts as foreign. */
export const parseMark = (text: string): Mark => {
  try {
    const { id, life } = JSON.parse(text) as Partial<Mark>;
    return { id: String(id), ...(life ? { life } : {}) };
  } catch {
    return { id: 'that cannot be read' };
  }
};

export const readMarkFile = async (path: string): Promise<Mark | null> => {
  try {
    return parseMark(await readFile(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

/** Replaces the file atomically. */
export const writeMarkFile = async (path: string, mark: Mark): Promise<void> => {
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
