import type { GeneralForms } from '@konsil/contracts/cases';
import type { AnsweredForm } from '@konsil/contracts/form-fields';
import { answersTo, givenAnswers, missingFields } from '@konsil/contracts/form-rules';
import { eq } from 'drizzle-orm';
import type { CaseRow } from '@konsil/server-domain/access/loaders';
import { answeredForms, offeredForm } from '@konsil/server-domain/cases/case-forms';
import { caseColumns, openCase } from '@konsil/server-domain/cases/case-texts';
import { doctorOf, toDoctor } from '@konsil/server-domain/doctors/doctors.queries';
import type { Work } from '@konsil/server-domain/kernel/work';
import { cases } from '@konsil/server-domain/schema';
import type { CaseTexts } from '@konsil/server-domain/sealed/case';
import { invalid, invalidFields } from '@konsil/server-platform/http/problems';

const path = 'specialty_form.answers';

/** True if answers were given to another version of the form than the case has to fill in now. */
export const answersOtherForm = async (
  work: Work,
  theCase: CaseRow,
  texts: CaseTexts,
  given: GeneralForms['specialty_form'],
): Promise<boolean> => given !== undefined && given.version !== (await offeredForm(work, texts, theCase))?.version;

/**
 * The answered forms of a case after a change by its forms. Answers stay with the version that they were given to; without
 * any answer there is no answered form.
 * @throws {Problem} `invalid` at each answer that does not fit, and in a sent case at a required one that was removed
 */
export const formsAfter = async (
  work: Work,
  theCase: CaseRow,
  texts: CaseTexts,
  given: GeneralForms['specialty_form'],
): Promise<CaseTexts['specialty_forms']> => {
  const { specialty_forms: before = [] } = texts;
  const offered = given && (await offeredForm(work, texts, theCase));
  if (!given || !offered) return texts.specialty_forms;
  const foreign = Object.keys(given.answers).filter((id) => !offered.fields.some((field) => field.id === id));
  if (foreign.length > 0)
    throw invalid(...foreign.map((id) => ({ path: `${path}.${id}`, code: 'unknownField' as const })));
  const { data, error } = answersTo(offered.fields).safeParse(given.answers);
  if (error) throw invalidFields(error.issues.map((issue) => ({ ...issue, path: [path, ...issue.path] })));
  const answers = givenAnswers(data);
  if (theCase.firstSentAt) {
    const removed = missingFields(offered.fields, answers).filter(({ id }) => offered.answers[id] !== undefined);
    if (removed.length > 0)
      throw invalid(...removed.map(({ id }) => ({ path: `${path}.${id}`, code: 'answerMissing' as const })));
  }
  const doctor = toDoctor(await doctorOf(work.tx, theCase.doctorId));
  const others = before.filter((form) => form.doctor.id !== theCase.doctorId);
  const own =
    Object.keys(answers).length > 0
      ? [{ doctor: { id: doctor.id, name: doctor.name }, version: offered.version, fields: offered.fields, answers }]
      : [];
  const after = [...others, ...own];
  return after.length > 0 ? after : undefined;
};

/** With the first request, answers to forms of other doctors, who were chosen before, leave the case. */
export const leaveOtherForms = async (
  { tx, kernel: { vault } }: Work,
  theCase: CaseRow,
  texts: CaseTexts,
): Promise<void> => {
  const { specialty_forms: all = [], ...others } = texts;
  const own = answeredForms(texts, theCase);
  if (own.length === all.length) return;
  await tx
    .update(cases)
    .set(
      await caseColumns(tx, vault, theCase.patientId, { ...others, ...(own.length > 0 && { specialty_forms: own }) }),
    )
    .where(eq(cases.id, theCase.id));
};

/** After the withdrawal of the first request, these answers are back, for the case that the doctor is chosen again. */
export const bringBackForms = async (
  { tx, kernel: { vault } }: Work,
  theCase: CaseRow,
  left: readonly AnsweredForm[] = [],
): Promise<void> => {
  if (theCase.firstSentAt || left.length === 0) return;
  const texts = await openCase(tx, vault, theCase);
  const { specialty_forms: now = [] } = texts;
  const missing = left.filter(({ doctor }) => !now.some((one) => one.doctor.id === doctor.id));
  await tx
    .update(cases)
    .set(await caseColumns(tx, vault, theCase.patientId, { ...texts, specialty_forms: [...now, ...missing] }))
    .where(eq(cases.id, theCase.id));
};
