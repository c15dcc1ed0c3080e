import type { CaseSummary } from '@konsil/contracts/cases';
import { optionsThat, proposesTimes, rulesOf, type AnswerOption } from '@konsil/contracts/answer-options';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { cases } from '@konsil/server-domain/schema';
import { caseResource, type CaseRow } from '@konsil/server-domain/access/loaders';
import { Problem } from '@konsil/server-platform/http/problems';
import type { Work } from '@konsil/server-domain/http/work';
import { findDoctor, type DoctorRow } from '@konsil/server-domain/doctors/doctors.queries';
import { tell } from '@konsil/server-domain/notices/notices';
import { completeAsked, dropAsked } from '@konsil/server-todos/todos.queries';
import { publishInCase } from '@konsil/server-domain/cases/case-scope';
import { canTake, recommendsOther } from '@konsil/server-domain/cases/case-state';
import { summaryOf } from './case-summary.ts';
import { changeCase, checkStep, checkVersion } from './cases.queries.ts';
import { addToTimeline } from '@konsil/server-domain/cases/timeline';
import { answerDueOn } from '@konsil/server-domain/cases/working-days';

/** The changes that make a case wait for its doctor: a new due date, and out of the doctor's archive. */
export const waitingForDoctor = ({ now }: Work, { replyDays }: DoctorRow) => ({
  status: 'with_doctor' as const,
  lastRequestAt: now,
  answerDueOn: answerDueOn(now, replyDays),
  openedAt: null,
  archivedByDoctorAt: null,
});

/**
 * Settles what a reply resolves of the previous answer's requests: a message answers a question, or says that documents
 * are missing.
 */
const settleByReply = async (work: Work, theCase: CaseRow, { without }: { without: boolean }): Promise<void> => {
  if (!theCase.lastAnswerOption) return;
  const { reply, todo } = rulesOf(theCase.lastAnswerOption);
  if (reply?.when !== 'always' && !without) return;
  if (reply?.todo === 'completed') await completeAsked(work, theCase, todo);
  if (reply?.todo === 'dropped') await dropAsked(work, theCase, todo);
};

/** Returns a case to the doctor, with a new due date, if its last answer is one of these. */
const giveBack = async (
  work: Work,
  theCase: CaseRow,
  options: readonly AnswerOption[],
  settle: (row: CaseRow) => Promise<void>,
): Promise<void> => {
  const { tx } = work;
  const doctor = await findDoctor(tx, theCase.doctorId);
  if (!doctor) return;
  const waits = and(
    eq(cases.id, theCase.id),
    eq(cases.status, theCase.status),
    inArray(cases.lastAnswerOption, [...options]),
  );
  const [row] = await tx
    .update(cases)
    .set({ ...waitingForDoctor(work, doctor), version: sql`${cases.version} + 1` })
    .where(waits)
    .returning();
  if (!row) return;
  await settle(row);
  await publishInCase(work, row, 'case');
};

/**
 * The patient's message after a doctor's question, or to proposed times, is the reply to it: the case goes back to the
 * doctor (docs/product.md section 1), who may propose other times. A request would need a new document, which neither asks for.
 * @param without it says that the patient does not have the documents that are asked for; an ordinary message beside such a wish leaves the case with the patient.
 */
export const giveBackAfterReply = async (
  work: Work,
  theCase: CaseRow,
  { without }: { without: boolean },
): Promise<void> => {
  const options = optionsThat(({ reply }) => reply?.when === 'always' || (without && reply !== null));
  if (work.actor.role !== 'patient') return;
  const settle = (row: CaseRow) => settleByReply(work, row, { without });
  if (theCase.status === 'with_patient') return giveBack(work, theCase, options, settle);
  // A new question or a request had already returned it.
  if (theCase.status === 'with_doctor') await settle(theCase);
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
  const row = await changeCase(work, theCase, { ...waitingForDoctor(work, doctor), archivedByPatientAt: null });
  if (theCase.status === 'closed') await addToTimeline(work, row, { kind: 'reopened' });
  await tell(work, { accountId: doctor.accountId, kind: 'request', caseId: theCase.id });
  return row;
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
  const waited = optionsThat(({ leaves }) => leaves === 'with_patient');
  await giveBack(work, theCase, waited, async (row) => {
    for (const option of waited) await dropAsked(work, row, rulesOf(option).todo);
  });
  return summaryOf(work, theCase.id);
};
