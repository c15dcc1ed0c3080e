import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inTransaction } from '../db/in-transaction.ts';
import { dayMs } from '../kernel/clock.ts';
import { keysBeside, madeAtOf } from './backup-names.ts';
import { makeBackup, type BackedUp } from './make-backup.ts';

const lock = 4_715_011;
/** Older backups could bring back people who asked for erasure. */
const keptDays = 30;

interface Kept {
  file: string;
  madeAt: Date;
}

const backupsIn = async (folder: string): Promise<Kept[]> =>
  (await readdir(folder)).flatMap((file) => {
    const madeAt = madeAtOf(file);
    return madeAt ? [{ file, madeAt }] : [];
  }).sort((one, other) => one.madeAt.getTime() - other.madeAt.getTime());

const dayOf = ({ madeAt }: Kept): string => madeAt.toISOString().slice(0, 10);

/** Keeps every backup of the last day, the last one of each day for 30 days, and none after that. */
const thinOut = async (folder: string, now: Date): Promise<void> => {
  const backups = await backupsIn(folder);
  for (const [index, backup] of backups.entries()) {
    const age = now.getTime() - backup.madeAt.getTime();
    const next = backups[index + 1];
    const lastOfDay = !next || dayOf(next) !== dayOf(backup);
    if (age <= dayMs || (lastOfDay && age <= keptDays * dayMs)) continue;
    const path = join(folder, backup.file);
    await rm(keysBeside(path), { force: true });
    await rm(path, { force: true });
  }
};

/**
 * Makes a backup when the last one in the folder is older than `everyMs`, and thins out the old ones.
 * Servers that share the folder take turns: one of them makes it.
 * @returns whether one was made
 */
export const backUpWhenDue = async (parts: BackedUp, folder: string, everyMs: number): Promise<boolean> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return inTransaction(parts.connection.pool, 'begin read only', async (client) => {
    const { rows } = await client.query<{ ours: boolean }>('select pg_try_advisory_xact_lock($1) as ours', [lock]);
    const now = parts.clock.now();
    const last = (await backupsIn(folder)).at(-1);
    if (!rows[0]?.ours || (last && now.getTime() - last.madeAt.getTime() < everyMs)) return false;
    await makeBackup(parts, folder);
    await thinOut(folder, now);
    return true;
  });
};
