import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { inTransaction } from '@konsil/server-platform/database/in-transaction';
import { anchorFile } from '@konsil/server-platform/audit/audit-anchors';
import { NotOurs } from '@konsil/server-storage/identity';
import { readText } from '@konsil/server-platform/audit/kept-lines';
import type { Kernel } from '@konsil/server-domain/http/kernel';
import { loadMasterKeys } from '@konsil/server-platform/keys/keys';
import { tombstoneFile } from '@konsil/server-privacy/tombstones';
import { markName, readMarkFile, writeMarkFile } from '@konsil/server-storage/mark';
import { readBackupFile, writeBackupFile, type BackupLine } from './backup-file.ts';
import { anchorsBeside, dataFileOf, keysBeside } from './backup-names.ts';
import { keptTables, keyTable, migrationsOf, rowsOf } from './backup-tables.ts';

/** What a backup is made of; a server has it, and so has the command line. */
export type BackedUp = Pick<Kernel, 'env' | 'clock' | 'connection' | 'files' | 'identity'>;

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

/** Copies what is not there yet: stored files are encrypted and never change. */
const copyFiles = async ({ files: { objects } }: BackedUp, folder: string): Promise<number> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const there = new Set(await readdir(folder));
  let copied = 0;
  for await (const { key } of objects.list()) {
    if (there.has(key)) continue;
    const unfinished = join(folder, `${key}.unfinished`);
    await pipeline(
      Readable.from(objects.read(key, 0, await objects.size(key))),
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
    );
    await rename(unfinished, join(folder, key));
    copied += 1;
  }
  return copied;
};

const writeText = async (path: string, text: string): Promise<void> => {
  const unfinished = `${path}.unfinished`;
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
};

/** Adds the erasures that another folder knows of to those of this one; the file is there afterwards, be it empty. */
export const gatherTombstones = async (from: string, to: string): Promise<void> => {
  const [there, more] = await Promise.all([to, from].map((folder) => readText(tombstoneFile(folder))));
  const lines = new Set(`${there}\n${more}`.split('\n').filter(Boolean));
  await writeText(tombstoneFile(to), [...lines].map((line) => `${line}\n`).join(''));
};

/** @throws {NotOurs} when the folder holds another installation's backups, or those of the one that this is a quiet copy of */
const insistOnOwnFolder = async ({ identity: { id, isQuiet } }: BackedUp, folder: string): Promise<void> => {
  const path = join(folder, markName);
  const mark = await readMarkFile(path);
  if (mark && mark.id !== id)
    throw new NotOurs(
      `${folder} holds the backups of installation ${mark.id}, this is installation ${id}: choose another folder.`,
    );
  if (mark && isQuiet)
    throw new NotOurs(
      `${folder} holds the backups of installation ${id}, and this is a quiet copy of it: choose an empty folder.`,
    );
  if (!mark) await writeMarkFile(path, { id });
};

/** Writes the rows, copies the files that are new, and reads the rows back. */
const writeAll = async (parts: BackedUp, folder: string, path: string, madeAt: Date) => {
  const masters = await loadMasterKeys(parts.env);
  // Before the rows: what the anchors speak of is among them then.
  await writeText(anchorsBeside(path), await readText(anchorFile(parts.env.KONSIL_DATA_DIR)));
  await inTransaction(parts.connection.pool, 'begin isolation level repeatable read read only', async (client) => {
    await writeBackupFile(keysBeside(path), masters, linesOf(parts, client, [keyTable], madeAt));
    await writeBackupFile(path, masters, linesOf(parts, client, await keptTables(client), madeAt));
  });
  // After the rows: a file that a row speaks of is there by then.
  const files = await copyFiles(parts, join(folder, 'files'));
  await gatherTombstones(parts.env.KONSIL_DATA_DIR, folder);
  let pieces = 0;
  for await (const _line of readBackupFile(path, masters)) pieces += 1;
  return { path, pieces, files };
};

/**
 * Copies everything, encrypted, into a folder while servers go on working, and reads the copy back.
 * @returns the file of the rows, how many pieces were read back, and how many files were new
 * @throws {Error} when a step failed; no part of the backup stands under its name then
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
    await Promise.all([path, keysBeside(path), anchorsBeside(path)].map((file) => rm(file, { force: true })));
    throw error;
  }
};
