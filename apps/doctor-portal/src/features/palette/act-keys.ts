import { triageKeys, type TriageAct } from '../inbox/triage';
import type { ActName } from '../shortcuts/page-acts';

/** The single key of an act on rows; the others have Alt+Shift, which the overview of shortcuts shows. */
export const keyOfAct = (name: ActName): { keys?: string } => {
  if (!name.startsWith('list.')) return {};
  return { keys: triageKeys[name.slice('list.'.length) as TriageAct].toUpperCase() };
};
