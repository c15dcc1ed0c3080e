import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import type { Database, Tx } from '../database/client.ts';
import { locks } from '../database/locks.ts';
import { installation, keptEntries } from '../database/tables.ts';
import { hmac, sameBytes } from '../keys/crypto.ts';
import type { Vault } from '../keys/vault.ts';

/** The part of a storage for objects that are written once and never changed or deleted. */
export interface KeptObjects {
  /** @returns false if an object with this name exists; that object stays unchanged */
  keep(name: string, bytes: Buffer): Promise<boolean>;
  /** Null if there is none. */
  kept(name: string): Promise<Buffer | null>;
}
export interface KeptParts {
  db: Database;
  vault: Vault;
  objects: KeptObjects;
}
/** Dependencies for writing entries within a transaction. */
export type KeptWriter = Omit<KeptParts, 'db'> & { tx: Tx };

export type KeptRow = typeof keptEntries.$inferSelect;
export type KeptKind = KeptRow['kind'];
export type KeptEntry = Omit<KeptRow, 'id'>;

const purposes = { anchors: 'audit', erasures: 'erasures', endings: 'endings' } as const;
const labels = { anchors: 'anchor', erasures: 'erasure', endings: 'ending' } as const;
const oneLock = { anchors: locks.anchors, erasures: locks.erasures, endings: locks.endings };

/** Seals an entry together with the previous entry's seal. */
export const sealOfEntry = (vault: Vault, kind: KeptKind, previous: string, content: string): string =>
  hmac(vault.purposeKey(purposes[kind]), labels[kind], previous, content).toString('base64url');

/** True if we wrote this entry, as it is. */
export const isSealed = (vault: Vault, { kind, previous, content, mac }: KeptEntry): boolean =>
  sameBytes(Buffer.from(sealOfEntry(vault, kind, previous, content)), Buffer.from(mac));

/** Thousands to a folder. */
const nameOf = ({ kind, series, number }: Pick<KeptEntry, 'kind' | 'series' | 'number'>): string => {
  const digits = String(number).padStart(12, '0');
  return `kept/${kind}/${series}/${digits.slice(0, 9)}/${digits.slice(9)}.json`;
};
const bytesOf = ({ kind, series, number, accountId, content, previous, mac }: KeptEntry): Buffer =>
  Buffer.from(`${JSON.stringify({ kind, series, number, accountId, content, previous, mac })}\n`);

/** Only entries of one kind at a time, because each is chained to the one before. */
const takeTurns = (tx: Tx, kind: KeptKind) => tx.execute(sql`select pg_advisory_xact_lock(${oneLock[kind]})`);

const lastOf = async (tx: Tx | Database, kind: KeptKind, series: string): Promise<KeptRow | undefined> =>
  (
    await tx
      .select()
      .from(keptEntries)
      .where(and(eq(keptEntries.kind, kind), eq(keptEntries.series, series)))
      .orderBy(desc(keptEntries.number))
      .limit(1)
  )[0];

/** The series that is written to; the first one has the installation's id. */
const readSeries = async (tx: Tx | Database): Promise<{ series: string; takenOver: boolean }> => {
  const [row] = await tx.select({ id: installation.id, kept: installation.keptSeries }).from(installation);
  if (!row) throw new Error('The installation has no name.');
  return { series: row.kept ?? row.id, takenOver: row.kept !== null };
};

/**
 * Adds the entries that the storage has after `last`: those of a process that was killed before its commit, or, after a
 * restore, those of a newer state of the database.
 * @returns the last entry after that
 */
const adopt = async (
  { tx, vault, objects }: KeptWriter,
  kind: KeptKind,
  series: string,
  last: KeptEntry | undefined,
): Promise<KeptEntry | undefined> => {
  let newest = last;
  for (;;) {
    const number = (newest?.number ?? 0) + 1;
    const bytes = await objects.kept(nameOf({ kind, series, number }));
    if (!bytes) return newest;
    const entry = readEntry(bytes);
    if (
      !entry ||
      entry.kind !== kind ||
      entry.series !== series ||
      entry.number !== number ||
      entry.previous !== (newest?.mac ?? '') ||
      !isSealed(vault, entry)
    )
      throw new Error(`${nameOf({ kind, series, number })} in the storage is not what this installation writes.`);
    await tx.insert(keptEntries).values(entry);
    newest = entry;
  }
};

const readEntry = (bytes: Buffer): KeptEntry | null => {
  try {
    const { kind, series, number, accountId, content, previous, mac } = JSON.parse(bytes.toString()) as KeptEntry;
    return { kind, series, number, accountId, content: String(content), previous: String(previous), mac: String(mac) };
  } catch {
    return null;
  }
};

/** The newest entry of the current series, including what only the storage knows. Others wait until the commit. */
export const newestEntry = async (writer: KeptWriter, kind: KeptKind): Promise<KeptEntry | undefined> => {
  await takeTurns(writer.tx, kind);
  const { series } = await readSeries(writer.tx);
  return adopt(writer, kind, series, await lastOf(writer.tx, kind, series));
};

/** The newest entry of all series in the database. */
export const lastEntry = async (tx: Tx | Database, kind: KeptKind): Promise<KeptRow | undefined> =>
  (await tx.select().from(keptEntries).where(eq(keptEntries.kind, kind)).orderBy(desc(keptEntries.id)).limit(1))[0];

