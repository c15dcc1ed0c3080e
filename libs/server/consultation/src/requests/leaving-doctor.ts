import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import { record } from '@konsil/server-domain/steps/record';
import { answers, cases } from '@konsil/server-domain/schema';
import type { AuditEntry } from '@konsil/server-platform/audit/audit';
import type { SystemWork } from '@konsil/server-domain/kernel/work';
import { endAssistantsOf } from '../assistants/assistants.ts';
import { endDeputiesOf } from '../deputies/deputies.ts';
import { endLooksOf } from '../second-looks/second-looks.ts';
import { acceptedFutureAppointments } from './appointments.ts';

/** The effects of a doctor's leaving. */
interface Leaving {
  /** Number of open cases with them. */
  open: number;
  /** Audit entries for ended appointments, attributed to the portal. */
  records: AuditEntry[];
}

/**
 * Ends a leaving doctor's future appointments, and asks the patients of open cases to choose another doctor. Both are
 * removed from the patients' archives. Call it after the account is closed.
 */
export const leaveCases = async (work: SystemWork, doctorId: string): Promise<Leaving> => {
  const { tx, now } = work;
  // Locks cases before answers, in the same order as everywhere.
  const theirs = await tx
    .select()
    .from(cases)
    .where(and(eq(cases.doctorId, doctorId), isNotNull(cases.firstSentAt), isNotNull(cases.sharedAt)))
    .orderBy(asc(cases.id))
    .for('no key update');
  await endLooksOf(work, doctorId);
  await endDeputiesOf(work, doctorId);
  const assisted = await endAssistantsOf(work, doctorId);
  if (theirs.length === 0) return { open: 0, records: assisted };
  const ended = await tx
    .update(answers)
    .set({ appointmentCancelledAt: now, appointmentCancelledBy: 'system' })
    .where(and(eq(answers.doctorId, doctorId), acceptedFutureAppointments(now)))
    .returning({ id: answers.id, caseId: answers.caseId });
  const open = theirs.filter(({ status }) => status === 'with_doctor' || status === 'with_patient');
  await tx
    .update(cases)
    .set({ lastActivityAt: now, archivedByPatientAt: null })
    .where(inArray(cases.id, [...open.map(({ id }) => id), ...ended.map(({ caseId }) => caseId)]));

  const leaving = { ...work, actor: { accountId: doctorId, role: 'system' as const } };
  const caseOf = new Map(theirs.map((theCase) => [theCase.id, theCase]));
  for (const { id, caseId } of ended) {
    const theCase = caseOf.get(caseId);
    if (theCase) await record(leaving, { step: 'appointment_lost', theCase, answerId: id });
  }
  const waiting = new Set(open.map(({ accountId }) => accountId));
  for (const accountId of new Set(theirs.map((row) => row.accountId)))
    await record(leaving, { step: 'doctor_left', accountId, waits: waiting.has(accountId) });
  const records = ended.map(
    ({ caseId }): AuditEntry => ({
      action: 'appointment.cancel',
      result: 'allowed',
      patientId: caseOf.get(caseId)?.patientId,
      caseId,
      actor: { accountId: null, role: 'system' },
    }),
  );
  return { open: open.length, records: [...records, ...assisted] };
};
