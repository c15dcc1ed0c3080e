import { and, gte, inArray, lt, sql } from 'drizzle-orm';
import { erasedFiles, storedObjects } from '@konsil/server-domain/schema';
import { dayMs, later } from '@konsil/server-platform/clock';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { plainSize, sealedSize } from '@konsil/server-storage/chunk-cipher';
import { DamagedFile, pieces, type StoredObject } from '@konsil/server-storage/object-store';
import { references } from './stored-references.ts';

/**
 * `missing`: a row names an object that is not stored. `wrong_size`: its size is not the one of the row, or of no file of
 * ours. `unknown`: stored, but never recorded in this database. `unused`: recorded and stored, but no row names it.
 */
export type StorageFault = 'missing' | 'wrong_size' | 'unknown' | 'unused';

export interface StorageDifference {
  fault: StorageFault;
  key: string;
  /** The kind of row that names the object: `document`, `view`, `preview`, `export`, `share`, and the id of its row. */
  of?: { kind: string; id: string };
}

export interface StorageReport {
  /** Objects that rows name. */
  named: number;
  stored: number;
  differences: StorageDifference[];
}

interface Reference extends Record<string, unknown> {
  key: string;
  kind: string;
  row: string;
  size: number | null;
}

type Parts = Pick<Kernel, 'db' | 'files' | 'clock'>;

const batch = 500;
// An export being made, or one that has just expired, has no row that counts.
const youngMs = 2 * dayMs;

/** The exclusive end of a range of keys; the last range ends at "g", after the last hexadecimal digit. */
const endOf = (piece: string): string => pieces[pieces.indexOf(piece) + 1] ?? 'g';

const referencesOf = async (db: Parts['db'], piece: string): Promise<Reference[]> =>
  (
    await db.execute<Reference>(sql`
    select * from (${references}) r where r.key >= ${piece} and r.key < ${endOf(piece)}`)
  ).rows;

const sizeFits = ({ key, size }: StoredObject, plain: number | null): boolean => {
  if (plain !== null) return size === sealedSize(plain);
  try {
    return plainSize(size, key) >= 0;
  } catch (error) {
    if (error instanceof DamagedFile) return false;
    throw error;
  }
};

const stillNamed = async (db: Parts['db'], { key, row }: Reference): Promise<boolean> =>
  (await db.execute(sql`select 1 from (${references}) r where r.key = ${key} and r.row = ${row}`)).rows.length > 0;

/** The present state of one object: servers may have stored or deleted it since the lists were read. */
const judgeNamed = async ({ db, files }: Parts, reference: Reference): Promise<StorageDifference | undefined> => {
  const { key, kind, row: id, size } = reference;
  const found = await files.objects.find(key);
  if (found && sizeFits(found, size)) return undefined;
  if (!(await stillNamed(db, reference))) return undefined;
  return { fault: found ? 'wrong_size' : 'missing', key, of: { kind, id } };
};

const comparePiece = async (parts: Parts, piece: string, now: Date): Promise<StorageReport> => {
  const { db, files } = parts;
  // Lists the storage first: a key is recorded before its object is stored, and an object is stored before a row names
  // it.
  const stored = new Map<string, StoredObject>();
  for await (const object of files.objects.list(piece)) stored.set(object.key, object);
  const named = await referencesOf(db, piece);
  const inRange = and(gte(storedObjects.key, piece), lt(storedObjects.key, endOf(piece)));
  const recorded = new Map((await db.select().from(storedObjects).where(inRange)).map((row) => [row.key, row]));
  const differences: StorageDifference[] = [];
  for (const reference of named) {
    const object = stored.get(reference.key);
    if (object && sizeFits(object, reference.size)) continue;
    const difference = await judgeNamed(parts, reference);
    if (difference) differences.push(difference);
  }
  const inUse = new Set(named.map(({ key }) => key));
  const others = [...stored.keys()].filter((key) => !inUse.has(key));
  const waiting = new Set<string>();
  for (let from = 0; from < others.length; from += batch)
    for (const { key } of await db
      .select({ key: erasedFiles.storageKey })
      .from(erasedFiles)
      .where(inArray(erasedFiles.storageKey, others.slice(from, from + batch))))
      waiting.add(key);
  for (const key of others) {
    const row = recorded.get(key);
    // Not yet in use, or about to be deleted.
    if (waiting.has(key) || (row && row.createdAt > later(now, -youngMs))) continue;
    if (await files.objects.find(key)) differences.push({ fault: row ? 'unused' : 'unknown', key });
  }
  return { named: named.length, stored: stored.size, differences };
};

/** Compares rows and stored objects, piece by piece, while servers go on. Changes nothing. */
export const compareStorage = async (parts: Parts): Promise<StorageReport> => {
  const report: StorageReport = { named: 0, stored: 0, differences: [] };
  for (const piece of pieces) {
    const { named, stored, differences } = await comparePiece(parts, piece, parts.clock.now());
    report.named += named;
    report.stored += stored;
    report.differences.push(...differences);
  }
  return report;
};
