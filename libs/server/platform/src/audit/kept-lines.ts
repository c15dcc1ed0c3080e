import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const newline = '\n'.charCodeAt(0);

/** Terminates the torn last line that a crash can leave, then appends a line to a JSON lines file and syncs it. */
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

/** The text of a file; empty if it does not exist. */
export const readText = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });

/** The complete lines of a JSON lines file. A torn one is ignored; missing lines are detected by their MACs. */
export const readLines = async <T>(path: string): Promise<T[]> =>
  (await readText(path)).split('\n').flatMap((line) => {
    try {
      return line ? [JSON.parse(line) as T] : [];
    } catch {
      return [];
    }
  });
