import type { ShortcutKeys } from '@konsil/contracts/shortcut-keys';
import type { TriageAct } from '../shortcuts/triage';
import type { ActName } from '../shortcuts/page-acts';

/** The single key of an action on rows; other actions use Alt+Shift, which the overview of shortcuts shows. */
export const keyOfAct = (name: ActName, { list }: ShortcutKeys): { keys?: string } => {
  if (!name.startsWith('list.')) return {};
  return { keys: list[name.slice('list.'.length) as TriageAct].toUpperCase() };
};
