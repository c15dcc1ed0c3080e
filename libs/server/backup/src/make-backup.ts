import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { asc, gt } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import { inTransaction } from '@konsil/server-platform/database/in-transaction';
import { OtherInstallationError } from '@konsil/server-storage/identity';
import { storedObjects } from '@konsil/server-domain/schema';
import type { Kernel } from '@konsil/server-domain/http/kernel';
import { loadMasterKeys } from '@konsil/server-platform/keys/keys';
import { linesOfTombstones, takeOverFiles, tombstoneFile } from '@konsil/server-privacy/tombstones';
import { markName, readMarkFile, writeMarkFile } from '@konsil/server-storage/mark';
import { readBackupFile, writeBackupFile, type BackupLine } from './backup-file.ts';
import { dataFileOf, keysBeside } from './backup-names.ts';
import { keptTables, keyTable, migrationsOf, rowsOf } from './backup-tables.ts';

/** The dependencies of a backup, of the server and the CLI alike. */
export type BackedUp = Pick<Kernel, 'env' | 'clock' | 'connection' | 'db' | 'vault' | 'files' | 'identity'>;

async function* linesOf(
  { identity: { id, env } }: BackedUp,
  client: PoolClient,
  tables: readonly string[],
  madeAt: Date,
): AsyncGenerator<BackupLine> {
  yield {
    kind: 'head',
    made_at: madeAt.toISOString(),
    migrations: await migrationsOf(client),
    installation: { id, prefix: env.storagePrefix },
  };
  for (const table of tables) for await (const rows of rowsOf(client, table)) yield { kind: 'rows', table, rows };
}

const namesAtOnce = 1000;

/** The recorded names, in the order of keys. */
async function* recordedNames({ db }: BackedUp): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const rows = await db
      .select({ key: storedObjects.key })
      .from(storedObjects)
      .where(gt(storedObjects.key, after))
      .orderBy(asc(storedObjects.key))
      .limit(namesAtOnce);
    for (const { key } of rows) yield key;
    const last = rows.at(-1);
    if (!last) return;
    after = last.key;
  }
}

/** Copies new files only: stored files are encrypted and immutable. The rows say which there are. */
const copyFiles = async (parts: BackedUp, folder: string): Promise<number> => {
  const { objects } = parts.files;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const there = new Set(await readdir(folder));
  let copied = 0;
  for await (const key of recordedNames(parts)) {
    if (there.has(key)) continue;
    // A name is recorded before its object, and an object is deleted before its name.
    const stored = await objects.find(key);
    if (!stored) continue;
    const unfinished = join(folder, `${key}.unfinished`);
    await pipeline(
      Readable.from(objects.read(key, 0, stored.size)),
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
    );
    await rename(unfinished, join(folder, key));
    copied += 1;
  }
  return copied;
};

/** Merges the installation's erasures into the folder's file, which exists afterwards, even if empty. */
const keepErasures = async (parts: BackedUp, folder: string): Promise<void> => {
  async function* lines() {
    for await (const line of linesOfTombstones(parts, folder)) yield `${JSON.stringify(line)}\n`;
  }
  const unfinished = `${tombstoneFile(folder)}.unfinished`;
  await pipeline(Readable.from(lines()), createWriteStream(unfinished, { mode: 0o600, flush: true }));
  await rename(unfinished, tombstoneFile(folder));
};

/** @throws {OtherInstallationError} if the folder holds another installation's backups, or those of the original of this quiet copy */
const insistOnOwnFolder = async ({ identity: { id, isQuiet } }: BackedUp, folder: string): Promise<void> => {
  const path = join(folder, markName);
  const mark = await readMarkFile(path);
  if (mark && mark.id !== id)
    throw new OtherInstallationError(
      `${folder} holds the backups of installation ${mark.id}, this is installation ${id}: choose another folder.`,
    );
  if (mark && isQuiet)
    throw new OtherInstallationError(
      `${folder} holds the backups of installation ${id}, and this is a quiet copy of it: choose an empty folder.`,
    );
  if (!mark) await writeMarkFile(path, { id });
};

/** Writes the rows, copies new files, and reads the rows back. */
const writeAll = async (parts: BackedUp, folder: string, path: string, madeAt: Date) => {
  const masters = await loadMasterKeys(parts.env);
  await takeOverFiles(parts);
  await inTransaction(parts.connection.pool, 'begin isolation level repeatable read read only', async (client) => {
    await writeBackupFile(keysBeside(path), masters, linesOf(parts, client, [keyTable], madeAt));
    await writeBackupFile(path, masters, linesOf(parts, client, await keptTables(client), madeAt));
  });
  // After the rows: files that they refer to exist by then.
  const files = await copyFiles(parts, join(folder, 'files'));
  await keepErasures(parts, folder);
  let pieces = 0;
  for await (const _line of readBackupFile(path, masters)) pieces += 1;
  return { path, pieces, files };
};

/**
 * Makes an encrypted copy of everything while servers are running, and reads it back.
 * @returns the data file, the number of verified chunks, and the number of new files
 * @throws {Error} if a step failed; then no complete backup exists
 */
export const makeBackup = async (
  parts: BackedUp,
  folder: string,
): Promise<{ path: string; pieces: number; files: number }> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await insistOnOwnFolder(parts, folder);
  const madeAt = parts.clock.now();
  const path = dataFileOf(folder, madeAt);
  try {
    return await writeAll(parts, folder, path, madeAt);
  } catch (error) {
    await Promise.all([path, keysBeside(path)].map((file) => rm(file, { force: true })));
    throw error;
  }
};
