import type { timelineKinds } from '@konsil/contracts/cases';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { hourMs, later } from '@konsil/server-platform/clock';
import type { Tx } from '@konsil/server-platform/database/client';
import { caseEvents } from '../schema.ts';
import type { CaseRow } from '../access/loaders.ts';
import { actingRoleOf, type ActingAccount } from '../access/sides.ts';

export type TimelineKind = (typeof timelineKinds)[number];

/** `actor` of an automatic act is the account that it is about. */
interface Writing {
  tx: Tx;
  now: Date;
  actor: ActingAccount;
}
export interface NewEntry {
  kind: TimelineKind;
  refId?: string;
  count?: number;
  /** The patient's own steps before a request are hidden from the doctor. */
  patientOnly?: boolean;
}

/** Adds an entry to a case's timeline. Automatic actions are attributed to the portal, about an account. */
export const addToTimeline = async (
  { tx, actor, now }: Writing,
  theCase: Pick<CaseRow, 'id'>,
  { kind, refId, count, patientOnly = false }: NewEntry,
): Promise<void> => {
  await tx.insert(caseEvents).values({
    caseId: theCase.id,
    kind,
    at: now,
    byAccountId: actor.accountId,
    byRole: actingRoleOf(actor),
    refId: refId ?? null,
    count: count ?? null,
    patientOnly,
  });
};

// Consecutive additions by one person are one line.
const oneSittingMs = hourMs;
/** Adds to the last entry, if it is as new and of the same kind and person; writes one of its own otherwise. */
export const joinTimeline = async (
  work: Writing,
  theCase: Pick<CaseRow, 'id'>,
  entry: NewEntry & { count: number },
): Promise<void> => {
  const { tx, actor, now } = work;
  const [last] = await tx
    .select()
    .from(caseEvents)
    .where(and(eq(caseEvents.caseId, theCase.id), gt(caseEvents.at, later(now, -oneSittingMs))))
    .orderBy(desc(caseEvents.at))
    .limit(1);
  if (last?.kind !== entry.kind || last.byAccountId !== actor.accountId) return addToTimeline(work, theCase, entry);
  await tx
    .update(caseEvents)
    .set({ count: sql`${caseEvents.count} + ${entry.count}`, at: now })
    .where(eq(caseEvents.id, last.id));
};

/** Removes an entry that no longer applies (a reopened ToDo). */
export const removeFromTimeline = async (
  { tx }: Pick<Writing, 'tx'>,
  { id }: Pick<CaseRow, 'id'>,
  { kind, refId }: { kind: TimelineKind; refId: string },
): Promise<void> => {
  await tx
    .delete(caseEvents)
    .where(and(eq(caseEvents.caseId, id), eq(caseEvents.kind, kind), eq(caseEvents.refId, refId)));
};
