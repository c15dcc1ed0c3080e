import { aLetter } from '../modules/documents/testing/samples.ts';
import { details, uploadOne } from '../modules/documents/testing/upload.ts';
import type { TestApp } from './app.ts';
import { as, inviteDoctor, signUpPatient, type Person } from './people.ts';

export interface Conversation {
  patient: Person;
  doctor: Person;
  /** Ids of everything there is in it, by name. */
  ids: Record<'patient' | 'case' | 'document' | 'todo' | 'message' | 'answer' | 'draftCase' | 'draftDocument', string>;
}

const expectDone = <T>(answer: { statusCode: number; body: string; json: () => T }): T => {
  if (answer.statusCode >= 300) throw new Error(`The conversation stopped: ${answer.statusCode} ${answer.body}`);
  return answer.json();
};
type Row = { id: string };

/** A patient and a doctor in mid-conversation, by the calls that the portals make; and a second case that was not sent. */
export const aConversation = async (test: TestApp): Promise<Conversation> => {
  const { app } = test;
  const [patient, doctor] = [await signUpPatient(test), await inviteDoctor(test)];
  const { own_patient: own } = expectDone<{ own_patient: Row }>(await as(app, patient).get('/account/me'));
  const openCase = async (case_name: string) => expectDone<Row>(await as(app, patient).post('/api/process', {
    case_name, patient: own.id, doctor: doctor.accountId, diagnosis: 'Knoten der Schilddrüse', medical_history: 'Im Mai getastet.', questions: ['Muss operiert werden?'],
  }));
  const addLetter = async (caseId: string) => {
    const { documentId } = await uploadOne(app, patient, caseId, 'Arztbrief.pdf', await aLetter([`Arztbrief ${caseId}`]));
    expectDone(await as(app, patient).post(`/api/metadata/${documentId}`, details()));
    return documentId;
  };
  const [theCase, draftCase] = [await openCase('Knoten'), await openCase('Zweite Frage')];
  const [document, draftDocument] = [await addLetter(theCase.id), await addLetter(draftCase.id)];
  expectDone(await as(app, patient).post(`/api/buttonaufgabe/patient/${theCase.id}`, { consent: true, note: 'Danke' }));
  const todo = expectDone<Row>(await as(app, doctor).post(`/api/aufgaben/${theCase.id}`, { title: 'Labor', content: 'TSH nachreichen', deadline: '2030-01-31', priority: 'normal', assignee: 'patient' }));
  const message = expectDone<Row>(await as(app, doctor).post(`/api/messages/${theCase.id}`, { subject: 'Rückfrage', message: 'Seit wann?' }));
  expectDone(await as(app, doctor).post(`/api/epikrise/${own.id}`, {
    version: 0, release: true, content: { occasion: 'Knoten', diagnoses: '', course: '', findings: '', assessment: '', recommendation: '', open_questions: '', plain_language: '' },
  }));
  const answer = expectDone<Row>(await as(app, doctor).post(`/api/buttonaufgabe/doctor/${theCase.id}/question_to_patient/none`, { aufgabeTitel: '', answer: 'Bitte schreiben Sie, seit wann.' }));
  return { patient, doctor, ids: { patient: own.id, case: theCase.id, document, todo: todo.id, message: message.id, answer: answer.id, draftCase: draftCase.id, draftDocument } };
};
