/** The row that a doctor left: the address of its list, its case, and its position. */
interface LastRow {
  list: string;
  id: string;
  place: number;
}

const key = 'konsil:row';
// Without storage it lasts until the next reload.
const store = <T>(work: (storage: Storage) => T): T | undefined => {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
};
const isRow = (value: unknown): value is LastRow =>
  typeof value === 'object' && value !== null && 'list' in value && 'id' in value && 'place' in value;
let last = store((storage) => {
  const value: unknown = JSON.parse(storage.getItem(key) ?? 'null');
  return isRow(value) ? value : undefined;
});

/** The row that a doctor comes back to from a case, also after a reload of this tab; no names, no search terms. */
export const rememberedRow = (): LastRow | undefined => last;
export const rememberRow = (row: LastRow | undefined): void => {
  last = row;
  store((storage) => (row ? storage.setItem(key, JSON.stringify(row)) : storage.removeItem(key)));
};
