import { Column, sql, type GetColumnData, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database, Tx } from './client.ts';

type RowOf<C extends Record<string, PgColumn>> = { [K in keyof C]: GetColumnData<C[K]> };

/**
 * Rows by the thousand. `select()` maps every value of every row, which takes longer than the query;
 * here a column whose values need no mapping costs nothing.
 * @param rest everything behind `from`: where, order, limit.
 */
export const manyRows = async <const C extends Record<string, PgColumn>>(tx: Tx | Database, table: PgTable, columns: C, rest: SQL): Promise<RowOf<C>[]> => {
  const all = Object.entries(columns);
  const mapped = all.filter(([, column]) => column.mapFromDriverValue !== Column.prototype.mapFromDriverValue);
  const names = sql.join(all.map(([name, column]) => sql`${column} as ${sql.identifier(name)}`), sql`, `);
  const { rows } = await tx.execute<Record<string, unknown>>(sql`select ${names} from ${table} ${rest}`);
  for (const row of rows) {
    for (const [name, column] of mapped) if (row[name] !== null) row[name] = column.mapFromDriverValue(row[name]);
  }
  return rows as RowOf<C>[];
};
