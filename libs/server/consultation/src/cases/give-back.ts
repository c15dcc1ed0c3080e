import type { CaseSummary } from '@konsil/contracts/cases';
import { optionsThat, proposesTimes, type AnswerOption } from '@konsil/contracts/answer-options';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { cases } from '@konsil/server-domain/schema';
import { caseResource, type CaseRow } from '@konsil/server-domain/access/loaders';
import { Problem } from '@konsil/server-platform/http/problems';
import type { Work } from '@konsil/server-domain/kernel/work';
import { findDoctor, type DoctorRow } from '@konsil/server-domain/doctors/doctors.queries';
import { record } from '@konsil/server-domain/steps/record';
import { answeredSince, canTake, recommendsOther } from '@konsil/server-domain/cases/case-state';
import { summaryOf } from './case-summary.ts';
import { changeCase, checkStep, checkVersion } from './cases.queries.ts';
import { isOn } from '@konsil/server-domain/access/sides';
import { promisedDay } from '@konsil/server-domain/doctors/absences';

/** The changes that make a case wait for its doctor: a new due date, and out of the doctor's archive. */
export const waitingForDoctor = async ({ tx, now }: Work, doctor: DoctorRow) => ({
  status: 'with_doctor' as const,
  lastRequestAt: now,
  answerDueOn: await promisedDay(tx, doctor, now),
  openedAt: null,
  archivedByDoctorAt: null,
  snoozedUntil: null,
  markedUnreadAt: null,
});

/** Returns a case to the doctor, with a new due date, if its last answer is one of these. */
const giveBack = async (
  work: Work,
  theCase: CaseRow,
  options: readonly AnswerOption[],
): Promise<CaseRow | undefined> => {
  const { tx } = work;
  const doctor = await findDoctor(tx, theCase.doctorId);
  if (!doctor) return undefined;
  const waits = and(
    eq(cases.id, theCase.id),
    eq(cases.status, theCase.status),
    inArray(cases.lastAnswerOption, [...options]),
  );
  const [row] = await tx
    .update(cases)
    .set({ ...(await waitingForDoctor(work, doctor)), version: sql`${cases.version} + 1` })
    .where(waits)
    .returning();
  return row;
};

/**
 * The patient's message after a doctor's question, or to proposed times, is the reply to it: the case goes back to the
 * doctor (docs/product.md section 1), who may propose other times. A request would need a new document, which neither asks for.
 * @param without it says that the patient does not have the documents that are asked for; an ordinary message beside such a wish leaves the case with the patient.
 * @param submittedAt a message that was submitted before the answer was delivered is no reply to it
 */
export const giveBackAfterReply = async (
  work: Work,
  theCase: CaseRow,
  { without, submittedAt }: { without: boolean; submittedAt: Date },
): Promise<void> => {
  const options = optionsThat(({ reply }) => reply?.when === 'always' || (without && reply !== null));
  if (!isOn(work.actor, 'patient') || answeredSince(theCase, submittedAt)) return;
  // A new question, or a request, had given it back before.
  const givesBack = theCase.status === 'with_patient';
  if (!givesBack && theCase.status !== 'with_doctor') return;
  const row = givesBack ? await giveBack(work, theCase, options) : theCase;
  if (row)
    await record(work, { step: 'reply_received', theCase: row, option: row.lastAnswerOption, without, givesBack });
};

/**
 * A patient's new question returns an answered case to the doctor, like a reply, and reopens a closed one. After a
 * recommendation it waits for the doctor to whom the case is handed over.
 * @returns the changed case; undefined if nothing changed, e.g. while the doctor has it or nobody has
 */
export const giveBackForQuestion = async (work: Work, theCase: CaseRow): Promise<CaseRow | undefined> => {
  if (!canTake('ask', theCase.status) || !caseResource(theCase).sharedWithDoctor) return undefined;
  if (recommendsOther(theCase)) return undefined;
  const doctor = await findDoctor(work.tx, theCase.doctorId);
  if (!doctor) return undefined;
  return changeCase(work, theCase, { ...(await waitingForDoctor(work, doctor)), archivedByPatientAt: null });
};

/**
 * The doctor takes the case back without waiting for the patient, or answers in writing after an accepted appointment.
 * @throws {Problem} `not_allowed_now` unless the case waits for the patient or has an accepted appointment,
 * `version_conflict` for an outdated version.
 */
export const takeBack = async (work: Work, theCase: CaseRow, seen: number | undefined): Promise<CaseSummary> => {
  // Idempotent.
  if (theCase.status === 'with_doctor') return summaryOf(work, theCase.id);
  await checkVersion(work, theCase, seen);
  checkStep('takeBack', theCase);
  if (theCase.status === 'answered' && !(theCase.lastAnswerOption && proposesTimes(theCase.lastAnswerOption)))
    throw new Problem('not_allowed_now');
  const row = await giveBack(
    work,
    theCase,
    optionsThat(({ leaves }) => leaves === 'with_patient'),
  );
  if (row) await record(work, { step: 'taken_back', theCase: row });
  return summaryOf(work, theCase.id);
};
