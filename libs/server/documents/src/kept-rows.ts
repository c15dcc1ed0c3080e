import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '@konsil/server-platform/database/client';
import { manyRows } from '@konsil/server-platform/database/many-rows';
import { documents } from '@konsil/server-domain/schema';
import { minuteMs } from '@konsil/server-platform/clock';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import type { CaseRow } from '@konsil/server-domain/access/loaders';
import { shownColumns, type Reading, type ShownRow } from './document-view.ts';

const keptCases = 64;
/** Cache of document rows read within the last minute, encrypted as stored; by database, case and row state. */
const kept = new WeakMap<Database, Map<string, Map<string, ShownRow>>>();

const rowsOf = ({ db }: Kernel, caseId: string): Map<string, ShownRow> => {
  const cases = kept.get(db) ?? new Map<string, Map<string, ShownRow>>();
  kept.set(db, cases);
  const known = cases.get(caseId);
  if (known) return known;
  const rows = new Map<string, ShownRow>();
  if (cases.size < keptCases) {
    cases.set(caseId, rows);
    setTimeout(() => cases.delete(caseId), minuteMs).unref();
  }
  return rows;
};

// A PostgreSQL update changes ctid and xmin: with the id they identify a row's state.
const state = sql<string>`${documents.id} || ' ' || documents.ctid::text || ' ' || documents.xmin::text`;
const idLength = 36;

/**
 * All document rows of a case, in order and up to date. Cases are reread on every live event, so only rows not cached
 * or changed since are loaded completely. Callers must not mutate the result.
 */
export const cachedRows = async (
  kernel: Kernel,
  { tx }: Pick<Reading, 'tx'>,
  { id: caseId }: Pick<CaseRow, 'id'>,
  filter: SQL | undefined,
  order: SQL,
): Promise<ShownRow[]> => {
  // As a single text, because thousands of rows are slow to receive one by one.
  const {
    rows: [all],
  } = await tx.execute<{ states: string | null }>(
    sql`select string_agg(${state}, ';' order by ${order}) as states from ${documents} where ${filter}`,
  );
  const found = all?.states?.split(';') ?? [];
  const known = rowsOf(kernel, caseId);
  const missing = found.filter((each) => !known.has(each)).map((each) => each.slice(0, idLength));
  if (missing.length === 0) return found.flatMap((each) => known.get(each) ?? []);
  const read = await manyRows(
    tx,
    documents,
    { ...shownColumns, state },
    sql`where ${documents.id} = any(${sql.param(missing)}::uuid[])`,
  );
  const fresh = new Map<string, ShownRow>();
  for (const { state: now, ...row } of read) {
    known.set(now, row);
    fresh.set(row.id, row);
  }
  // By id: it may have changed between the two queries.
  return found.flatMap((each) => known.get(each) ?? fresh.get(each.slice(0, idLength)) ?? []);
};
