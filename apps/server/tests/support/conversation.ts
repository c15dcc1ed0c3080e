import type { TestApp } from './app.ts';
import { addLetter, answer, bodyOf, newCase, send, type Conversation } from './cases.ts';
import { requestsAs } from './people.ts';

/** Two people with an ongoing case, and the ids of all its objects by name. */
export interface FullConversation extends Pick<Conversation, 'patient' | 'doctor'> {
  ids: Record<'patient' | 'case' | 'document' | 'todo' | 'message' | 'answer' | 'draftCase' | 'draftDocument', string>;
}

type Row = { id: string };

/** Creates a patient and a doctor with an ongoing case through the API; and a second, unsent case. */
export const aConversation = async (test: TestApp): Promise<FullConversation> => {
  const theCase = await newCase(test);
  const draftCase = await newCase(test, theCase, { case_name: 'Zweite Frage' });
  const [document, draftDocument] = [await addLetter(test, theCase), await addLetter(test, draftCase)];
  bodyOf(await send(test, theCase), 201);
  const { patient, doctor, patientId, caseId } = theCase;
  const post = async (path: string, form: unknown, status = 201) =>
    bodyOf<Row>(await requestsAs(test.app, doctor).post(path, form), status);
  const todo = await post(`/api/aufgaben/${caseId}`, {
    title: 'Labor',
    content: 'TSH nachreichen',
    deadline: '2030-01-31',
    priority: 'normal',
    assignee: 'patient',
  });
  const message = await post(`/api/messages/${caseId}`, { subject: 'Rückfrage', message: 'Seit wann?' });
  await post(
    `/api/epikrise/${patientId}`,
    {
      version: 0,
      release: true,
      content: {
        occasion: 'Knoten',
        diagnoses: '',
        course: '',
        findings: '',
        assessment: '',
        recommendation: '',
        open_questions: '',
        plain_language: '',
      },
    },
    200,
  );
  const asked = bodyOf<Row>(await answer(test, theCase, 'question_to_patient'), 201);
  return {
    patient,
    doctor,
    ids: {
      patient: patientId,
      case: caseId,
      document,
      todo: todo.id,
      message: message.id,
      answer: asked.id,
      draftCase: draftCase.caseId,
      draftDocument,
    },
  };
};
