import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { asc, gt } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import { dayMs } from '@konsil/server-platform/clock';
import { inTransaction } from '@konsil/server-platform/database/in-transaction';
import { OtherInstallationError } from '@konsil/server-storage/identity';
import { storedObjects } from '@konsil/server-domain/schema';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { loadMasterKeys, type MasterKeys } from '@konsil/server-platform/keys/keys';
import { wrapAnew } from '@konsil/server-platform/keys/vault';
import { endingsFile, linesOfEndings } from '@konsil/server-privacy/endings';
import { linesOfTombstones, takeOverFiles, tombstoneFile } from '@konsil/server-privacy/tombstones';
import { isObjectKey } from '@konsil/server-storage/object-store';
import { markName, readMarkFile, writeMarkFile } from '@konsil/server-storage/mark';
import { readBackupFile, writeBackupFile, type BackupHead, type BackupLine } from './backup-file.ts';
import { partsFor, reached, seenNow } from './backup-logs.ts';
import { dataFileOf, holdsRows, keysBeside, logBeside, madeAtOf } from './backup-names.ts';
import { keptTables, keyTable, migrationsOf, rowsOf } from './backup-tables.ts';
import { headOf } from './restore-rows.ts';

/** The dependencies of a backup, of the server and the CLI alike. */
export type BackedUp = Pick<Kernel, 'env' | 'clock' | 'connection' | 'db' | 'vault' | 'files' | 'identity'>;

const headFor = async (
  { env: { BACKUP_FILES }, identity: { id, env } }: BackedUp,
  asks: Pick<PoolClient, 'query'>,
  madeAt: Date,
) =>
  ({
    kind: 'head',
    made_at: madeAt.toISOString(),
    migrations: await migrationsOf(asks),
    installation: { id, prefix: env.storagePrefix },
    ...(!BACKUP_FILES && { files: 'in_storage' as const }),
  }) satisfies BackupHead;

/** Data keys in the lines of a backup: its secret opens them, also if a rotation has not reached them yet. */
const withItsSecret = (rows: readonly string[], masters: MasterKeys): string[] =>
  rows.map((text) => {
    const row = JSON.parse(text) as { owner_id: string; wrapped: string; master_version: number };
    const { wrapped, masterVersion } = wrapAnew(masters, {
      ownerId: row.owner_id,
      wrapped: Buffer.from(row.wrapped.slice('\\x'.length), 'hex'),
      masterVersion: row.master_version,
    });
    return JSON.stringify({ ...row, wrapped: `\\x${wrapped.toString('hex')}`, master_version: masterVersion });
  });

async function* keyLines(client: PoolClient, head: BackupHead, masters: MasterKeys): AsyncGenerator<BackupLine> {
  yield head;
  for await (const rows of rowsOf(client, keyTable))
    yield { kind: 'rows', table: keyTable, rows: withItsSecret(rows, masters) };
}

async function* linesOf(client: PoolClient, head: BackupHead, tables: readonly string[]): AsyncGenerator<BackupLine> {
  yield head;
  for (const table of tables)
    for await (const rows of rowsOf(client, table, reached(head.logs?.parts ?? [], table)))
      yield { kind: 'rows', table, rows };
}

/** The head of the newest backup in a folder; null if there is none that these secrets open. */
const lastHead = async (folder: string, masters: MasterKeys): Promise<BackupHead | null> => {
  const newest = (await readdir(folder))
    .filter((file) => madeAtOf(file) && holdsRows(file))
    .sort()
    .at(-1);
  return newest === undefined ? null : headOf(join(folder, newest), masters).catch(() => null);
};

// Fewer rows stay in the data file: a year of backups needs no thousands of small files.
const rowsOfPart = 20_000;
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

interface CopiedFiles {
  /** The number of new copies. */
  copied: number;
  /** Copies that the database does not record any more. */
  unrecorded: string[];
}

