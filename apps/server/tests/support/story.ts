import type { ProcessOverview } from '@konsil/contracts/cases';
import type { TestApp } from './app.ts';
import { requestsAs, inviteDoctor, signUpPatient, type Person } from './people.ts';
import { aLetter, aPhotoWithPosition } from '@konsil/server-documents/testing/samples';
import { details, uploadOne } from './upload.ts';

export interface Story {
  patient: Person;
  doctor: Person;
  patientId: string;
  caseId: string;
  letterId: string;
  photoId: string;
}
/** Part of the user input, to search for. */
export const marker = 'Hyperparathyreoidismus-Marker';

/** An ongoing case, created through the API. */
export const anOngoingCase = async (
  house: TestApp,
  people: { patient?: Person; doctor?: Person } = {},
): Promise<Story> => {
  const { app } = house;
  const patient = people.patient ?? (await signUpPatient(house));
  const doctor = people.doctor ?? (await inviteDoctor(house));
  const [mine, theirs] = [requestsAs(app, patient), requestsAs(app, doctor)];
  const patientId = (await mine.get('/api/patientsoverview')).json<{ items: { id: string }[] }>().items[0]?.id ?? '';
  const added = await mine.post('/api/process', {
    case_name: 'Knoten am Hals',
    patient: patientId,
    doctor: doctor.accountId,
    diagnosis: marker,
    medical_history: 'seit Mai',
    questions: ['Muss ich operiert werden?'],
  });
  const { id: caseId } = added.json<{ id: string }>();
  const letter = await uploadOne(app, patient, caseId, 'arztbrief.pdf', await aLetter(['Arztbrief']));
  const photo = await uploadOne(app, patient, caseId, 'foto.jpg', await aPhotoWithPosition());
  for (const { documentId } of [letter, photo]) await mine.post(`/api/metadata/${documentId}`, details());
  expect(
    (await mine.post(`/api/buttonaufgabe/patient/${caseId}`, { consent: true, note: 'Bitte ansehen' })).statusCode,
  ).toBe(201);
  await theirs.get(`/api/processoverview/${caseId}`);
  await theirs.get(`/api/individualdocument/get/${letter.documentId}`);
  await theirs.post(`/api/messages/${caseId}`, { subject: 'Rückruf', message: `Nachricht zu ${marker}` });
  return { patient, doctor, patientId, caseId, letterId: letter.documentId, photoId: photo.documentId };
};
/** The patient changes the forms the doctor has received. */
export const changeForms = async (house: TestApp, { patient, caseId }: Story): Promise<void> => {
  const { questions } = (
    await requestsAs(house.app, patient).get(`/api/processoverview/${caseId}`)
  ).json<ProcessOverview>();
  const saved = await requestsAs(house.app, patient).post(`/api/generalprocessforms/${caseId}`, {
    diagnosis: marker,
    medical_history: 'seit April',
    questions: questions.map(({ id, text }) => ({ id, text })),
  });
  expect(saved.statusCode).toBe(200);
};
