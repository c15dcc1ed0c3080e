import type { timelineKinds } from '@konsil/contracts/cases';
import type { Doer } from '@konsil/contracts/codes';
import { and, eq } from 'drizzle-orm';
import { caseEvents } from '../schema.ts';
import type { CaseRow } from '../access/loaders.ts';
import type { Work } from '../http/work.ts';

export type TimelineKind = (typeof timelineKinds)[number];

interface NewEntry {
  kind: TimelineKind;
  refId?: string;
  count?: number;
  /** The patient's own steps before a request are hidden from the doctor. */
  patientOnly?: boolean;
}

/** Adds an entry to a case's timeline. Automatic actions are attributed to the portal, about an account. */
export const addToTimeline = async (
  { tx, actor, now }: Pick<Work, 'tx' | 'now'> & { actor: { accountId: string; role: Doer } },
  theCase: Pick<CaseRow, 'id'>,
  { kind, refId, count, patientOnly = false }: NewEntry,
): Promise<void> => {
  await tx.insert(caseEvents).values({
    caseId: theCase.id,
    kind,
    at: now,
    byAccountId: actor.accountId,
    byRole: actor.role,
    refId: refId ?? null,
    count: count ?? null,
    patientOnly,
  });
};

/** Removes an entry that no longer applies (a reopened ToDo). */
export const removeFromTimeline = async (
  { tx }: Work,
  caseId: string,
  kind: TimelineKind,
  refId: string,
): Promise<void> => {
  await tx
    .delete(caseEvents)
    .where(and(eq(caseEvents.caseId, caseId), eq(caseEvents.kind, kind), eq(caseEvents.refId, refId)));
};
