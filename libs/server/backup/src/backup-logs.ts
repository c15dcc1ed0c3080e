import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { OperatorError } from '@konsil/server-consultation/doctors/invitations';
import { minuteMs } from '@konsil/server-platform/clock';
import { inTransaction } from '@konsil/server-platform/database/in-transaction';
import type { MasterKeys } from '@konsil/server-platform/keys/keys';
import { isSealedAnew, readBackupFile, writeBackupFile, type BackupHead, type BackupLine } from './backup-file.ts';
import { migrationsOf } from './backup-tables.ts';

/** Tables to which rows are only added, by rising ids (a trigger refuses anything else): each row is backed up once. */
export const logTables = ['audit_records', 'kept_entries'] as const;
type LogTable = (typeof logTables)[number];

/** The range of a table's rows in a part: ids above `after`, up to `to`. */
interface LogRange {
  table: LogTable;
  after: number;
  to: number;
  count: number;
  /** The checksum of the row with the id `to`; empty for a range without rows. */
  print: string;
}
/** One file of rows. A backup names all parts that it needs, from the first row on. */
export interface LogPart {
  file: string;
  size: number;
  sha256: string;
  ranges: LogRange[];
}
/** The rows that the next backup may put into a part, and the first transaction that could still add to them. */
export interface LogsSeen {
  tops: { table: LogTable; id: number; print: string }[];
  before: string;
}
export interface BackupLogs {
  parts: LogPart[];
  seen: LogsSeen;
}

const printOf = (row: string): string => createHash('sha256').update(row).digest('hex');
const nameIn = (path: string): string => path.split('/').at(-1) ?? path;

const fileSum = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex');
};

type Asks = Pick<Pool | PoolClient, 'query'>;

const rowAt = async (asks: Asks, table: LogTable, id: number): Promise<string> => {
  const { rows } = await asks.query<{ row: string }>(`select to_jsonb(t)::text as row from ${table} t where id = $1`, [
    id,
  ]);
  return rows[0] ? printOf(rows[0].row) : '';
};

/** The state of the tables that a backup sees, within its snapshot. */
export const seenNow = async (client: PoolClient): Promise<LogsSeen> => {
  const { rows } = await client.query<{ before: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as before',
  );
  const tops: LogsSeen['tops'] = [];
  for (const table of logTables) {
    const { rows: found } = await client.query<{ id: string | null }>(`select max(id) as id from ${table}`);
    const id = Number(found[0]?.id ?? 0);
    tops.push({ table, id, print: id === 0 ? '' : await rowAt(client, table, id) });
  }
  return { tops, before: rows[0]?.before ?? '' };
};

/** The id of the last row of a table that the parts contain; 0 if there is none. */
export const reached = (parts: readonly LogPart[], table: string): number =>
  parts.at(-1)?.ranges.find((range) => range.table === table)?.to ?? 0;

interface Chain {
  pool: Pool;
  masters: MasterKeys;
  folder: string;
  parts: readonly LogPart[];
  /** Reads the files, too: a disk may have changed them. */
  thorough: boolean;
}
/** True if the parts are in the folder and open with the current secret, and the last one has rows of this database. */
const isOurs = async ({ pool, masters, folder, parts, thorough }: Chain): Promise<boolean> => {
  for (const { file, size, sha256 } of parts) {
    const path = join(folder, file);
    if ((await stat(path).catch(() => null))?.size !== size || !(await isSealedAnew(path, masters))) return false;
    if (thorough && (await fileSum(path)) !== sha256) return false;
  }
  for (const { table, after, to, count, print } of parts.at(-1)?.ranges ?? []) {
    if (to > 0 && (await rowAt(pool, table, to)) !== print) return false;
    // A database restored from an earlier backup lacks what was being written when that was made.
    const { rows } = await inTransaction(pool, 'begin read only', (client) =>
      client.query<{ count: string }>(`select count(*) as count from ${table} where id > $1 and id <= $2`, [after, to]),
    );
    if (Number(rows[0]?.count) !== count) return false;
  }
  return true;
};

/** Every transaction that ran when the last backup was made has ended, so no row appears any more below what it saw. */
const isSettled = async (pool: Pool, { made_at: madeAt, logs }: BackupHead, now: string): Promise<boolean> => {
  const { tops, before } = logs?.seen ?? { tops: [], before: '0' };
  // One may have taken the id of its first row before it had a number; statements last no longer than 15 s.
  if (Date.parse(now) - Date.parse(madeAt) < minuteMs) return false;
  const { rows } = await pool.query<{ settled: boolean }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text::numeric >= $1::numeric as settled',
    [before],
  );
  if (!rows[0]?.settled) return false;
  for (const { table, id, print } of tops) if (id > 0 && (await rowAt(pool, table, id)) !== print) return false;
  return true;
};

