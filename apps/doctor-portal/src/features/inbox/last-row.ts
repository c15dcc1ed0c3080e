import { keepInTab, keptInTab } from '@konsil/common';

/** The row that a doctor left: the address of its list, its case, and its position. */
interface LastRow {
  list: string;
  id: string;
  place: number;
}

const key = 'konsil:row';
const isRow = (value: unknown): value is LastRow =>
  typeof value === 'object' && value !== null && 'list' in value && 'id' in value && 'place' in value;
let last = keptInTab(key, isRow);

/** The row that a doctor comes back to from a case, also after a reload of this tab; no names, no search terms. */
export const rememberedRow = (): LastRow | undefined => last;
export const rememberRow = (row: LastRow | undefined): void => {
  last = row;
  keepInTab(key, row);
};
