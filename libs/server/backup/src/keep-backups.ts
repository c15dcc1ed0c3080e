import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inTransaction } from '@konsil/server-platform/database/in-transaction';
import { refuseFastClock } from '@konsil/server-platform/database/time';
import { locks } from '@konsil/server-platform/database/locks';
import { clockSkewMs, dayMs, later } from '@konsil/server-platform/clock';
import { loadMasterKeys, type MasterKeys } from '@konsil/server-platform/keys/keys';
import { holdsRows, isLog, madeAtOf } from './backup-names.ts';
import { makeBackup, type BackedUp } from './make-backup.ts';
import { headOf } from './restore-rows.ts';
import { thinOutFiles } from './thin-files.ts';
import { keptMs } from '@konsil/server-platform/retention';

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

/** The time of the newest backup in a folder, without those of a machine, or a time, whose clock was fast: no later one would be made. */
export const lastBackup = async (folder: string, now: Date): Promise<Date | undefined> =>
  (await partsIn(folder)).findLast(({ file, madeAt }) => holdsRows(file) && madeAt <= later(now, clockSkewMs))?.madeAt;

/** The times of the oldest and newest backup in a folder, also of those that are being made. */
const spanOf = async (folder: string): Promise<[oldest: Date, newest: Date] | null> => {
  const parts = (await partsIn(folder)).filter(({ file }) => !isLog(file));
  const [oldest, newest] = [parts[0], parts.at(-1)];
  return oldest && newest ? [oldest.madeAt, newest.madeAt] : null;
};

const dayOf = ({ madeAt }: Part): string => madeAt.toISOString().slice(0, 10);

/** The files of rows that some backup in the folder names; null if that is not known of one. */
const namedLogs = async (folder: string, masters: MasterKeys): Promise<Set<string> | null> => {
  const named = new Set<string>();
  for (const { file } of (await partsIn(folder)).filter((part) => holdsRows(part.file))) {
    const head = await headOf(join(folder, file), masters).catch(() => null);
    if (!head) return null;
    for (const part of head.logs?.parts ?? []) named.add(part.file);
  }
  return named;
};

/** Deletes the files of rows that no backup needs any more: of an earlier data model, or of a killed server. */
const thinOutLogs = async (folder: string, now: Date, masters: MasterKeys): Promise<void> => {
  const old = (await partsIn(folder)).filter(
    ({ file, madeAt }) => isLog(file) && now.getTime() - madeAt.getTime() > dayMs,
  );
  const named = old.length > 0 ? await namedLogs(folder, masters) : null;
  if (named) for (const { file } of old) if (!named.has(file)) await rm(join(folder, file), { force: true });
};

/**
 * Keeps all backups of the last day and the last of each day for 30 days, and deletes the rest and unfinished ones of a
 * killed server.
 */
const thinOut = async (folder: string, now: Date): Promise<void> => {
  const parts = (await partsIn(folder)).filter(({ file }) => !isLog(file));
  const lastOfDay = new Map(
    parts.filter(({ file }) => holdsRows(file)).map((part) => [dayOf(part), part.madeAt.getTime()]),
  );
  for (const part of parts) {
    const age = now.getTime() - part.madeAt.getTime();
    if (age <= dayMs || (lastOfDay.get(dayOf(part)) === part.madeAt.getTime() && age <= keptMs('backups'))) continue;
    await rm(join(folder, part.file), { force: true });
  }
};

/**
 * Makes a backup if the last one in the folder is older than `everyMs`, and deletes old ones. A lock lets only one of
 * several servers make it.
 * @returns whether one was made
 */
export const backUpWhenDue = async (
  parts: BackedUp,
  folder: string,
  everyMs: number,
  enough?: number,
): Promise<boolean> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return inTransaction(parts.connection.pool, 'begin read only', async (client) => {
    const { rows } = await client.query<{ ours: boolean }>('select pg_try_advisory_xact_lock($1) as ours', [
      locks.backup,
    ]);
    const now = parts.clock.now();
    const last = await lastBackup(folder, now);
    if (!rows[0]?.ours || (last && now.getTime() - last.getTime() < everyMs)) return false;
    if (parts.identity.isQuiet) return false;
    const { unrecorded } = await makeBackup(parts, folder, enough);
    await refuseFastClock(parts.connection.db);
    await thinOut(folder, now);
    await thinOutLogs(folder, now, await loadMasterKeys(parts.env));
    const span = await spanOf(folder);
    if (!unrecorded || !span) return true;
    // A time after this backup, whose rows may still name what was deleted while its files were copied; and not before
    // one that a command made on a machine whose clock is fast.
    const [oldest, newest] = span;
    await thinOutFiles(folder, unrecorded, oldest, new Date(Math.max(parts.clock.now().getTime(), newest.getTime())));
    return true;
  });
};
