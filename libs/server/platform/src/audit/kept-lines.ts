import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const newline = '\n'.charCodeAt(0);

/**
 * Adds a line to a file of JSON lines, for good: it is on the disk when this is done. What a killed process began to write
 * before it is closed off first, so that it takes nothing with it.
 */
export const appendLine = async (path: string, line: unknown): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'a+', 0o600);
  try {
    const { size } = await file.stat();
    const { buffer: last } = await file.read(Buffer.alloc(1), 0, 1, Math.max(size - 1, 0));
    const torn = size > 0 && last[0] !== newline;
    await file.appendFile(`${torn ? '\n' : ''}${JSON.stringify(line)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
};

/** The text of a file of lines; empty while there is none. */
export const readText = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });

/** The whole lines of a file of JSON lines. A torn one says nothing; whether lines were taken out is for their MACs to tell. */
export const readLines = async <T>(path: string): Promise<T[]> =>
  (await readText(path)).split('\n').flatMap((line) => {
    try {
      return line ? [JSON.parse(line) as T] : [];
    } catch {
      return [];
    }
  });