/**
 * Writes an entry: first the object, then the row, which the transaction may still lose; the next entry finds the object.
 * @param newest from {@link newestEntry}
 */
export const appendEntry = async (
  { tx, vault, objects }: KeptWriter,
  kind: KeptKind,
  newest: KeptEntry | undefined,
  { content, accountId = null }: { content: string; accountId?: string | null },
): Promise<KeptEntry> => {
  const { series } = await readSeries(tx);
  const previous = newest?.mac ?? '';
  const entry: KeptEntry = {
    kind,
    series,
    number: (newest?.number ?? 0) + 1,
    accountId,
    content,
    previous,
    mac: sealOfEntry(vault, kind, previous, content),
  };
  if (!(await objects.keep(nameOf(entry), bytesOf(entry))))
    throw new Error(`${nameOf(entry)} is in the storage already: another database writes to it.`);
  await tx.insert(keptEntries).values(entry);
  return entry;
};

/** Adds to each series what only the storage has: after a restore, erasures from after the backup. */
export const adoptAll = async ({ db, vault, objects }: KeptParts, kind: KeptKind): Promise<void> => {
  const { series: current } = await readSeries(db);
  // The series of all kinds, because this kind may have no entry in one yet.
  const known = await db.selectDistinct({ series: keptEntries.series }).from(keptEntries);
  const [named] = await db.select({ id: installation.id }).from(installation);
  for (const series of new Set([current, named?.id ?? current, ...known.map((row) => row.series)]))
    await db.transaction(async (tx) => {
      await takeTurns(tx, kind);
      await adopt({ tx, vault, objects }, kind, series, await lastOf(tx, kind, series));
    });
};

/** All entries of a kind in the order of writing, `page` at a time. */
export async function* entryPages(db: Database, kind: KeptKind, page: number): AsyncGenerator<KeptRow[]> {
  for (let after = 0; ; ) {
    const rows = await db
      .select()
      .from(keptEntries)
      .where(and(eq(keptEntries.kind, kind), gt(keptEntries.id, after)))
      .orderBy(asc(keptEntries.id))
      .limit(page);
    if (rows.length > 0) yield rows;
    if (rows.length < page) return;
    after = rows.at(-1)?.id ?? after;
  }
}

/** The storage's copy of an entry. */
export const compareKept = async (objects: KeptObjects, entry: KeptRow): Promise<'same' | 'changed' | 'missing'> => {
  const bytes = await objects.kept(nameOf(entry));
  return !bytes ? 'missing' : bytes.equals(bytesOf(entry)) ? 'same' : 'changed';
};

/** Stores the object of a row again, after a restore into another storage. */
export const storeAgain = (objects: KeptObjects, entry: KeptRow): Promise<boolean> =>
  objects.keep(nameOf(entry), bytesOf(entry));

/** Stores the objects of all rows that the storage lacks. @returns their number */
export const storeMissing = async ({ db, objects }: Omit<KeptParts, 'vault'>): Promise<number> => {
  let stored = 0;
  for (const kind of ['anchors', 'erasures', 'endings'] as const)
    for await (const rows of entryPages(db, kind, pageOfEntries))
      stored += (await Promise.all(rows.map((row) => storeAgain(objects, row)))).filter(Boolean).length;
  return stored;
};

/** Entries read at once: an anchor may have a megabyte. */
export const pageOfEntries = 16;

/** True once the entries in files of the data folder are taken over. */
export const isTakenOver = async (db: Database): Promise<boolean> => (await readSeries(db)).takenOver;

/** From now on {@link isTakenOver}. */
export const noteTakenOver = async (db: Database): Promise<void> => {
  await db
    .update(installation)
    .set({ keptSeries: sql`${installation.id}` })
    .where(sql`${installation.keptSeries} is null`);
};

/**
 * Takes over lines of an old file as the first entries of the first series: as they are, because a fault in them must
 * stay visible. Those that are there already are left out, so that a killed process can be followed by another one.
 */
export const takeOverLines = async (
  { db, objects }: Omit<KeptParts, 'vault'>,
  kind: KeptKind,
  lines: AsyncIterable<{ content: string; mac: string }>,
): Promise<void> => {
  const [named] = await db.select({ id: installation.id }).from(installation);
  if (!named) throw new Error('The installation has no name.');
  let [number, previous] = [0, ''];
  let batch: KeptEntry[] = [];
  const write = (entries: KeptEntry[]) =>
    db.transaction(async (tx) => {
      await takeTurns(tx, kind);
      const known = (await lastOf(tx, kind, named.id))?.number ?? 0;
      const fresh = entries.filter((entry) => entry.number > known);
      await Promise.all(fresh.map((entry) => objects.keep(nameOf(entry), bytesOf(entry))));
      if (fresh.length > 0) await tx.insert(keptEntries).values(fresh);
    });
  for await (const { content, mac } of lines) {
    number += 1;
    batch.push({ kind, series: named.id, number, accountId: null, content, previous, mac });
    previous = mac;
    if (batch.length < pageOfEntries) continue;
    await write(batch);
    batch = [];
  }
  await write(batch);
};
