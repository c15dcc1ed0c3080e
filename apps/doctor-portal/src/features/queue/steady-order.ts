import { useState } from 'react';

/** Keeps known ids in their places; a new id is placed after the id that it follows now. */
export const keepOrder = (known: readonly string[], now: readonly string[]): string[] => {
  const there = new Set(now);
  const order = known.filter((id) => there.has(id));
  const placed = new Set(order);
  for (const [index, id] of now.entries()) {
    if (placed.has(id)) continue;
    const before = now[index - 1];
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
    placed.add(id);
  }
  return order;
};

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index]);

/**
 * The rows of a list in the order in which it was opened: changes to a row move nothing while the doctor works down the
 * list. `list` names the list; undefined while it is loading.
 */
export function useSteadyOrder<Row extends { id: string }>(rows: Row[], list: string | undefined): Row[] {
  const [order, setOrder] = useState<{ list: string | undefined; ids: string[] }>({ list, ids: [] });
  const now = rows.map(({ id }) => id);
  const ids = list !== undefined && order.list === list ? keepOrder(order.ids, now) : now;
  if (list !== undefined && (order.list !== list || !same(order.ids, ids))) setOrder({ list, ids });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
