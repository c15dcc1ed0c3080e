import type { CaseSummary } from '@konsil/contracts/cases';
import type { CaseRow } from '@konsil/server-domain/access/loaders';
import { Problem } from '@konsil/server-platform/http/problems';
import type { Work } from '@konsil/server-domain/http/work';
import { lockDoctor } from '@konsil/server-domain/doctors/doctors.queries';
import { tell } from '@konsil/server-domain/notices/notices';
import { checkOwner, addDoctorPatient, giveConsent } from '../requests/send-to-doctor.ts';
import { publishInCase } from '@konsil/server-domain/cases/case-scope';
import { summaryOf } from './case-summary.ts';
import { changeCase } from './cases.queries.ts';
import { waitingForDoctor } from './give-back.ts';
import { addToTimeline } from '@konsil/server-domain/cases/timeline';

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
    lastActivityAt: now,
    archivedByDoctorAt: null,
    ...(waits && waitingForDoctor(work, doctor)),
  });
  await giveConsent(work, row, doctor.accountId);
  await addDoctorPatient(work, row, doctor.accountId);
  await addToTimeline(work, row, { kind: 'shared_again' });
  await publishInCase(work, row, 'case');
  await tell(work, { accountId: doctor.accountId, kind: waits ? 'request' : 'shared_again', caseId: row.id });
  return summaryOf(work, row.id);
};
