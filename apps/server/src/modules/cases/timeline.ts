import type { timelineKinds, TimelineEntry } from '@konsil/contracts/cases';
import { and, asc, eq } from 'drizzle-orm';
import { caseEvents } from '../../db/schema';
import { iso } from '../../kernel/clock.ts';
import type { CaseRow } from '../../kernel/loaders.ts';
import type { Work } from '../../kernel/work.ts';

export type TimelineKind = (typeof timelineKinds)[number];
export type CaseEventRow = typeof caseEvents.$inferSelect;

interface NewEntry {
  kind: TimelineKind;
  refId?: string;
  count?: number;
  /** The patient's own steps before a request stay with the patient. */
  patientOnly?: boolean;
}

/** Writes into the timeline of a case. */
export const addToTimeline = async ({ tx, actor, now }: Work, theCase: Pick<CaseRow, 'id'>, { kind, refId, count, patientOnly = false }: NewEntry): Promise<void> => {
  await tx.insert(caseEvents).values({
    caseId: theCase.id, kind, at: now, byAccountId: actor.accountId, byRole: actor.role, refId: refId ?? null, count: count ?? null, patientOnly,
  });
};

/** Takes an entry back that does not hold any more (a ToDo that is open again). */
export const removeFromTimeline = async ({ tx }: Work, caseId: string, kind: TimelineKind, refId: string): Promise<void> => {
  await tx.delete(caseEvents).where(and(eq(caseEvents.caseId, caseId), eq(caseEvents.kind, kind), eq(caseEvents.refId, refId)));
};

/** The timeline of a case as its reader may see it, oldest first. */
export const timelineRows = ({ tx, actor }: Work, caseId: string): Promise<CaseEventRow[]> =>
  tx.select().from(caseEvents).where(and(eq(caseEvents.caseId, caseId), actor.role === 'doctor' ? eq(caseEvents.patientOnly, false) : undefined)).orderBy(asc(caseEvents.at), asc(caseEvents.seq));

export const toTimeline = ({ actor }: Work, rows: readonly CaseEventRow[], names: ReadonlyMap<string, string>, subjects: ReadonlyMap<string, Pick<TimelineEntry, 'subject' | 'title_code'>>): TimelineEntry[] =>
  rows.map((row) => ({
    id: row.id, kind: row.kind as TimelineKind, at: iso(row.at), ref_id: row.refId, count: row.count,
    ...(subjects.get(row.refId ?? '') ?? { subject: null, title_code: null }),
    by: { role: row.byRole, name: names.get(row.byAccountId) ?? '', mine: row.byAccountId === actor.accountId },
  }));
