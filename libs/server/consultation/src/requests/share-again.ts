import type { CaseSummary } from '@konsil/contracts/cases';
import { record } from '@konsil/server-domain/steps/record';
import type { CaseRow } from '@konsil/server-domain/access/loaders';
import { Problem } from '@konsil/server-platform/http/problems';
import type { Work } from '@konsil/server-domain/kernel/work';
import { lockDoctor } from '@konsil/server-domain/doctors/doctors.queries';
import { askDeputies } from '../deputies/deputies.ts';
import { checkOwner, addDoctorPatient, giveConsent } from './send-to-doctor.ts';
import { summaryOf } from '../cases/case-summary.ts';
import { changeCase } from '../cases/cases.queries.ts';
import { waitingForDoctor } from '../cases/give-back.ts';

/**
 * Shares a case with its doctor again after a withdrawal: with a new consent but no request, so that no new document is
 * needed. A case that waited for the doctor gets a new due date, because they had no access.
 * @throws {Problem} `not_allowed_now` for a case never sent, `erasure_planned`, `doctor_unavailable` if its doctor has
 * left or is about to.
 */
export const shareAgain = async (work: Work, theCase: CaseRow): Promise<CaseSummary> => {
  const { tx, now } = work;
  if (theCase.firstSentAt === null) throw new Problem('not_allowed_now');
  // Idempotent.
  if (theCase.sharedAt !== null) return summaryOf(work, theCase.id);
  await checkOwner(work, theCase);
  const doctor = await lockDoctor(tx, theCase.doctorId);
  if (!doctor) throw new Problem('doctor_unavailable');
  const waits = theCase.status === 'with_doctor';
  const row = await changeCase(work, theCase, {
    sharedAt: now,
    ...(waits && (await waitingForDoctor(work, doctor))),
  });
  await giveConsent(work, row, doctor.accountId);
  await addDoctorPatient(work, row, doctor.accountId);
  await record(work, { step: 'shared_again', theCase: row, waits });
  await askDeputies(work, row);
  return summaryOf(work, row.id);
};
