import { and, asc, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import { dataExports, erasedFiles, storedObjects } from '@konsil/server-domain/schema';
import { dayMs, hourMs, later } from '@konsil/server-platform/clock';
import { databaseTime } from '@konsil/server-platform/database/time';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { isOver } from './delivery/kept-exports.ts';
import { nameErasedFiles } from './erased-files.ts';
import { referencedKeys } from './stored-references.ts';

// A file is stored before its row: within this time the row may still be committed.
const youngMs = hourMs;
// Names are recorded before their file, and a full export takes time.
const keptNameMs = dayMs;
const batch = 500;
// Many orphans at once rather mean lost rows.
const suspicious = 50;

type Parts = Pick<Kernel, 'db' | 'files' | 'clock' | 'log' | 'identity'>;

/** Deletes expired exports with their files; a killed server leaves the files to `erased_files`. */
const dropExpiredExports = async ({ db, files }: Parts, now: Date): Promise<number> => {
  const keys = await db.transaction(async (tx) => {
    const expired = await tx.delete(dataExports).where(isOver(now)).returning({ key: dataExports.storageKey });
    const named = expired.map(({ key }) => key);
    await nameErasedFiles(tx, named);
    return named;
  });
  if (keys.length === 0 || !(await files.delete(...keys))) return 0;
  for (let from = 0; from < keys.length; from += batch)
    await db.delete(erasedFiles).where(inArray(erasedFiles.storageKey, keys.slice(from, from + batch)));
  return keys.length;
};

/** The next recorded names that were never seen in use. */
const newNames = (db: Parts['db'], after: string, before: Date) =>
  db
    .select()
    .from(storedObjects)
    .where(and(isNull(storedObjects.keptAt), gt(storedObjects.key, after), lt(storedObjects.createdAt, before)))
    .orderBy(asc(storedObjects.key))
    .limit(batch);

/** Marks the keys that a row refers to, so that no later sweep checks them again. @returns the other keys */
const markKept = async (db: Parts['db'], keys: string[], now: Date): Promise<string[]> => {
  const { rows } = await db.execute<{ key: string }>(sql`
    update ${storedObjects} s set kept_at = ${now}
    where s.key in ${keys} and exists (select from (${referencedKeys}) k where k.key = s.key) returning s.key`);
  const kept = new Set(rows.map(({ key }) => key));
  return keys.filter((key) => !kept.has(key));
};

const sweepNames = async ({ db, files, log }: Parts, now: Date): Promise<number> => {
  await files.objects.dropUnfinished(later(now, -dayMs));
  const orphans: string[] = [];
  const neverStored: string[] = [];
  for (let after = ''; ; ) {
    const names = await newNames(db, after, later(now, -youngMs));
    const last = names.at(-1);
    if (!last) break;
    after = last.key;
    const loose = new Set(
      await markKept(
        db,
        names.map(({ key }) => key),
        now,
      ),
    );
    for (const { key, createdAt } of names) {
      if (!loose.has(key)) continue;
      const stored = await files.objects.find(key);
      if (!stored) {
        if (createdAt < later(now, -keptNameMs)) neverStored.push(key);
      } else if (stored.storedAt < later(now, -youngMs)) orphans.push(key);
    }
  }
  for (let from = 0; from < neverStored.length; from += batch)
    await db.delete(storedObjects).where(inArray(storedObjects.key, neverStored.slice(from, from + batch)));
  if (orphans.length > suspicious && orphans.length * 2 > (await db.$count(storedObjects))) {
    log.error({ orphans: orphans.length }, 'most stored files have lost their rows: nothing was deleted');
    return 0;
  }
  await files.delete(...orphans);
  return orphans.length;
};

/**
 * Deletes stored files that never got a row: left behind when a server stopped before committing it. Only names that
 * this database recorded and never saw in use are asked for; the storage itself is not listed. The age of a file is
 * measured by the database's clock.
 * @param now the time of the database
 * @returns the number of deleted files, those of expired exports included
 */
export const sweepOrphans = async (parts: Parts, now?: Date): Promise<number> => {
  const { db, clock, identity } = parts;
  // The storage's owner may have changed since a minute ago.
  await identity.check();
  if (identity.isQuiet || identity.trouble) return 0;
  const expired = await dropExpiredExports(parts, clock.now());
  // A process whose clock is ahead would take a file that is being stored for an old one.
  return expired + (await sweepNames(parts, now ?? (await databaseTime(db))));
};
