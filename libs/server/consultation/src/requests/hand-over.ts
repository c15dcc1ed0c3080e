import type { CaseSummary } from '@konsil/contracts/cases';
import { and, eq, isNotNull } from 'drizzle-orm';
import { record } from '@konsil/server-domain/steps/record';
import { helpersNow } from '@konsil/server-domain/access/colleagues';
import { answers, documents } from '@konsil/server-domain/schema';
import { caseResource, type CaseRow } from '@konsil/server-domain/access/loaders';
import { invalid, Problem } from '@konsil/server-platform/http/problems';
import type { Work } from '@konsil/server-domain/kernel/work';
import { dropDraftsOf } from '@konsil/server-domain/drafts/drafts';
import { findDoctor, findStaying, lockDoctor, type DoctorRow } from '@konsil/server-domain/doctors/doctors.queries';
import { askDeputies } from '../deputies/deputies.ts';
import { endAppointments } from './appointments.ts';
import { checkOwner, placeRequest } from './send-to-doctor.ts';
import { recommendsOther } from '@konsil/server-domain/cases/case-state';
import { summaryOf } from '../cases/case-summary.ts';
import { leavePrevious } from '../cases/change-doctor.ts';
import { checkStep } from '../cases/cases.queries.ts';

/**
 * The next doctor: the one the last answer recommends, or any who takes new cases; also after the previous doctor has
 * left, or leaves without the case.
 */
const successor = async ({ tx }: Work, theCase: CaseRow, id: string): Promise<DoctorRow> => {
  const left = !(await (caseResource(theCase).sharedWithDoctor ? findDoctor : findStaying)(tx, theCase.doctorId));
  if (left) checkStep('replaceDoctor', theCase);
  else if (!recommendsOther(theCase)) throw new Problem('not_allowed_now');
  const [answer] = theCase.lastAnswerId
    ? await tx.select().from(answers).where(eq(answers.id, theCase.lastAnswerId))
    : [];
  const doctor = id === theCase.doctorId ? undefined : await lockDoctor(tx, id);
  if (!doctor || !(doctor.acceptsCases || answer?.recommendedDoctorId === id))
    throw invalid({ path: 'doctor', code: 'doctorMissing' });
  return doctor;
};

/**
 * Hands a case over with the patient's consent: the next doctor gets it unchanged, the previous one loses access, and
 * future appointments with them end.
 * @throws {Problem} `not_allowed_now` unless the last answer recommends another doctor or the doctor has left,
 * `erasure_planned`, `invalid` for a doctor who cannot take it.
 */
export const handOver = async (work: Work, theCase: CaseRow, doctorId: string): Promise<CaseSummary> => {
  const { tx } = work;
  await checkOwner(work, theCase);
  const doctor = await successor(work, theCase, doctorId);
  // Found first: their access ends with the case's change.
  const helpers = await helpersNow(tx, theCase.id, work.now);
  const placed = await placeRequest(work, theCase, doctor, { note: '' });
  // Everything sent before is new to the next doctor.
  await tx
    .update(documents)
    .set({ sentAt: placed.request.sentAt })
    .where(and(eq(documents.caseId, theCase.id), isNotNull(documents.sentAt)));
  await leavePrevious(work, theCase, doctorId);
  await record(work, {
    step: 'handed_over',
    theCase: placed.theCase,
    before: theCase,
    requestId: placed.request.id,
    helpers,
  });
  await askDeputies(work, placed.theCase);
  await dropDraftsOf(tx, theCase.doctorId, theCase);
  await endAppointments(work, theCase);
  return summaryOf(work, theCase.id);
};
