import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import { answers, cases } from '@konsil/server-domain/schema';
import type { AuditEntry } from '@konsil/server-platform/audit/audit';
import { publish } from '@konsil/server-domain/events/events';
import type { Unattended } from '@konsil/server-domain/http/work';
import { addToTimeline } from '@konsil/server-domain/cases/timeline';
import { tell } from '@konsil/server-domain/notices/notices';
import { agreedForLater } from './appointments.ts';

/** The effects of a doctor's leaving. */
interface Leaving {
  /** Number of open cases with them. */
  open: number;
  /** Audit entries for ended appointments, attributed to the portal. */
  records: AuditEntry[];
}

/**
 * Ends a leaving doctor's future appointments, and asks the patients of open cases to choose another doctor. Both come
 * out of the patients' archives. Call it after the account is closed.
 */
export const leaveCases = async (work: Unattended, doctorId: string): Promise<Leaving> => {
  const { tx, now } = work;
  // Locks cases before answers, in the same order as everywhere.
  const theirs = await tx
    .select({ id: cases.id, accountId: cases.accountId, patientId: cases.patientId, status: cases.status })
    .from(cases)
    .where(and(eq(cases.doctorId, doctorId), isNotNull(cases.firstSentAt), isNotNull(cases.sharedAt)))
    .orderBy(asc(cases.id))
    .for('no key update');
  if (theirs.length === 0) return { open: 0, records: [] };
  const ended = await tx
    .update(answers)
    .set({ appointmentCancelledAt: now, appointmentCancelledBy: 'system' })
    .where(and(eq(answers.doctorId, doctorId), agreedForLater(now)))
    .returning({ id: answers.id, caseId: answers.caseId });
  const open = theirs.filter(({ status }) => status === 'with_doctor' || status === 'with_patient');
  await tx
    .update(cases)
    .set({ lastActivityAt: now, archivedByPatientAt: null })
    .where(inArray(cases.id, [...open.map(({ id }) => id), ...ended.map(({ caseId }) => caseId)]));

  const ownerOf = new Map(theirs.map(({ id, accountId }) => [id, accountId]));
  const patientOf = new Map(theirs.map(({ id, patientId }) => [id, patientId]));
  for (const { id, caseId } of ended) {
    await addToTimeline(
      { tx, now, actor: { accountId: doctorId, role: 'system' } },
      { id: caseId },
      { kind: 'appointment_cancelled', refId: id },
    );
    await tell(work, { accountId: ownerOf.get(caseId) ?? '', kind: 'appointment_cancelled', caseId });
  }
  for (const accountId of new Set(open.map((row) => row.accountId)))
    await tell(work, { accountId, kind: 'doctor_left' });
  await publish(tx, [...new Set(ownerOf.values())], { type: 'resync' }, null);
  const records = ended.map(
    ({ caseId }): AuditEntry => ({
      action: 'appointment.cancel',
      result: 'allowed',
      patientId: patientOf.get(caseId),
      caseId,
      actor: { accountId: null, role: 'system' },
    }),
  );
  return { open: open.length, records };
};
