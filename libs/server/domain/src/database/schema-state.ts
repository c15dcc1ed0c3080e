import { sql } from 'drizzle-orm';
import type { Database } from '@konsil/server-platform/database/client';
import { migrationsFolder, steps } from './migration-files.ts';

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
