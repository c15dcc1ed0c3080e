import type { CaseSummary, ProcessOverview } from '@konsil/contracts/cases';
import type { AnswerOption } from '@konsil/contracts/answer-options';
import type { TodoTitle } from '@konsil/contracts/codes';
import type { Answer, AnswerPatient, Request } from '@konsil/contracts/requests';
import type { LightMyRequestResponse } from 'fastify';
import { aPdfOf } from '@konsil/server-documents/testing/samples';
import { details, uploadOne } from './upload.ts';
import type { TestApp } from './app.ts';
import { requestsAs, inviteDoctor, signUpPatient, type Person } from './people.ts';

/** Patient and doctor of a case, and the case. */
export interface Conversation {
  patient: Person;
  doctor: Person;
  patientId: string;
  caseId: string;
}

/** The response body; fails with the server's message for another status. */
export const bodyOf = <T>(answer: LightMyRequestResponse, status = 200): T => {
  if (answer.statusCode !== status) throw new Error(`${answer.statusCode} instead of ${status}: ${answer.body}`);
  return answer.json<T>();
};

/** The patient record created by the registration. */
export const ownPatientId = async (test: TestApp, person: Person): Promise<string> => {
  const page = bodyOf<{ items: { id: string; relationship: string }[] }>(
    await requestsAs(test.app, person).get('/api/patientsoverview'),
  );
  return page.items.find(({ relationship }) => relationship === 'self')?.id ?? '';
};

export const caseForm = (patient: string, doctor: string, changes: Record<string, unknown> = {}) => ({
  case_name: 'Knoten in der Schilddrüse',
  patient,
  doctor,
  diagnosis: 'Knoten rechts, 23 mm',
  medical_history: 'Seit März bekannt.',
  questions: ['Muss operiert werden?'],
  ...changes,
});

/** Creates a case through the route, by default with new people. */
export const newCase = async (
  test: TestApp,
  given: Partial<Pick<Conversation, 'patient' | 'doctor' | 'patientId'>> = {},
  changes: Record<string, unknown> = {},
): Promise<Conversation> => {
  const patient = given.patient ?? (await signUpPatient(test));
  const doctor = given.doctor ?? (await inviteDoctor(test));
  const patientId = given.patientId ?? (await ownPatientId(test, patient));
  const summary = bodyOf<CaseSummary>(
    await requestsAs(test.app, patient).post('/api/process', caseForm(patientId, doctor.accountId, changes)),
    201,
  );
  return { patient, doctor, patientId, caseId: summary.id };
};

/** Uploads a letter with its details. */
export const addLetter = async (test: TestApp, { patient, caseId }: Conversation, by = patient): Promise<string> => {
  const { documentId } = await uploadOne(test.app, by, caseId, 'arztbrief.pdf', aPdfOf(600));
  bodyOf(await requestsAs(test.app, by).post(`/api/metadata/${documentId}`, details()));
  return documentId;
};

export const send = (test: TestApp, { patient, caseId }: Conversation, headers: Record<string, string> = {}) =>
  requestsAs(test.app, patient).post(`/api/buttonaufgabe/patient/${caseId}`, { consent: true, note: '' }, headers);

/** A case with a letter, sent to its doctor. */
export const sentCase = async (
  test: TestApp,
  given: Partial<Conversation> = {},
  changes: Record<string, unknown> = {},
): Promise<Conversation> => {
  const conversation = await newCase(test, given, changes);
  await addLetter(test, conversation);
  bodyOf<Request>(await send(test, conversation), 201);
  return conversation;
};

export const answer = (
  test: TestApp,
  { doctor, caseId }: Conversation,
  option: AnswerOption,
  form: Partial<AnswerPatient> = {},
  title: TodoTitle = 'none',
  headers: Record<string, string> = {},
) =>
  requestsAs(test.app, doctor).post(
    `/api/buttonaufgabe/doctor/${caseId}/${option}/${title}`,
    { aufgabeTitel: '', answer: 'Guten Tag, ich habe alles gesehen.', ...form },
    headers,
  );

/** Gives a final answer, including every question. */
export const answerFinally = async (
  test: TestApp,
  conversation: Conversation,
  form: Partial<AnswerPatient> = {},
): Promise<Answer> => {
  const { questions } = await pageOf(test, conversation);
  return bodyOf<Answer>(
    await answer(test, conversation, 'final_answer', {
      question_answers: questions.map(({ id }) => ({ question_id: id, text: 'Ja.' })),
      ...form,
    }),
    201,
  );
};

/** The case page as the doctor, or the given person, sees it. */
export const pageOf = async (
  test: TestApp,
  { doctor, caseId }: Conversation,
  reader = doctor,
): Promise<ProcessOverview> =>
  bodyOf<ProcessOverview>(await requestsAs(test.app, reader).get(`/api/processoverview/${caseId}`));

/** A page without thumbnails, which are made meanwhile, and whose addresses change every ten minutes. */
export const withoutPreviews = (page: ProcessOverview) => ({
  ...page,
  documents: page.documents.map(({ preview_url: _url, preview_coming: _coming, ...document }) => document),
});

/** The letter of an answer as somebody gets it; `query`: `?language=de`. */
export const answerLetter = (test: TestApp, who: Person, id: string, query = '') =>
  requestsAs(test.app, who).get(`/api/answers/${id}/letter.pdf${query}`);