/** Writes a file that others see only whole. Until then its name is its own: a command may be copying the same one. */
const writeWhole = async (path: string, pieces: AsyncIterable<string | Buffer>): Promise<void> => {
  const unfinished = `${path}.${randomUUID()}.unfinished`;
  try {
    await pipeline(Readable.from(pieces), createWriteStream(unfinished, { mode: 0o600, flush: true }));
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
};

/** Deletes partial copies of a killed server: files older than a day, as no copy takes that long. */
const dropUnfinished = async (folder: string, names: readonly string[]): Promise<void> => {
  for (const path of names.filter((name) => name.endsWith('.unfinished')).map((name) => join(folder, name))) {
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > dayMs) await rm(path, { force: true });
  }
};

/** Copies new files only: stored files are encrypted and immutable. The database rows list the files. */
const copyFiles = async (parts: BackedUp, folder: string): Promise<CopiedFiles> => {
  const { objects } = parts.files;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await readdir(folder);
  await dropUnfinished(folder, names);
  const there = new Set(names.filter(isObjectKey));
  let copied = 0;
  for await (const key of recordedNames(parts)) {
    if (there.delete(key)) continue;
    // A name is recorded before its object, and an object is deleted before its name.
    const stored = await objects.find(key);
    if (!stored) continue;
    await writeWhole(join(folder, key), objects.read(key, 0, stored.size));
    copied += 1;
  }
  return { copied, unrecorded: [...there] };
};

async function* asText(lines: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}

/** Merges erasures and ended access into the folder's files, which exist afterwards, even if empty. */
const keepLists = async (parts: BackedUp, folder: string): Promise<void> => {
  await writeWhole(tombstoneFile(folder), asText(linesOfTombstones(parts, folder)));
  await writeWhole(endingsFile(folder), asText(linesOfEndings(parts, folder)));
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
const writeAll = async (parts: BackedUp, folder: string, path: string, madeAt: Date, enough: number) => {
  const masters = await loadMasterKeys(parts.env);
  await takeOverFiles(parts);
  const { pool } = parts.connection;
  const logs = await partsFor({
    pool,
    masters,
    head: await headFor(parts, pool, madeAt),
    last: await lastHead(folder, masters),
    path: logBeside(path),
    enough,
  });
  // Only what changes is read in one snapshot, which holds vacuum back.
  await inTransaction(pool, 'begin isolation level repeatable read read only', async (client) => {
    const head = await headFor(parts, client, madeAt);
    await writeBackupFile(keysBeside(path), masters, keyLines(client, head, masters));
    const whole = { ...head, logs: { parts: logs, seen: await seenNow(client) } };
    await writeBackupFile(path, masters, linesOf(client, whole, await keptTables(client)));
  });
  // After the rows: files that they refer to exist by then.
  const files = parts.env.BACKUP_FILES ? await copyFiles(parts, join(folder, 'files')) : null;
  await keepLists(parts, folder);
  let pieces = 0;
  for await (const _line of readBackupFile(path, masters)) pieces += 1;
  return { path, pieces, files: files?.copied ?? 0, unrecorded: files?.unrecorded ?? null };
};

/**
 * Makes an encrypted copy of everything while servers are running, and reads it back.
 * @param enough the number of rows from which on a file is written that later backups share
 * @returns the data file, the number of verified chunks, the number of new files, and the copied files that the
 * database does not record any more (null if files are not copied: `BACKUP_FILES`)
 * @throws {Error} if a step failed; then no complete backup exists
 */
export const makeBackup = async (
  parts: BackedUp,
  folder: string,
  enough = rowsOfPart,
): Promise<{ path: string; pieces: number; files: number; unrecorded: string[] | null }> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await insistOnOwnFolder(parts, folder);
  const madeAt = parts.clock.now();
  const path = dataFileOf(folder, madeAt);
  try {
    return await writeAll(parts, folder, path, madeAt, enough);
  } catch (error) {
    await Promise.all([path, keysBeside(path), logBeside(path)].map((file) => rm(file, { force: true })));
    throw error;
  }
};
