import { proposesTimes, rulesOf, type AnswerOption } from '@konsil/contracts/answer-options';
import { todoTitleLabels, type TodoTitle } from '@konsil/contracts/codes';
import { answerComplaints, partsThatTravel } from '@konsil/contracts/answer-rules';
import { ofWrittenParts, type Answer, type AnswerPatient } from '@konsil/contracts/requests';
import { hasVisibleText } from '@konsil/contracts/visible-text';
import { randomUUID } from 'node:crypto';
import { record } from '@konsil/server-domain/steps/record';
import { answers } from '@konsil/server-domain/schema';
import type { AnswerRow, CaseRow } from '@konsil/server-domain/access/loaders';
import { poolDoctorsNow } from '@konsil/server-domain/access/colleagues';
import { representedAccountId } from '@konsil/server-domain/access/sides';
import { invalid, Problem } from '@konsil/server-platform/http/problems';
import type { Submitted } from '@konsil/server-domain/sendings/hold';
import type { Work } from '@konsil/server-domain/kernel/work';
import { accountById } from '@konsil/server-domain/accounts/accounts.queries';
import { openCase } from '@konsil/server-domain/cases/case-texts';
import { changeCase, checkStep } from '../cases/cases.queries.ts';
import { answerQuestion, questionsOf, type OpenedQuestion } from '@konsil/server-domain/cases/general-forms';
import { dayOf } from '@konsil/server-domain/calendar/working-days';
import { dropTakenAnswers } from '@konsil/server-domain/drafts/prepared-drafts';
import { findStaying } from '@konsil/server-domain/doctors/doctors.queries';
import { insertTodo } from '@konsil/server-todos/todos.queries';
import { keepLetter } from '../letter-content/keep-letter.ts';
import { letterFacts } from '../letter-content/letter-facts.ts';
import { answerOf, newestRequest } from '../conversation/requests.queries.ts';
import {
  answerTexts,
  type AnswerTexts,
  type FrozenCode,
  type FrozenMeasurement,
  type FrozenPin,
  type LetterFacts,
} from '@konsil/server-domain/sealed/answer';
import { caseTexts, type CaseTexts } from '@konsil/server-domain/sealed/case';

export interface ChosenAnswer {
  option: AnswerOption;
  title: TodoTitle;
}

/** The doctor whom the answer recommends; anyone in the directory except the author, and the doctor of the case. */
const recommended = async (
  { tx, actor }: Work,
  { recommended_doctor_id: id }: AnswerPatient,
): Promise<string | null> => {
  if (id === undefined) return null;
  const doctor = [actor.accountId, representedAccountId(actor)].includes(id) ? undefined : await findStaying(tx, id);
  if (!doctor) throw invalid({ path: 'recommended_doctor_id', code: 'doctorMissing' });
  return doctor.accountId;
};

/** An answer belongs to the current wording of its question: after a change the doctor must read it again. */
const checkWords = (questions: readonly OpenedQuestion[], { question_answers: given = [] }: AnswerPatient): void => {
  const words = new Map(questions.map(({ id, text }) => [id, text]));
  const changed = given.filter(({ question_id: id, question }) => question !== undefined && question !== words.get(id));
  if (changed.length > 0)
    throw invalid(
      ...changed.map(({ question_id: id }) => ({ path: `question_answers.${id}`, code: 'questionChanged' as const })),
    );
};

/** A doctor who leaves proposes no time after that, and a deputy none at all: nobody would keep it. */
const checkTimes = async ({ tx, actor }: Work, { appointments = [] }: AnswerPatient): Promise<void> => {
  if (appointments.length > 0 && actor.standsFor?.caseId) throw new Problem('not_allowed_now');
  const { erasureAt } = await accountById(tx, actor.accountId);
  const late = appointments.flatMap((at, index) => (erasureAt && new Date(at) >= erasureAt ? [index] : []));
  if (late.length > 0)
    throw invalid(
      ...late.map((index) => ({ path: `appointments.${index}`, code: 'appointmentAfterErasure' as const })),
    );
};

/** Saves new answers; existing ones stay with their author and are not part of this letter. */
const answerQuestions = async (
  work: Work,
  theCase: CaseRow,
  questions: readonly OpenedQuestion[],
  { question_answers: given = [] }: AnswerPatient,
): Promise<AnswerTexts['question_answers']> => {
  const texts = new Map(given.map((one) => [one.question_id, one]));
  const answered = questions.flatMap((question) => {
    const { text, plain_words: plain = '' } = texts.get(question.id) ?? {};
    const isNew = text !== question.answer || hasVisibleText(plain);
    return text === undefined || !isNew ? [] : [{ question, text, plain }];
  });
  for (const { question, text } of answered) await answerQuestion(work, theCase.patientId, question, text);
  return answered.map(({ question, text, plain }) => ({
    question_id: question.id,
    question: question.text,
    text,
    ...(hasVisibleText(plain) && { plain_words: plain }),
  }));
};

/** The places in images and documents, and the codes, that are frozen with an answer. */
export interface Frozen {
  measurements: FrozenMeasurement[];
  pins: FrozenPin[];
  codes: FrozenCode[];
}
const nothing: Frozen = { measurements: [], pins: [], codes: [] };

const textsOf = (
  form: AnswerPatient,
  question_answers: AnswerTexts['question_answers'],
  letter: LetterFacts,
  { measurements, pins, codes }: Frozen,
): AnswerTexts => ({
  answer: form.answer,
  question_answers,
  ...ofWrittenParts((part) => form[part] || null),
  ...(hasVisibleText(form.plain_words ?? '') ? { plain_words: form.plain_words } : {}),
  appointment_place: form.appointment_place ?? '',
  letter,
  ...(measurements.length > 0 ? { measurements } : {}),
  ...(pins.length > 0 ? { pins } : {}),
  ...(codes.length > 0 ? { codes } : {}),
});

