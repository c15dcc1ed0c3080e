import { expect, type Page } from '@playwright/test';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { AnswerOption } from '@konsil/contracts/answer-options';
import { addReport } from './describe-documents.ts';
import type { SignedInPerson } from './fixtures.ts';
import { call, newCase } from './scans.ts';

const post = async (page: Page, path: string, body: object) => {
  const answer = await call(page, { method: 'POST', path, body });
  expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
};

/**
 * A sent case with one question and described reports, each with its own text; returns the id. `whose`: first name of a
 * represented person.
 */
export const newWaitingCase = async (
  patient: SignedInPerson,
  doctor: SignedInPerson,
  question: string,
  reports: readonly string[] = [question],
  whose?: string,
): Promise<string> => {
  const caseId = await newCase(patient, doctor, whose);
  const form = { diagnosis: 'Schmerzen im Rücken', medical_history: 'Seit Januar.', questions: [{ text: question }] };
  await post(patient.page, `/api/generalprocessforms/${caseId}`, form);
  for (const [index, words] of reports.entries()) await addReport(patient, caseId, `Befund ${index + 1}.pdf`, words);
  await post(patient.page, `/api/buttonaufgabe/patient/${caseId}`, { consent: true });
  return caseId;
};

/** A case as one of its two sides sees it. */
export const caseOf = async ({ page }: SignedInPerson, caseId: string): Promise<ProcessOverview> => {
  const { status, body } = await call(page, { method: 'GET', path: `/api/processoverview/${caseId}` });
  expect(status).toBe(200);
  return body as ProcessOverview;
};

/** The doctor answers by the API, without a ToDo. */
export const answerCase = async (
  doctor: SignedInPerson,
  caseId: string,
  option: AnswerOption,
  answer: object,
): Promise<void> => {
  const { questions } = await caseOf(doctor, caseId);
  const question_answers = questions.map(({ id }) => ({ question_id: id, text: 'Das ist gut möglich.' }));
  await post(doctor.page, `/api/buttonaufgabe/doctor/${caseId}/${option}/none`, {
    aufgabeTitel: '',
    answer: 'Bitte lesen Sie das in Ruhe.',
    with_question_answers: true,
    question_answers,
    ...answer,
  });
};

/** The doctor's path to a case. */
export const doctorsPathTo = async (doctor: SignedInPerson, caseId: string): Promise<string> =>
  `/doctor/patient/${(await caseOf(doctor, caseId)).patient.id}/process/${caseId}`;
