import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer } from '@konsil/contracts/requests';
import type { FileLocation } from '@konsil/contracts/documents';
import { fromBufferPromise } from 'yauzl';
import { dayMs, later } from '@konsil/server-platform/clock';
import { newKey } from '@konsil/server-platform/keys/crypto';
import { openFileStore } from '@konsil/server-storage/open-store';
import { testApp, type TestApp } from '../support/app.ts';
import { answer, bodyOf, sentCase, type Conversation } from '../support/cases.ts';
import { requestsAs, inviteDoctor, password } from '../support/people.ts';
import { deactivateDoctor } from '@konsil/server-consultation/doctors/invitations';
import { dayOf } from '@konsil/server-domain/cases/working-days';
import { fileTypeOf, type FileType } from '@konsil/server-dicom/file-type';
import { ReadingPool } from '@konsil/server-documents/reading/reading-pool';

let house: TestApp;
let folder: string;
let reading: ReadingPool;
beforeAll(async () => {
  house = await testApp();
  folder = await mkdtemp(join(tmpdir(), 'konsil-dossier-'));
  reading = new ReadingPool({ KONSIL_DATA_DIR: folder, S3_REGION: 'none' });
});
afterAll(async () => {
  reading.close();
  await rm(folder, { recursive: true, force: true });
});

async function* once(bytes: Buffer) {
  yield bytes;
}
const wordsOf = async (pdf: Buffer): Promise<string> => {
  const files = openFileStore({
    KONSIL_DATA_DIR: folder,
    S3_REGION: 'none',
    S3_ENDPOINT: undefined,
    S3_BUCKET: undefined,
    S3_ACCESS_KEY_ID: undefined,
    S3_SECRET_ACCESS_KEY: undefined,
  });
  const fileKey = newKey();
  const { key } = await files.put(once(pdf), fileKey);
  const { text } = (await reading.run(
    { task: 'inspect', file: { key, fileKey, type: fileTypeOf(pdf) as FileType } },
    20_000,
  )) as { text: string };
  return text.replace(/\s+/g, ' ');
};

/** The text of the first page of a patient's data export. */
const dossierOf = async ({ patient }: Conversation): Promise<string> => {
  const { Filelocation } = bodyOf<FileLocation>(
    await requestsAs(house.app, patient).post('/account/export', { current_password: password }),
  );
  const zip = await fromBufferPromise((await house.app.inject({ url: new URL(Filelocation).pathname })).rawPayload);
  const pieces: Buffer[] = [];
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== 'dossier.pdf') continue;
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer);
  }
  return wordsOf(Buffer.concat(pieces));
};
const deadline = dayOf(later(new Date(), 9 * dayMs));

test("shows a built-in ToDo in the account's language, and a doctor's as written", async () => {
  const conversation = await sentCase(house);
  const own = {
    title: 'Blutdruck messen',
    content: 'Morgens und abends.',
    deadline,
    priority: 'normal',
    assignee: 'patient',
  };
  bodyOf(await requestsAs(house.app, conversation.doctor).post(`/api/aufgaben/${conversation.caseId}`, own), 201);
  bodyOf(await answer(house, conversation, 'further_documents_needed', { deadline }, 'upload_documents'), 201);
  const words = await dossierOf(conversation);
  expect(words).toContain('Fehlende Unterlagen hochladen: bis');
  expect(words).not.toContain('Upload the missing documents');
  expect(words).toMatch(/Blutdruck messen: bis .* Morgens und abends\./);
});

test('points to the complete text if it lacks characters', async () => {
  const conversation = await sentCase(house);
  const hint = 'Der vollständige Text steht in der Datei data.json';
  bodyOf(
    await requestsAs(house.app, conversation.patient).post(`/api/messages/${conversation.caseId}`, {
      subject: 'Termin',
      message: 'شكرا جزيلا، متى الموعد؟',
    }),
    201,
  );
  expect(await dossierOf(conversation)).not.toContain(hint);
  bodyOf(
    await requestsAs(house.app, conversation.patient).post(`/api/messages/${conversation.caseId}`, {
      subject: 'Danke',
      message: 'Bis bald 🙂',
    }),
    201,
  );
  expect(await dossierOf(conversation)).toContain(hint);
});

test('shows an answer with the recommended doctor', async () => {
  const conversation = await sentCase(house);
  const successor = await inviteDoctor(house, { first_name: 'Ruth', last_name: 'Ohlsen', specialty: 'Nuklearmedizin' });
  bodyOf(
    await answer(house, conversation, 'recommendation_different_physician', {
      recommended_doctor_id: successor.accountId,
    }),
    201,
  );
  expect(await dossierOf(conversation)).toMatch(/Empfohlen: Dr\. med\. Ruth Ohlsen, Nuklearmedizin/);
});

test('shows proposed times, the accepted one, and who cancelled it', async () => {
  const conversation = await sentCase(house);
  const appointments = ['2099-03-02T09:30:00.000Z', '2099-03-03T13:00:00.000Z'];
  const given = bodyOf<Answer>(
    await answer(
      house,
      conversation,
      'schedule_appointment',
      { appointments, appointment_place: 'Praxis am Dom', deadline },
      'book_appointment',
    ),
    201,
  );
  expect(await dossierOf(conversation)).toContain(
    'Vorgeschlagene Termine: 2. März 2099 um 10:30 MEZ; 3. März 2099 um 14:00 MEZ Ort: Praxis am Dom',
  );
  bodyOf(
    await requestsAs(house.app, conversation.patient).post(`/api/answers/${given.id}/appointment`, {
      starts_at: appointments[1],
    }),
  );
  expect(await dossierOf(conversation)).toContain('Termin: 3. März 2099 um 14:00 MEZ Ort: Praxis am Dom');
  bodyOf(await requestsAs(house.app, conversation.doctor).delete(`/api/answers/${given.id}/appointment`));
  expect(await dossierOf(conversation)).toMatch(
    /Termin: 3\. März 2099 um 14:00 MEZ, abgesagt am \d+\. \w+ \d{4} um \d\d:\d\d MES?Z von Dr\. med\. Jonas Weber Ort:/,
  );
  const again = bodyOf<Answer>(
    await answer(house, conversation, 'schedule_appointment', { appointments, deadline }, 'book_appointment'),
    201,
  );
  bodyOf(
    await requestsAs(house.app, conversation.patient).post(`/api/answers/${again.id}/appointment`, {
      starts_at: appointments[0],
    }),
  );
  bodyOf(await requestsAs(house.app, conversation.patient).delete(`/api/answers/${again.id}/appointment`));
  expect(await dossierOf(conversation)).toMatch(/Termin: 2\. März 2099 um 10:30 MEZ, abgesagt am .+ von Ihnen/);
  const last = bodyOf<Answer>(
    await answer(house, conversation, 'schedule_appointment', { appointments, deadline }, 'book_appointment'),
    201,
  );
  bodyOf(
    await requestsAs(house.app, conversation.patient).post(`/api/answers/${last.id}/appointment`, {
      starts_at: appointments[1],
    }),
  );
  await deactivateDoctor(house.kernel, conversation.doctor.email);
  expect(await dossierOf(conversation)).toMatch(/Termin: 3\. März 2099 um 14:00 MEZ, abgesagt am .+ vom Portal/);
});
