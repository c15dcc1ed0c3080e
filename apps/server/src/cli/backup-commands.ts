import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { verifyChains } from '../kernel/audit.ts';
import { anchorFile } from '../kernel/housekeeping.ts';
import { loadMasterKeys } from '../kernel/keys.ts';
import { Vault } from '../kernel/vault.ts';
import { NotPossible } from '../modules/accounts/invitations.ts';
import { isObjectKey } from '../storage/object-store.ts';
import { readBackupFile, writeBackupFile, type BackupLine } from './backup-file.ts';
import { advanceSequences, insertRows, keptTables, keyTable, migrationsOf, rowsOf } from './backup-tables.ts';
import type { Command, Installation } from './command.ts';

const stampOf = (moment: Date) => moment.toISOString().replace(/[:.]/g, '-');
const keysBeside = (path: string) => path.replace(/\.data$/, '.keys');

const inTransaction = async <T>({ connection }: Installation, begin: string, work: (client: PoolClient) => Promise<T>): Promise<T> => {
  const client = await connection.pool.connect();
  try {
    await client.query(begin);
    await client.query('set local statement_timeout = 0');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
};

async function* linesOf(client: PoolClient, tables: readonly string[], madeAt: Date): AsyncGenerator<BackupLine> {
  yield { kind: 'head', made_at: madeAt.toISOString(), migrations: await migrationsOf(client) };
  for (const table of tables) for await (const rows of rowsOf(client, table)) yield { kind: 'rows', table, rows };
}

/** Copies what is not there yet: stored files are encrypted and never change. */
const copyFiles = async ({ files: { objects } }: Installation, folder: string): Promise<number> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const there = new Set(await readdir(folder));
  let copied = 0;
  for await (const { key } of objects.list()) {
    if (there.has(key)) continue;
    const unfinished = join(folder, `${key}.unfinished`);
    await pipeline(Readable.from(objects.read(key, 0, await objects.size(key))), createWriteStream(unfinished, { mode: 0o600, flush: true }));
    await rename(unfinished, join(folder, key));
    copied += 1;
  }
  return copied;
};

const backup: Command = {
  name: 'backup',
  summary: 'Copy everything, encrypted, into a folder; servers go on working',
  usage: '<folder>',
  help: [
    'Writes konsil-<time>.data and .keys, and the files that are new since the last backup into files/.',
    'The backup opens only with KONSIL_SECRET (or secret.key of the data folder): keep that somewhere else.',
    'Old .keys files should be deleted after 30 days: erased people are then gone from the backups too.',
  ],
  words: 1,
  run: async ({ installation, words: [folder = ''], say }) => {
    const target = resolve(folder);
    await mkdir(target, { recursive: true, mode: 0o700 });
    const masters = await loadMasterKeys(installation.env);
    const madeAt = installation.clock.now();
    const path = join(target, `konsil-${stampOf(madeAt)}.data`);
    await inTransaction(installation, 'begin isolation level repeatable read read only', async (client) => {
      await writeBackupFile(keysBeside(path), masters, linesOf(client, [keyTable], madeAt));
      await writeBackupFile(path, masters, linesOf(client, await keptTables(client), madeAt));
    });
    // After the rows: a file that a row speaks of is there by then.
    const copied = await copyFiles(installation, join(target, 'files'));
    let lines = 0;
    for await (const _line of readBackupFile(path, masters)) lines += 1;
    say(`${path} was written and read back (${lines} pieces), with ${copied} new files.`);
  },
};

const restoreRows = async (client: PoolClient, lines: AsyncIterable<BackupLine>): Promise<number> => {
  let restored = 0;
  for await (const line of lines) {
    if (line.kind === 'head' && line.migrations !== (await migrationsOf(client))) {
      throw new NotPossible('This backup was made by another version of Konsil. Restore it with that version, then update.');
    }
    if (line.kind !== 'rows') continue;
    await insertRows(client, line.table, line.rows);
    restored += line.rows.length;
  }
  return restored;
};

const restoreFiles = async ({ files: { objects } }: Installation, folder: string): Promise<number> => {
  let copied = 0;
  for (const key of (await readdir(folder).catch(() => [])).filter(isObjectKey)) {
    if (await objects.size(key).then(() => true, () => false)) continue;
    await objects.put(key, createReadStream(join(folder, key)) as AsyncIterable<Buffer>);
    copied += 1;
  }
  return copied;
};

const restore: Command = {
  name: 'restore',
  summary: 'Put a backup into an empty installation; no server may run',
  usage: '<folder>/konsil-<time>.data',
  help: ['Erasures that happened after the backup are carried out again at the next start, as long as erasures.jsonl of the data folder is there.'],
  words: 1,
  run: async ({ installation, words: [path = ''], say }) => {
    const source = resolve(path);
    const masters = await loadMasterKeys(installation.env);
    const rows = await inTransaction(installation, 'begin', async (client) => {
      if ((await client.query('select 1 from accounts limit 1')).rows.length > 0) throw new NotPossible('This installation is not empty. Restore into a new data folder or database.');
      const { rows: servers } = await client.query("select 1 from pg_stat_activity where application_name = 'konsil listener' and datname = current_database()");
      if (servers.length > 0) throw new NotPossible('A server is running on this database. Stop it first.');
      await client.query(`delete from ${keyTable}`);
      await restoreRows(client, readBackupFile(keysBeside(source), masters));
      const restored = await restoreRows(client, readBackupFile(source, masters));
      await advanceSequences(client);
      return restored;
    });
    const files = await restoreFiles(installation, join(source, '..', 'files'));
    // The anchors speak of records after the backup, which are gone now.
    const anchors = anchorFile(installation.env.KONSIL_DATA_DIR);
    if (await stat(anchors).then(() => true, () => false)) await rename(anchors, `${anchors}.before-restore-${stampOf(installation.clock.now())}`);
    // The restored installation key is another one than the empty installation had.
    const vault = await Vault.open(installation.db, async () => masters);
    const { faults, records } = await verifyChains(installation.db, vault);
    say(`${rows} rows and ${files} files were restored; ${records} records of the access log ${faults.length === 0 ? 'are whole' : `have ${faults.length} faults`}.`);
    return faults.length === 0 ? 0 : 1;
  },
};

export const backupCommands: readonly Command[] = [backup, restore];
