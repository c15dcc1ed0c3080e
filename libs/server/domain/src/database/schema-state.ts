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

/** Compares the database's schema with the one this code was written for. */
export const schemaState = async (
  db: Pick<Database, 'execute'>,
  folder = migrationsFolder,
): Promise<'ok' | 'older' | 'newer'> => {
  const { rows } = await db.execute<{ last: string | null }>(
    sql`select max(created_at) as last from drizzle.__drizzle_migrations`,
  );
  const [last, known] = [Number(rows[0]?.last ?? 0), steps(folder).at(-1)?.when ?? 0];
  return last === known ? 'ok' : last < known ? 'older' : 'newer';
};
