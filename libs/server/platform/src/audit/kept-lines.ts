import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/**
 * The complete lines of a JSON lines file, one after another; none if there is no file. A torn line, which a killed process
 * leaves, or one that is no object, is left out: that a line is missing shows in the seals.
 */
export async function* readLines<T>(path: string): AsyncGenerator<T> {
  const input = createReadStream(path, 'utf8');
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      const value = line ? parsed<T>(line) : undefined;
      if (value !== undefined) yield value;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    input.destroy();
  }
}

const parsed = <T>(line: string): T | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as T) : undefined;
  } catch {
    return undefined;
  }
};
