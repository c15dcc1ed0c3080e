import { mostActsInFile, type OperatorAct } from '@konsil/contracts/console-letters';
import { and, count, desc, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { accounts, operators } from '@konsil/server-domain/schema';
import { dayMs, iso, later } from '@konsil/server-platform/clock';
import type { Tx } from '@konsil/server-platform/database/client';
import { auditRecords } from '@konsil/server-platform/database/tables';
import { afterCursor, cursorOf, orderBy, pageSize, placeOf, type Order } from '@konsil/server-platform/http/cursors';
import { operatorName } from './operator-names.ts';

/** `operator`: an account's id, or empty for the command line; days in UTC, both included. */
export interface ActsFilter {
  operator?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}
type Row = typeof auditRecords.$inferSelect;

const newestFirst: Order = {
  name: 'operator-acts',
  direction: 'desc',
  keys: [{ by: sql`${auditRecords.id}`, type: 'bigint' }],
};

const matching = ({ operator, from, to }: ActsFilter) =>
  and(
    eq(auditRecords.actorRole, 'admin'),
    operator === undefined
      ? undefined
      : operator === ''
        ? isNull(auditRecords.actorId)
        : eq(auditRecords.actorId, operator),
    from ? gte(auditRecords.at, new Date(from)) : undefined,
    to ? lt(auditRecords.at, later(new Date(to), dayMs)) : undefined,
  );

const named = async ({ vault }: Pick<Kernel, 'vault'>, tx: Tx, rows: Row[]): Promise<OperatorAct[]> => {
  const ids = [...new Set(rows.flatMap(({ actorId, subjectId }) => [actorId, subjectId]).filter((id) => id !== null))];
  const known = ids.length > 0 ? await tx.select().from(accounts).where(inArray(accounts.id, ids)) : [];
  const names = new Map<string, string>();
  for (const { actorId } of rows) {
    const account = known.find(({ id }) => id === actorId);
    if (account && !names.has(account.id)) names.set(account.id, await operatorName(tx, vault, account));
  }
  return rows.map((row) => ({
    id: String(row.id),
    at: iso(row.at),
    operator: (row.actorId && names.get(row.actorId)) ?? '',
    action: row.action,
    result: row.result,
    subject: known.find(({ id }) => id === row.subjectId)?.email ?? '',
    detail: JSON.parse(row.detail ?? '{}') as Record<string, string>,
  }));
};

/** One page of the operators' actions, with the people to filter by. */
export const listActs = async (
  kernel: Pick<Kernel, 'vault'>,
  tx: Tx,
  { cursor, limit, ...filter }: ActsFilter & { cursor?: string | undefined; limit?: string | undefined },
) => {
  const size = pageSize(limit);
  const rows = await tx
    .select({ record: auditRecords, place: placeOf(newestFirst) })
    .from(auditRecords)
    .where(and(matching(filter), afterCursor(kernel.vault, newestFirst, cursor)))
    .orderBy(...orderBy(newestFirst))
    .limit(size + 1);
  const page = rows.slice(0, size);
  const last = page.at(-1);
  const [{ total } = { total: 0 }] = await tx.select({ total: count() }).from(auditRecords).where(matching(filter));
  const people = await tx
    .select({ account: accounts })
    .from(operators)
    .innerJoin(accounts, eq(accounts.id, operators.accountId));
  const names: { id: string; name: string }[] = [];
  for (const { account } of people) names.push({ id: account.id, name: await operatorName(tx, kernel.vault, account) });
  return {
    items: await named(
      kernel,
      tx,
      page.map(({ record }) => record),
    ),
    next_cursor: rows.length > size && last ? cursorOf(kernel.vault, newestFirst.name, last.place) : null,
    total,
    operators: names.sort((a, b) => a.name.localeCompare(b.name)),
  };
};

/** A spreadsheet would run a cell that begins like a formula. */
const cell = (text: string): string => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** The operators' actions as a CSV file with a byte order mark, newest first. */
export const actsAsCsv = async (
  kernel: Pick<Kernel, 'vault'>,
  tx: Tx,
  filter: ActsFilter,
): Promise<{ csv: string; complete: boolean; count: number }> => {
  const rows = await tx
    .select()
    .from(auditRecords)
    .where(matching(filter))
    .orderBy(desc(auditRecords.id))
    .limit(mostActsInFile + 1);
  const acts = await named(kernel, tx, rows.slice(0, mostActsInFile));
  const lines = acts.map(({ at, operator, action, result, subject, detail }) =>
    [
      at,
      operator || 'command line',
      action,
      result,
      subject,
      Object.entries(detail)
        .map(([name, value]) => `${name}: ${value}`)
        .join('; '),
    ].map(cell),
  );
  const csv = [['at', 'operator', 'action', 'result', 'account', 'detail'].map(cell), ...lines]
    .map((line) => line.join(';'))
    .join('\r\n');
  return { csv: `\uFEFF${csv}\r\n`, complete: rows.length <= mostActsInFile, count: acts.length };
};
