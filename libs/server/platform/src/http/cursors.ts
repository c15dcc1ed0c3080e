import { sql, type SQL } from 'drizzle-orm';
import type { TypedQueryBuilder } from 'drizzle-orm/query-builders/query-builder';
import { hmac, sameBytes } from '../keys/crypto.ts';
import { invalid } from './problems.ts';
import type { Tx } from '../database/client.ts';
import type { Vault } from '../keys/vault.ts';

/** A column or expression that a list is sorted by; never null. */
export interface SortKey {
  by: SQL;
  type: 'int' | 'bigint' | 'timestamptz' | 'date' | 'text' | 'uuid';
}
/** The sort order of a list. The last key is unique, so that positions are unambiguous. */
export interface Order {
  name: string;
  direction: 'asc' | 'desc';
  keys: readonly SortKey[];
}

export const pageSize = (limit: string | undefined): number => Math.min(200, Math.max(1, Number(limit ?? 50)));

export const orderBy = ({ keys, direction }: Order): SQL[] =>
  keys.map(({ by }) => (direction === 'asc' ? sql`${by} asc` : sql`${by} desc`));

/** The position of a row in the order: selected along with the row. */
export const placeOf = ({ keys }: Order): SQL<string[]> =>
  sql<string[]>`array[${sql.join(
    keys.map(({ by }) => sql`(${by})::text`),
    sql`, `,
  )}]`;

const seal = (vault: Vault, name: string, place: readonly string[]): Buffer =>
  hmac(vault.purposeKey('cursor'), name, ...place).subarray(0, 12);

/** A signed cursor for one order of one list. */
export const cursorOf = (vault: Vault, name: string, place: readonly string[]): string =>
  `${Buffer.from(JSON.stringify(place)).toString('base64url')}.${seal(vault, name, place).toString('base64url')}`;

/**
 * The position that a cursor encodes; undefined without a cursor.
 * @throws {Problem} `invalid` if it was not issued here for this order.
 */
export const readCursor = (vault: Vault, name: string, cursor: string | undefined): string[] | undefined => {
  if (cursor === undefined || cursor === '') return undefined;
  const [text = '', mac = ''] = cursor.split('.');
  const place = parse(Buffer.from(text, 'base64url').toString('utf8'));
  if (!place || !sameBytes(seal(vault, name, place), Buffer.from(mac, 'base64url')))
    throw invalid({ path: 'cursor', code: 'invalid' });
  return place;
};
const parse = (text: string): string[] | null => {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : null;
  } catch {
    return null;
  }
};

/** SQL for the rows after a cursor. */
export const afterCursor = (vault: Vault, order: Order, cursor: string | undefined): SQL | undefined => {
  const place = readCursor(vault, order.name, cursor);
  if (!place) return undefined;
  const values = order.keys.map(({ type }, index) => sql`${place[index]}::${sql.raw(type)}`);
  const row = sql`(${sql.join(
    order.keys.map(({ by }) => by),
    sql`, `,
  )})`;
  return order.direction === 'asc'
    ? sql`${row} > (${sql.join(values, sql`, `)})`
    : sql`${row} < (${sql.join(values, sql`, `)})`;
};

/** Cuts a page from one row more than it holds. */
export const slicePage = <R extends { place: string[] }>(
  vault: Vault,
  order: Order,
  rows: readonly R[],
  size: number,
): { rows: R[]; next_cursor: string | null } => {
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return { rows: page, next_cursor: rows.length > size && last ? cursorOf(vault, order.name, last.place) : null };
};

type Keys = Record<string, SQL.Aliased>;
/**
 * The ids of a page, and the number of all rows, of one search through the list.
 * @param list selects these columns of all rows; the last key of the order is their id
 */
export const findPage = async (
  { tx, vault }: { tx: Tx; vault: Vault },
  order: Order,
  { cursor, size }: { cursor: string | undefined; size: number },
  list: (keys: Keys) => TypedQueryBuilder<Keys>,
): Promise<{ ids: string[]; next_cursor: string | null; total: number }> => {
  const all = tx
    .$with('all_found')
    .as(list(Object.fromEntries(order.keys.map(({ by }, index) => [`key_${index}`, sql`${by}`.as(`key_${index}`)]))));
  const keyed: Order = {
    ...order,
    keys: order.keys.map(({ type }, index) => ({ by: sql`${sql.identifier(`key_${index}`)}`, type })),
  };
  const found = await tx
    .with(all)
    .select({ place: placeOf(keyed), total: sql<number>`(select count(*)::int from ${all})` })
    .from(all)
    .where(afterCursor(vault, keyed, cursor))
    .orderBy(...orderBy(keyed))
    .limit(size + 1);
  const { rows, next_cursor } = slicePage(vault, order, found, size);
  // Behind the last row there is none that could say it.
  const total = found[0]?.total ?? (cursor ? await tx.$count(tx.with(all).select().from(all)) : 0);
  return { ids: rows.map(({ place }) => place.at(-1) ?? ''), next_cursor, total };
};

/** Rows in the order of their ids. */
export const inOrder = <R extends { id: string }>(ids: readonly string[], rows: readonly R[]): R[] => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/**
 * Cuts a page from a list that was sorted after decryption: the cursor contains the id and, in case it was deleted, the
 * index.
 */
export const sliceSortedPage = <R extends { id: string }>(
  vault: Vault,
  name: string,
  rows: readonly R[],
  cursor: string | undefined,
  size: number,
): { rows: R[]; next_cursor: string | null } => {
  const [id, place = '0'] = readCursor(vault, name, cursor) ?? [];
  const found = id === undefined ? -1 : rows.findIndex((row) => row.id === id);
  const from = id === undefined ? 0 : found >= 0 ? found + 1 : Number(place);
  const page = rows.slice(from, from + size);
  const last = page.at(-1);
  return {
    rows: page,
    next_cursor: rows.length > from + size && last ? cursorOf(vault, name, [last.id, String(from + size)]) : null,
  };
};
