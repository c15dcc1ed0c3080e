import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import type { Database } from '@konsil/server-platform/database/client';

/** Beside this file in the source, beside main.mjs in the build. */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

interface Step {
  tag: string;
  when: number;
}
const steps = (folder: string): Step[] =>
  (JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as { entries: Step[] }).entries;

/** The newest migration that this code knows. */
export const knownSchema = (folder = migrationsFolder): string => steps(folder).at(-1)?.tag ?? '';

/** Newer schemas are 'compatible' if all migrations that this code does not know say so (migrate.ts). */
export type SchemaState = 'ok' | 'older' | 'compatible' | 'newer';

/** Compares the database's schema with the one this code was written for. */
export const schemaState = async (db: Pick<Database, 'execute'>, folder = migrationsFolder): Promise<SchemaState> => {
  const known = steps(folder).at(-1)?.when ?? 0;
  const { rows } = await db.execute<{ last: string | null; unknown: string; recorded: boolean }>(
    sql`select max(created_at) as last, count(*) filter (where created_at > ${known}) as unknown,
      to_regclass('drizzle.konsil_oldest_code') is not null as recorded
      from drizzle.__drizzle_migrations`,
  );
  const [{ last, unknown, recorded } = { last: null, unknown: '0', recorded: false }] = rows;
  if (Number(last ?? 0) === known) return 'ok';
  if (Number(last ?? 0) < known) return 'older';
  if (!recorded) return 'newer';
  const allowing = await db.execute<{ count: string }>(
    sql`select count(*) as count from drizzle.konsil_oldest_code where migration > ${known} and oldest <= ${known}`,
  );
  return allowing.rows[0]?.count === unknown ? 'compatible' : 'newer';
};

const oldestCodeIn = (folder: string, { tag }: Step): string | undefined =>
  /^-- oldest code: (\w+)$/m.exec(readFileSync(join(folder, `${tag}.sql`), 'utf8'))?.[1];

/**
 * Each migration with the oldest one that code must know to run on its schema: `-- oldest code: TAG` in its file,
 * otherwise itself.
 * @throws {Error} for an unknown or later tag
 */
export const oldestCodes = (folder = migrationsFolder): { migration: number; tag: string; oldest: number }[] => {
  const all = steps(folder);
  return all.map((step) => {
    const named = oldestCodeIn(folder, step) ?? step.tag;
    const oldest = all.find(({ tag, when }) => tag === named && when <= step.when);
    if (!oldest)
      throw new Error(`The migration ${step.tag} names ${named} as the oldest code, which is not before it.`);
    return { migration: step.when, tag: step.tag, oldest: oldest.when };
  });
};
