import type { Words } from '../app/words.ts';
import type { ShownWindow } from '../engine/pane-state.ts';

/** The current window with its unit; or that it is a table of the file. */
export function windowWords(
  { t, value }: Words,
  { width, center, unit, table }: ShownWindow,
  { long = false } = {},
): string {
  if (table !== null) return table ? t('pane.tableNamed', { name: table }) : t('pane.table');
  const words = t(long ? 'pane.windowLong' : 'pane.window', {
    width: value(width, width),
    center: value(center, width),
  });
  return unit ? `${words} ${unit}` : words;
}
