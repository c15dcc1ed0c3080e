import type { CaseSummary, TriagedCase } from '@konsil/contracts/cases';
import type { Priority } from '@konsil/contracts/codes';
import { usualListKeys, type ListKey } from '@konsil/contracts/shortcut-keys';

export type Change = Omit<TriagedCase, 'id' | 'version'>;

/** Acts on a case in the list, each with its single key. */
export type TriageAct = ListKey;
export const triageActs = Object.keys(usualListKeys) as TriageAct[];

/** Keys of the list itself, as they are shown. */
export const listKeys = { next: 'J', previous: 'K', undo: 'Z', clear: 'Esc' } as const;

/** The action of a pressed key, in upper or lower case. */
export const actOf = (keys: Record<TriageAct, string>, key: string): TriageAct | undefined =>
  triageActs.find((act) => keys[act] === key.toLowerCase());

const levels: readonly string[] = ['high', 'normal', 'low', 'undefined'] satisfies Priority[];
export const isPriority = (act: TriageAct): act is Priority => levels.includes(act);

/** True if all of the cases are archived: then "done" brings them back. */
export const areArchived = (cases: readonly CaseSummary[]): boolean =>
  cases.length > 0 && cases.every(({ archived_at }) => archived_at !== null);
/** True if all of the cases are marked unread: then "unread" takes the mark away. */
export const areUnread = (cases: readonly CaseSummary[]): boolean =>
  cases.length > 0 && cases.every(({ triage }) => triage?.marked_unread);

/** The ids from one row to another, both included. */
export const between = (rows: readonly CaseSummary[], [from, to]: [string, string]): string[] => {
  const [first, last] = [from, to].map((id) => rows.findIndex((row) => row.id === id)).sort((a, b) => a - b);
  return rows.slice(first, (last ?? 0) + 1).map(({ id }) => id);
};

export const nameInList = ({ patient }: Pick<CaseSummary, 'patient'>): string =>
  `${patient.last_name}, ${patient.first_name}`;