/** The ToDo that the patient gets with the answer. */
const todoOf = ({ title }: ChosenAnswer, form: AnswerPatient) => {
  if (title === 'none' || form.deadline === undefined) return null;
  const words = form.aufgabeTitel || todoTitleLabels[title];
  return { code: title, title: words, content: form.todo_content || words, deadline: form.deadline };
};

const giveTodo = async (
  work: Work,
  theCase: CaseRow,
  answerId: string,
  todo: ReturnType<typeof todoOf>,
): Promise<void> => {
  if (!todo) return;
  const { code, ...words } = todo;
  await insertTodo(work, theCase, { ...words, priority: 'normal', assignee: 'patient' }, { titleCode: code, answerId });
};

/** Answering changes the questions' version, so that a form open meanwhile gets a conflict. */
export const formsChanged = async ({ tx, kernel: { vault } }: Work, theCase: CaseRow) => {
  const texts = await openCase(tx, vault, theCase);
  return {
    sealed: await vault.seal(tx, theCase.patientId, caseTexts, {
      ...texts,
      forms_version: theCase.version + 1,
    } satisfies CaseTexts),
  };
};

/**
 * The doctor answers the newest request (docs/product.md section 1). The route locks the case row.
 * @throws {Problem} `not_allowed_now` if the case is not with the doctor, `invalid` with all that is missing, or at
 * questions reworded meanwhile.
 */
export const answerPatient = async (
  work: Work,
  theCase: CaseRow,
  chosen: ChosenAnswer,
  given: AnswerPatient,
  id: string = randomUUID(),
  frozen: Frozen = nothing,
): Promise<AnswerRow> => {
  const form = partsThatTravel(given, chosen.option, chosen.title);
  const {
    tx,
    actor,
    now,
    kernel: { vault },
  } = work;
  checkStep('answer', theCase);
  const request = await newestRequest(work, theCase);
  if (!request) throw new Problem('not_allowed_now');
  const questions = await questionsOf(work, theCase);
  const states = questions.map(({ id, answeredAt }) => ({ id, answered: answeredAt !== null }));
  const complaints = answerComplaints(form, { ...chosen, questions: states, now, today: dayOf(now) });
  if (complaints.length > 0) throw invalid(...complaints.map(({ path, code }) => ({ path: path.join('.'), code })));
  checkWords(questions, form);
  await checkTimes(work, form);

  const question_answers = await answerQuestions(work, theCase, questions, form);
  const todo = todoOf(chosen, form);
  const recommendedDoctorId = await recommended(work, form);
  const letter = await letterFacts(work, theCase, { doctorId: actor.accountId, request, recommendedDoctorId, todo });
  const [answer] = await tx
    .insert(answers)
    .values({
      id,
      caseId: theCase.id,
      requestId: request.id,
      doctorId: actor.accountId,
      option: chosen.option,
      answeredAt: now,
      sealed: await vault.seal(tx, theCase.patientId, answerTexts, textsOf(form, question_answers, letter, frozen)),
      recommendedDoctorId,
      appointmentProposed: proposesTimes(chosen.option)
        ? (form.appointments ?? []).map((at) => new Date(at)).sort((a, b) => a.getTime() - b.getTime())
        : null,
    })
    .returning();
  if (!answer) throw new Error('The answer was not stored.');
  await keepLetter(work, answer, theCase);
  await dropTakenAnswers(tx, theCase.id);
  // Found first: the answer takes the case out of its pool.
  const inPool = await poolDoctorsNow(tx, theCase.id);
  const row = await changeCase(work, theCase, {
    status: rulesOf(chosen.option).leaves,
    answerDueOn: null,
    lastAnswerId: answer.id,
    lastAnswerOption: chosen.option,
    lastAnswerAt: now,
    lastAnswerReadAt: null,
    snoozedUntil: null,
    markedUnreadAt: null,
    ...(question_answers.length > 0 ? await formsChanged(work, theCase) : {}),
  });
  await record(work, { step: 'answer_given', theCase: row, answerId: answer.id, option: chosen.option, inPool });
  // Recorded first, because the step settles the ToDo of the previous answer.
  await giveTodo(work, row, answer.id, todo);
  return answer;
};

/** True if the author of an answer has not seen something that the patient sent, or the doctor or a deputy answered. */
export const answersUnseen = async (
  work: Work,
  theCase: CaseRow,
  { request_id, last_answer_id }: AnswerPatient,
): Promise<boolean> =>
  (request_id !== undefined && request_id !== (await newestRequest(work, theCase))?.id) ||
  (last_answer_id !== undefined && last_answer_id !== theCase.lastAnswerId);

/** The payload of a submitted answer, also while it is held. */
export interface GivenAnswer extends Record<string, unknown> {
  chosen: ChosenAnswer;
  body: AnswerPatient;
  /** Frozen when the answer was submitted; missing in answers that were held before these fields existed. */
  measurements?: FrozenMeasurement[];
  pins?: FrozenPin[];
  codes?: FrozenCode[];
}

/** Answers the newest request, after the last answer that the doctor saw. */
export const giveAnswer = async (
  work: Work,
  theCase: CaseRow,
  { chosen, body, measurements = [], pins = [], codes = [] }: GivenAnswer,
  { id }: Submitted,
): Promise<Answer> => {
  if (await answersUnseen(work, theCase, body)) throw new Problem('version_conflict');
  return answerOf(work, (await answerPatient(work, theCase, chosen, body, id, { measurements, pins, codes })).id);
};
