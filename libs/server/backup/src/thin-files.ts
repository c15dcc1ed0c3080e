import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Since when a copied file is no longer recorded in the database, by its key. */
type Unrecorded = Record<string, string>;

const notePath = (folder: string): string => join(folder, 'unrecorded.json');

/** An unreadable note only means that the files stay longer. */
const readNote = async (folder: string): Promise<Unrecorded> => {
  const text = await readFile(notePath(folder), 'utf8').catch(() => '{}');
  try {
    const note: unknown = JSON.parse(text);
    return typeof note === 'object' && note && !Array.isArray(note) ? (note as Unrecorded) : {};
  } catch {
    return {};
  }
};

const writeNote = async (folder: string, note: Unrecorded): Promise<void> => {
  const unfinished = `${notePath(folder)}.unfinished`;
  await writeFile(unfinished, JSON.stringify(note), { mode: 0o600, flush: true });
  await rename(unfinished, notePath(folder));
};

/**
 * Deletes copied files that no kept backup needs: the database recorded them no longer when the oldest one was made.
 * @param unrecorded the copied files that the database does not record now
 * @param oldest the time of the oldest backup in the folder
 * @param now a time after the newest backup
 */
export const thinOutFiles = async (
  folder: string,
  unrecorded: readonly string[],
  oldest: Date,
  now: Date,
): Promise<void> => {
  const note = await readNote(folder);
  const since = (key: string): string => {
    const noted = note[key];
    return noted && Date.parse(noted) <= now.getTime() ? noted : now.toISOString();
  };
  const isNeeded = (key: string) => Date.parse(since(key)) >= oldest.getTime();
  for (const key of unrecorded.filter((name) => !isNeeded(name))) await rm(join(folder, 'files', key), { force: true });
  await writeNote(folder, Object.fromEntries(unrecorded.filter(isNeeded).map((key) => [key, since(key)])));
};
