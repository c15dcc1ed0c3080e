import type { AuditEntry } from '@konsil/contracts/privacy';
import { dayOf } from '@konsil/i18n';

/** Repeated accesses of one kind by one person. */
export interface AccessLine {
  entry: AuditEntry;
  times: number;
}
export interface AccessDay {
  day: string;
  lines: AccessLine[];
}

const sameDoing = (a: AuditEntry, b: AuditEntry) =>
  a.actor.name === b.actor.name &&
  a.actor.role === b.actor.role &&
  a.actor.via === b.actor.via &&
  a.action === b.action &&
  a.result === b.result &&
  a.case_id === b.case_id &&
  a.document_id === b.document_id;

/** Groups entries (newest first) by the reader's calendar day, with repetitions merged. */
export const byDay = (entries: readonly AuditEntry[]): AccessDay[] => {
  const days: AccessDay[] = [];
  for (const entry of entries) {
    const day = dayOf(entry.at);
    const today = days.at(-1);
    const last = today?.lines.at(-1);
    if (today?.day !== day) days.push({ day, lines: [{ entry, times: 1 }] });
    else if (last && sameDoing(last.entry, entry)) last.times += 1;
    else today.lines.push({ entry, times: 1 });
  }
  return days;
};

const shownOfDay = 5;

/** The collapsed lines of a long day. Refused accesses are never collapsed, nor is a single line. */
export const collapsedLines = (lines: readonly AccessLine[]): ReadonlySet<AccessLine> => {
  const rest = lines.slice(shownOfDay).filter(({ entry }) => entry.result === 'allowed');
  return new Set(rest.length > 1 ? rest : []);
};

/** The distinct names of other people who had access. */
export const otherPeople = (entries: readonly AuditEntry[]): string[] => [
  ...new Set(
    entries
      .filter(
        ({ actor, action, result }) =>
          !actor.mine &&
          ['doctor', 'patient'].includes(actor.role) &&
          result === 'allowed' &&
          // People who declined an invitation have no name here.
          action !== 'reader.refuse',
      )
      .map(({ actor }) => actor.name),
  ),
];

export const periods = ['month', 'year', 'all'] as const;
export type Period = (typeof periods)[number];

/** The first day of a period that ends today, `YYYY-MM-DD`. */
export const startOf = (period: Period, now = new Date()): string | undefined => {
  if (period === 'all') return undefined;
  const start = new Date(now);
  if (period === 'month') start.setDate(start.getDate() - 30);
  else start.setFullYear(start.getFullYear() - 1);
  return dayOf(start);
};
