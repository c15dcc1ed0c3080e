import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inTransaction } from '@konsil/server-platform/database/in-transaction';
import { locks } from '@konsil/server-platform/database/locks';
import { dayMs } from '@konsil/server-platform/clock';
import { holdsRows, madeAtOf } from './backup-names.ts';
import { makeBackup, type BackedUp } from './make-backup.ts';

/** Older backups could bring back people who asked for erasure. */
const keptDays = 30;

interface Part {
  file: string;
  madeAt: Date;
}

const partsIn = async (folder: string): Promise<Part[]> =>
  (await readdir(folder))
    .flatMap((file) => {
      const madeAt = madeAtOf(file);
      return madeAt ? [{ file, madeAt }] : [];
    })
    .sort((one, other) => one.madeAt.getTime() - other.madeAt.getTime());

/** The time of the newest backup in a folder. */
export const lastBackup = async (folder: string): Promise<Date | undefined> =>
  (await partsIn(folder)).findLast(({ file }) => holdsRows(file))?.madeAt;

const dayOf = ({ madeAt }: Part): string => madeAt.toISOString().slice(0, 10);

/**
 * Keeps all backups of the last day and the last of each day for 30 days, and deletes the rest and unfinished ones of a
 * killed server.
 */
const thinOut = async (folder: string, now: Date): Promise<void> => {
  const parts = await partsIn(folder);
  const lastOfDay = new Map(
    parts.filter(({ file }) => holdsRows(file)).map((part) => [dayOf(part), part.madeAt.getTime()]),
  );
  for (const part of parts) {
    const age = now.getTime() - part.madeAt.getTime();
    if (age <= dayMs || (lastOfDay.get(dayOf(part)) === part.madeAt.getTime() && age <= keptDays * dayMs)) continue;
    await rm(join(folder, part.file), { force: true });
  }
};

/**
 * Makes a backup if the last one in the folder is older than `everyMs`, and deletes old ones. A lock lets only one of
 * several servers make it.
 * @returns whether one was made
 */
export const backUpWhenDue = async (parts: BackedUp, folder: string, everyMs: number): Promise<boolean> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return inTransaction(parts.connection.pool, 'begin read only', async (client) => {
    const { rows } = await client.query<{ ours: boolean }>('select pg_try_advisory_xact_lock($1) as ours', [
      locks.backup,
    ]);
    const now = parts.clock.now();
    const last = await lastBackup(folder);
    if (!rows[0]?.ours || (last && now.getTime() - last.getTime() < everyMs)) return false;
    if (parts.identity.isQuiet) return false;
    await makeBackup(parts, folder);
    await thinOut(folder, now);
    return true;
  });
};
