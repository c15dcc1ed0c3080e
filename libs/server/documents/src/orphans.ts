import { inArray, lt, or, sql } from 'drizzle-orm';
import { dataExports, documents, erasedFiles, shareFiles, storedObjects } from '@konsil/server-domain/schema';
import { dayMs, hourMs, later } from '@konsil/server-platform/clock';
import type { Kernel } from '@konsil/server-domain/http/kernel';

// A file is stored before its row: within this time the row may still be committed.
const youngMs = hourMs;
// Names are recorded before their file, and a full export takes time.
const keptNameMs = dayMs;
const batch = 500;
// Many orphans at once rather mean lost rows.
const suspicious = 50;
const shown = 20;

type Parts = Pick<Kernel, 'db' | 'files' | 'clock' | 'log' | 'identity'>;

/** Rows that reference stored objects. An erasure deletes its own, an interrupted one on the next start. */
const references = sql`
  select storage_key as key from ${documents} union all select view_key from ${documents} where view_key is not null
  union all select preview_key from ${documents} where preview_key is not null
  union all select storage_key from ${dataExports} union all select storage_key from ${shareFiles}
  union all select storage_key from ${erasedFiles}`;

/** Records the names that rows reference: earlier versions may still store files without. */
const nameReferences = (db: Parts['db']) =>
  db.execute(sql`
  insert into ${storedObjects} (key) select r.key from (${references}) r where not exists (select from ${storedObjects} s where s.key = r.key) on conflict do nothing`);

const forgetNames = (db: Parts['db'], before: Date) =>
  db.execute(sql`
  delete from ${storedObjects} s where s.created_at < ${before} and not exists (select from (${references}) r where r.key = s.key)`);

/** Which of these are unreferenced, and which were never recorded in this database. */
const judge = async (db: Parts['db'], keys: readonly string[]): Promise<{ orphans: string[]; unknown: string[] }> => {
  if (keys.length === 0) return { orphans: [], unknown: [] };
  const listed = [...keys];
  const rows = await db
    .select({ original: documents.storageKey, view: documents.viewKey, preview: documents.previewKey })
    .from(documents)
    .where(
      or(
        inArray(documents.storageKey, listed),
        inArray(documents.viewKey, listed),
        inArray(documents.previewKey, listed),
      ),
    );
  const exported = await db
    .select({ key: dataExports.storageKey })
    .from(dataExports)
    .where(inArray(dataExports.storageKey, listed));
  const shared = await db
    .select({ key: shareFiles.storageKey })
    .from(shareFiles)
    .where(inArray(shareFiles.storageKey, listed));
  const erased = await db
    .select({ key: erasedFiles.storageKey })
    .from(erasedFiles)
    .where(inArray(erasedFiles.storageKey, listed));
  const known = new Set<string | null>([
    ...rows.flatMap((row) => [row.original, row.view, row.preview]),
    ...[...exported, ...shared, ...erased].map(({ key }) => key),
  ]);
  const loose = keys.filter((key) => !known.has(key));
  const named = new Set(
    loose.length === 0
      ? []
      : (await db.select().from(storedObjects).where(inArray(storedObjects.key, loose))).map(({ key }) => key),
  );
  return { orphans: loose.filter((key) => named.has(key)), unknown: loose.filter((key) => !named.has(key)) };
};

/**
 * Deletes stored files that no row references: left behind when a server stopped before committing their row. Objects
 * never recorded in this database may belong to another one: they are reported and kept.
 * @returns the number of deleted files
 */
export const sweepOrphans = async ({ db, files, clock, log, identity }: Parts): Promise<number> => {
  // The storage's owner may have changed since a minute ago.
  await identity.check();
  if (identity.isQuiet || identity.trouble) return 0;
  const now = clock.now();
  await db.delete(dataExports).where(lt(dataExports.expiresAt, now));
  await files.objects.dropUnfinished(later(now, -dayMs));
  await nameReferences(db);
  const found = { orphans: [] as string[], unknown: [] as string[] };
  let seen = 0;
  let keys: string[] = [];
  const judgeKeys = async () => {
    const { orphans, unknown } = await judge(db, keys);
    found.orphans.push(...orphans);
    found.unknown.push(...unknown);
    keys = [];
  };
  for await (const { key, storedAt } of files.objects.list()) {
    if (storedAt > later(now, -youngMs)) continue;
    seen += 1;
    keys.push(key);
    if (keys.length >= batch) await judgeKeys();
  }
  await judgeKeys();
  const { orphans, unknown } = found;
  if (unknown.length > 0)
    log.warn(
      { count: unknown.length, objects: unknown.slice(0, shown) },
      "stored objects that this database never named stay: they may be another one's",
    );
  if (orphans.length > suspicious && orphans.length * 2 > seen) {
    log.error({ orphans: orphans.length, files: seen }, 'most stored files have lost their rows: nothing was deleted');
    return 0;
  }
  await files.delete(...orphans);
  await forgetNames(db, later(now, -keptNameMs));
  return orphans.length;
};
