import type { Consent } from '@konsil/contracts/privacy';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { cases, consents, documents, tickets } from '../../db/schema';
import { iso, isoOrNull } from '../../kernel/clock.ts';
import { publish } from '../../kernel/events.ts';
import { loadCase } from '../../kernel/loaders.ts';
import { Problem } from '../../kernel/problems.ts';
import type { Work } from '../../kernel/work.ts';
import { dropDraftsOf } from '../accounts/drafts.ts';
import { namesOf } from '../accounts/names.ts';
import { publishInCase } from '../cases/case-scope.ts';
import { caseNames } from '../cases/case-texts.ts';
import { addToTimeline } from '../cases/timeline.ts';
import { endAppointments } from '../requests/appointments.ts';

export type ConsentRow = typeof consents.$inferSelect;

/** Consents with the names of what they are for. */
const showConsents = async ({ tx, kernel: { vault } }: Work, rows: readonly ConsentRow[]): Promise<Consent[]> => {
  const caseIds = rows.flatMap((row) => row.caseId ?? []);
  const names = await caseNames(tx, vault, caseIds.length > 0 ? await tx.select().from(cases).where(inArray(cases.id, caseIds)) : []);
  const people = await namesOf(tx, vault, rows.flatMap((row) => row.doctorId ?? []));
  return rows.map((row) => ({
    id: row.id, kind: row.kind, given_at: iso(row.givenAt), withdrawn_at: isoOrNull(row.withdrawnAt),
    case_id: row.caseId, case_name: names.get(row.caseId ?? '') ?? null, doctor_name: people.get(row.doctorId ?? '') ?? null,
  }));
};

/** Everything that an account ever consented to, newest first. */
export const listConsents = async (work: Work): Promise<Consent[]> =>
  showConsents(work, await work.tx.select().from(consents).where(eq(consents.accountId, work.actor.accountId)).orderBy(desc(consents.givenAt), desc(consents.id)));

/** The doctor sees no more of the case: not on an open page, not by a link that was handed out. What is agreed with them for later ends with it. */
const endSharing = async (work: Work, caseId: string, doctorId: string): Promise<void> => {
  const { tx } = work;
  const theCase = await loadCase(tx, caseId, true);
  if (!theCase || theCase.doctorId !== doctorId || theCase.sharedAt === null) return;
  await tx.update(cases).set({ sharedAt: null }).where(eq(cases.id, caseId));
  const ofCase = tx.select({ id: documents.id }).from(documents).where(eq(documents.caseId, caseId));
  await tx.delete(tickets).where(and(eq(tickets.accountId, doctorId), inArray(tickets.documentId, ofCase)));
  await addToTimeline(work, theCase, { kind: 'consent_withdrawn' });
  await dropDraftsOf(tx, doctorId, theCase);
  await endAppointments(work, theCase);
  await publish(tx, [doctorId], { type: 'case', case_id: caseId, patient_id: theCase.patientId }, work.actor.accountId);
  await publishInCase(work, { ...theCase, sharedAt: null }, 'case');
};

/**
 * Takes a consent back; for the sharing of a case that acts at once. Twice does no harm.
 * @throws {Problem} `not_allowed_now` for the consent that the account itself rests on: that one ends with the erasure.
 */
export const withdrawConsent = async (work: Work, consent: ConsentRow): Promise<Consent> => {
  const { tx, now } = work;
  if (consent.kind === 'health_data') throw new Problem('not_allowed_now');
  const [withdrawn = consent] = consent.withdrawnAt ? [] : await tx.update(consents).set({ withdrawnAt: now }).where(eq(consents.id, consent.id)).returning();
  if (!consent.withdrawnAt && consent.caseId && consent.doctorId) await endSharing(work, consent.caseId, consent.doctorId);
  const [shown] = await showConsents(work, [withdrawn]);
  if (!shown) throw new Error('The consent is gone.');
  return shown;
};
