// @bundle route
import { SelectField } from '@konsil/ui';

export interface ListSortProps<Order extends string> {
  label: string;
  /** The orders to choose from; the first applies if none is chosen. */
  orders: readonly [Order, ...Order[]];
  /** The name of an order. */
  word: (order: Order) => string;
  filters: { sort?: string | undefined };
  set: (name: 'sort', value: string) => void;
}

/** The sort order of a list. */
export function ListSort<Order extends string>({ label, orders, word, filters, set }: ListSortProps<Order>) {
  return (
    <SelectField
      compact
      label={label}
      labelHidden
      value={filters.sort ?? orders[0]}
      onChange={(event) => set('sort', event.currentTarget.value)}
      options={orders.map((value) => ({ value, label: word(value) }))}
    />
  );
}
