import { and, asc, eq, gt, isNotNull, sql, type SQLChunk } from 'drizzle-orm';
import { getTableConfig, type PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '@konsil/server-platform/database/client';
import { storedVersion } from '@konsil/server-platform/keys/sealed-kind';
import { KeyDestroyed, type Vault } from '@konsil/server-platform/keys/vault';
import { isPurpose, sealedColumns, type SealedColumn } from './columns.ts';

const batch = 200;

/** The kinds of sealed JSON by name. */
export const sealedKinds: ReadonlyMap<string, SealedColumn> = new Map(
  sealedColumns.map((column) => [column.kind.name, column]),
);

const primaryKey = (table: SealedColumn['table']): PgColumn[] => {
  const { columns, primaryKeys } = getTableConfig(table);
  const single = columns.filter(({ primary }) => primary);
  return single.length > 0 ? single : (primaryKeys[0]?.columns as PgColumn[]);
};
const tuple = (parts: SQLChunk[]) => sql`(${sql.join(parts, sql`, `)})`;

/** @property rewritten rows that had an older version @property current rows that had the current version already */
export interface Resealed {
  rewritten: number;
  current: number;
}

/**
 * Rewrites all rows of a kind with its current version. It can be stopped at any time and run again: finished rows are
 * only read. Each row is written by itself and only if nobody changed it meanwhile, so it blocks no request.
 */
export const reseal = async (db: Database, vault: Vault, { table, kind, owner }: SealedColumn): Promise<Resealed> => {
  const key = primaryKey(table);
  const names = key.map((_, index) => `key${index}`);
  const done: Resealed = { rewritten: 0, current: 0 };
  let after: unknown[] | undefined;
  for (;;) {
    const rows: Record<string, unknown>[] = await db
      .select({
        ...Object.fromEntries(key.map((column, index) => [names[index], column])),
        sealed: table.sealed,
        owner: isPurpose(owner) ? sql<string>`${owner}::text` : owner,
      })
      .from(table)
      .where(
        and(
          isNotNull(table.sealed),
          gt(sql`length(${table.sealed})`, 0),
          after && sql`${tuple(key)} > ${tuple(after.map((value) => sql`${value}`))}`,
        ),
      )
      .orderBy(...key.map((column) => asc(column)))
      .limit(batch);
    await vault.warm(
      db,
      rows.map((row) => String(row['owner'])).filter((one) => !isPurpose(one)),
    );
    for (const row of rows) {
      const sealed = row['sealed'] as Buffer;
      const renewed = await renew(db, vault, kind, String(row['owner']), sealed);
      if (renewed === 'current') done.current += 1;
      if (!Buffer.isBuffer(renewed)) continue;
      const { rowCount } = await db
        .update(table)
        .set({ sealed: renewed } as never)
        .where(and(...key.map((column, index) => eq(column, row[names[index] ?? ''])), eq(table.sealed, sealed)));
      done.rewritten += rowCount ?? 0;
    }
    const last = rows.at(-1);
    if (!last) return done;
    after = names.map((name) => last[name]);
  }
};

/** The value sealed again with its current version; `erased` if its key was destroyed. */
const renew = async (
  db: Database,
  vault: Vault,
  kind: SealedColumn['kind'],
  owner: string,
  sealed: Buffer,
): Promise<Buffer | 'current' | 'erased'> => {
  try {
    const text = isPurpose(owner) ? vault.openTextFor(owner, sealed) : await vault.openText(db, owner, sealed);
    if (storedVersion(text) === kind.versions.length) return 'current';
    const value = kind.fromText(text);
    return isPurpose(owner) ? vault.sealFor(owner, kind, value) : await vault.seal(db, owner, kind, value);
  } catch (failure) {
    if (failure instanceof KeyDestroyed) return 'erased';
    throw failure;
  }
};