const atOnce = 2000;

/** Rows by id, each page in a separate statement, so that no long transaction blocks vacuum. */
async function* pages(pool: Pool, table: LogTable, after: number, to: number): AsyncGenerator<string[]> {
  for (let last = after; last < to; ) {
    const { rows } = await pool.query<{ id: string; row: string }>(
      `select id, to_jsonb(t)::text as row from ${table} t where id > $1 and id <= $2 order by t.id limit ${atOnce}`,
      [last, to],
    );
    if (rows.length === 0) return;
    yield rows.map(({ row }) => row);
    last = Number(rows.at(-1)?.id);
  }
}

interface NewPart {
  pool: Pool;
  masters: MasterKeys;
  head: BackupHead;
  /** The head of the last backup in the folder. */
  last: BackupHead | null;
  /** The file of a new part. */
  path: string;
  /** A part is worth a file from so many rows on. */
  enough: number;
}

/**
 * The parts that a backup needs: those of the last backup, and a new part with the rows that it saw and no part
 * contains yet. Starts anew, without parts, if a file is missing, changed or sealed with an earlier secret, if the data
 * model changed, or if the rows belong to another database.
 */
export const partsFor = async ({ pool, masters, head, last, path, enough }: NewPart): Promise<LogPart[]> => {
  const logs = last?.logs;
  const isSame = last?.migrations === head.migrations && last.installation.id === head.installation.id;
  if (!last || !logs || !isSame) return [];
  const { parts, seen } = logs;
  const folder = path.slice(0, -nameIn(path).length);
  // The first backup of a day: they may be many gigabytes.
  const thorough = last.made_at.slice(0, 10) !== head.made_at.slice(0, 10);
  if (!(await isOurs({ pool, masters, folder, parts, thorough }))) return [];
  const wanted = seen.tops.map(({ table, id, print }) => ({ table, after: reached(parts, table), to: id, print }));
  const most = wanted.reduce((sum, { after, to }) => sum + Math.max(0, to - after), 0);
  if (most < enough || !(await isSettled(pool, last, head.made_at))) return parts;
  const ranges: LogRange[] = [];
  async function* lines(): AsyncGenerator<BackupLine> {
    yield head;
    for (const { table, after, to, print } of wanted) {
      let count = 0;
      for await (const rows of pages(pool, table, after, to)) {
        count += rows.length;
        yield { kind: 'rows', table, rows };
      }
      ranges.push({ table, after, to: Math.max(after, to), count, print });
    }
  }
  await writeBackupFile(path, masters, lines());
  const part = { file: nameIn(path), size: (await stat(path)).size, sha256: await fileSum(path), ranges };
  let read = 0;
  for await (const line of readBackupFile(path, masters)) if (line.kind === 'rows') read += line.rows.length;
  if (read !== ranges.reduce((sum, { count }) => sum + count, 0)) {
    await rm(path, { force: true });
    throw new Error(`${part.file} was not written as it should be.`);
  }
  return [...parts, part];
};

/**
 * Reads the parts of a backup in order.
 * @throws {OperatorError} one sentence if a part is missing, changed, or does not follow the one before
 */
export async function* readParts(
  folder: string,
  masters: MasterKeys,
  parts: readonly LogPart[],
): AsyncGenerator<BackupLine> {
  const at = new Map<string, number>();
  for (const { file, sha256, ranges } of parts) {
    const path = join(folder, file);
    if (!(await stat(path).catch(() => null)))
      throw new OperatorError(`${path} is missing: this backup needs it, take one that does not.`);
    if ((await fileSum(path)) !== sha256)
      throw new OperatorError(`${path} is not what this backup needs: it was changed, take another backup.`);
    const counts = new Map<string, number>();
    for await (const line of readBackupFile(path, masters)) {
      if (line.kind !== 'rows') continue;
      counts.set(line.table, (counts.get(line.table) ?? 0) + line.rows.length);
      yield line;
    }
    for (const { table, after, to, count } of ranges) {
      if (after !== (at.get(table) ?? 0) || count !== (counts.get(table) ?? 0))
        throw new OperatorError(`${path} does not follow the part before it: take another backup.`);
      at.set(table, to);
    }
  }
}

/** The database that a backup is restored into has the data model of the backup. */
export const insistOnSameModel = async (client: PoolClient, { migrations }: BackupHead): Promise<void> => {
  if (migrations !== (await migrationsOf(client)))
    throw new OperatorError(
      'This backup was made by another version of Konsil. Restore it with that version, then update.',
    );
};
