import type { ProcessOverview } from '@konsil/contracts/cases';
import type { KeptLetter } from '@konsil/contracts/letters';
import type { Page } from '@konsil/contracts/common';
import type { Answer } from '@konsil/contracts/requests';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { aLetter, aPhotoWithPosition } from '@konsil/server-documents/testing/samples';
import { answers, doctorLetters, documents, letterPictures } from '@konsil/server-domain/schema';
import { testApp, type TestApp } from '../support/app.ts';
import {
  addLetter,
  answer,
  answerFinally,
  bodyOf,
  newCase,
  pageOf,
  send,
  sentCase,
  type Conversation,
} from '../support/cases.ts';
import { inviteAssistant, inviteDoctor, requestsAs, signUpPatient, type Person } from '../support/people.ts';
import { readPdf } from '../support/read-pdf.ts';
import { details, uploadOne } from '../support/upload.ts';

let house: TestApp;
let doctor: Person;
let other: Person;
beforeAll(async () => {
  house = await testApp();
  [doctor, other] = [await inviteDoctor(house), await inviteDoctor(house, { first_name: 'Ruth', last_name: 'Ohlsen' })];
});

const as = (who: Person) => requestsAs(house.app, who);
const recipient = {
  name: 'Dr. Karin Hollweg',
  addition: 'Hausarztpraxis',
  street: 'Lindenallee 7',
  place: '50968 Köln',
};
const letterOf = async (who: Person, id: string) => {
  const { statusCode, rawPayload } = await as(who).get(`/api/answers/${id}/letter.pdf?language=de`);
  if (statusCode !== 200) throw new Error(`The letter answered ${statusCode}.`);
  return rawPayload;
};
const region = { left: 0.1, top: 0.05, width: 0.5, height: 0.05 };
/** A case with a PDF and a photo, and pins to both. */
const aPinnedCase = async () => {
  const conversation = await newCase(house, { doctor });
  const { patient, caseId } = conversation;
  const pdf = await uploadOne(house.app, patient, caseId, 'labor.pdf', await aLetter(['Cortisol 4,6']));
  const photo = await uploadOne(house.app, patient, caseId, 'seite.jpg', await aPhotoWithPosition(600, 800));
  const ids = [pdf.documentId, photo.documentId];
  for (const id of ids) bodyOf(await as(patient).post(`/api/metadata/${id}`, details()));
  bodyOf(await send(house, conversation), 201);
  const pins = ids.map((document_id, index) => ({
    number: index + 1,
    words: `Beleg aus Datei ${index + 1}`,
    place: { kind: 'page' as const, document_id, page: 1, region },
  }));
  return { conversation, ids, pins, form: { answer: 'Siehe [1] und [2].', pins } };
};
const pinned = async () => {
  const made = await aPinnedCase();
  const given = bodyOf<Answer>(await answer(house, made.conversation, 'question_to_patient', made.form), 201);
  return { ...made, id: given.id };
};

describe('The pictures of a letter', () => {
  test('show the places that the doctor marked, unchanged for both sides', async () => {
    const { conversation, ids, id } = await pinned();
    const first = await letterOf(conversation.patient, id);
    const { pictures, alts, texts } = await readPdf(first);
    expect(pictures).toBe(2);
    expect(alts).toEqual([
      'Bild zu Beleg 1: Beleg aus Datei 1, Arztbrief, 14. September 2026, Klinikum Rosenberg, Seite 1',
      'Bild zu Beleg 2: Beleg aus Datei 2, Arztbrief, 14. September 2026, Klinikum Rosenberg, Seite 1',
    ]);
    expect(texts.join(' ')).not.toContain('Ohne Bild');
    // Neither the archive nor a deleted file changes what was sent.
    for (const document of ids)
      bodyOf(await as(conversation.patient).delete(`/api/individualdocument/get/${document}`));
    expect((await letterOf(conversation.patient, id)).equals(first)).toBe(true);
    const own = await as(doctor).get(`/api/letters/${id}/letter.pdf?language=de`);
    expect(own.rawPayload.equals(first)).toBe(true);
  });

  test('are left out with a note if the document is missing or was replaced', async () => {
    const { conversation, ids, id } = await pinned();
    bodyOf(await as(conversation.patient).delete(`/api/individualdocument/get/${ids[0]}`));
    await house.kernel.db.delete(letterPictures).where(eq(letterPictures.letterId, id));
    const { pictures, texts } = await readPdf(await letterOf(conversation.patient, id));
    expect(pictures).toBe(1);
    expect(texts.join(' ')).toContain('Ohne Bild: Die Unterlage war nicht mehr da');
  });

  test('of a document that a later doctor may not read are not in their letter', async () => {
    const { conversation, ids, id } = await pinned();
    const { patient, caseId } = conversation;
    await letterOf(patient, id);
    const { db } = house.kernel;
    // The author is somebody else now, as after a hand-over; one document was archived.
    await db.update(answers).set({ doctorId: other.accountId }).where(eq(answers.id, id));
    bodyOf(await as(patient).delete(`/api/individualdocument/get/${ids[0]}`));
    const { pictures, texts } = await readPdf(await letterOf(doctor, id));
    expect(pictures).toBe(1);
    expect(texts.join(' ')).toContain('Ohne Bild: Diese Unterlage ist für Sie nicht freigegeben.');
    expect((await readPdf(await letterOf(patient, id))).pictures).toBe(2);
    expect(caseId).toBeTruthy();
  });

  test('from another case are hidden from an assistant who sees only this case', async () => {
    const { conversation, ids, id } = await pinned();
    const { patient, caseId } = conversation;
    const assistant = await inviteAssistant(house, doctor);
    bodyOf(await as(patient).put(`/api/process/${caseId}/assistants`, { allows: true }));
    // As a measurement in an image that was sent in another case of the person.
    const { caseId: another } = await sentCase(house, conversation);
    await house.kernel.db
      .update(documents)
      .set({ caseId: another })
      .where(eq(documents.id, ids[0] ?? ''));
    const { pictures, texts } = await readPdf(await letterOf(assistant, id));
    expect(pictures).toBe(1);
    expect(texts.join(' ')).toContain('Ohne Bild: Diese Unterlage ist für Sie nicht freigegeben.');
    for (const who of [patient, doctor]) expect((await readPdf(await letterOf(who, id))).pictures).toBe(2);
  });

  test('that were never rendered are reported as missing to a later doctor, too', async () => {
    const { conversation, ids, id } = await pinned();
    bodyOf(await as(conversation.patient).delete(`/api/individualdocument/get/${ids[0]}`));
    const { db } = house.kernel;
    await db.delete(letterPictures).where(eq(letterPictures.letterId, id));
    await db.update(answers).set({ doctorId: other.accountId }).where(eq(answers.id, id));
    const { texts } = await readPdf(await letterOf(doctor, id));
    expect(texts.join(' ')).toContain('Ohne Bild: Die Unterlage war nicht mehr da');
  });

  test('are deleted when the letter is withdrawn', async () => {
    const { conversation, id } = await pinned();
    await letterOf(doctor, id);
    bodyOf(await as(doctor).post(`/api/sendings/${id}/withdraw`, {}));
    expect(await house.kernel.db.$count(letterPictures, eq(letterPictures.letterId, id))).toBe(0);
    expect((await as(conversation.patient).get(`/api/answers/${id}/letter.pdf`)).statusCode).toBe(404);
  });
});

describe('The preview of a letter', () => {
  const preview = (who: Person, { caseId }: Conversation, form: object, option = 'question_to_patient') =>
    as(who).post(`/api/process/${caseId}/answers/${option}/none/letter.pdf?language=de`, {
      aufgabeTitel: '',
      answer: 'Guten Tag.',
      ...form,
    });

  test('equals the letter that would be sent, without sending or storing anything', async () => {
    const { conversation, form } = await aPinnedCase();
    const kept = await house.kernel.db.$count(doctorLetters);
    const seen = await preview(doctor, conversation, form);
    expect([seen.statusCode, seen.headers['content-type']]).toEqual([200, 'application/pdf']);
    const { pictures, texts } = await readPdf(seen.rawPayload);
    expect(pictures).toBe(2);
    expect(texts.join(' ')).toContain('Siehe [1] und [2].');
    expect((await pageOf(house, conversation)).answers).toEqual([]);
    expect(await house.kernel.db.$count(doctorLetters)).toBe(kept);
  });

  test('is refused for an invalid answer, and to everybody but the doctor of the case', async () => {
    const { conversation, form } = await aPinnedCase();
    expect((await preview(doctor, conversation, form, 'final_answer')).statusCode).toBe(422);
    for (const who of [conversation.patient, other])
      expect((await preview(who, conversation, form)).statusCode).toBe(404);
  });
});

describe('The recipients of a letter', () => {
  const put = (who: Person, { caseId }: Conversation, recipients: object[], version?: number) =>
    as(who).put(`/api/process/${caseId}/recipients`, { recipients, version });

  test('can be set by both sides, and apply to the next letter only', async () => {
    const conversation = await sentCase(house, { doctor });
    const { patient } = conversation;
    bodyOf(await put(patient, conversation, [recipient]));
    const { version, letter_recipients: seen } = await pageOf(house, conversation);
    expect(seen).toEqual([recipient]);
    const clinic = { name: 'Klinikum Südhafen', addition: '', street: 'Hafenstraße 1', place: '50968 Köln' };
    bodyOf(await put(doctor, conversation, [recipient, clinic], version));
    const { id } = await answerFinally(house, conversation);
    const sent = await letterOf(patient, id);
    const [text = ''] = (await readPdf(sent)).texts;
    expect(text).toMatch(/Dr\. Karin Hollweg\s+Hausarztpraxis\s+Lindenallee 7\s+50968 Köln/);
    expect(text).toMatch(/Kopie an\s+Klinikum Südhafen;\s+Petra\s+Möller/);
    expect(text).toContain('Sehr geehrte Damen und Herren');
    bodyOf(await put(patient, conversation, []));
    expect((await pageOf(house, conversation, patient)).letter_recipients).toBeUndefined();
    expect((await letterOf(patient, id)).equals(sent)).toBe(true);
  });

  test('are refused to others, without a name, and over a version that changed', async () => {
    const conversation = await sentCase(house, { doctor });
    const { patient } = conversation;
    for (const who of [other, await signUpPatient(house)])
      expect((await put(who, conversation, [recipient])).statusCode).toBe(404);
    const { version } = await pageOf(house, conversation);
    bodyOf(await put(patient, conversation, [recipient], version));
    expect((await put(doctor, conversation, [], version)).statusCode).toBe(409);
    expect((await put(patient, conversation, [{ ...recipient, name: ' ' }])).statusCode).toBe(422);
    expect(
      (
        await put(
          patient,
          conversation,
          Array.from({ length: 6 }, () => recipient),
        )
      ).statusCode,
    ).toBe(422);
    const { letter_recipients: kept } = await pageOf(house, conversation, patient);
    expect(kept).toEqual([recipient] satisfies ProcessOverview['letter_recipients']);
  });
});

test("the letter has the medication list as a table, and the patient's words below", async () => {
  const conversation = await newCase(house, { doctor });
  await addLetter(house, conversation);
  const { patient, caseId } = conversation;
  const { questions } = await pageOf(house, conversation, patient);
  const texts = { previous_illnesses: '', operations: '', family_history: '', lifestyle: '' };
  const medicine = {
    trade_name: '',
    pzn: '',
    form: 'Tabletten',
    dose: '',
    unit: 'Stück',
    hint: '',
    reason: 'Bluthochdruck',
  };
  bodyOf(
    await as(patient).post(`/api/generalprocessforms/${caseId}`, {
      diagnosis: 'Knoten',
      medical_history: 'Seit März.',
      questions: questions.map(({ id, text }) => ({ id, text })),
      anamnesis: {
        ...texts,
        medication: 'Dazu Tee.',
        allergies: 'Penicillin',
        medication_list: {
          medicines: [
            {
              ...medicine,
              heading: 'Dauermedikation',
              ingredients: [{ name: 'Ramipril', strength: '5 mg' }],
              times: { morning: '1', noon: '', evening: '', night: '' },
            },
          ],
          notes: [],
          sources: [],
          edited: true,
        },
      },
    }),
  );
  bodyOf(await send(house, conversation), 201);
  const { id } = await answerFinally(house, conversation);
  const { texts: pages, roles } = await readPdf(await letterOf(patient, id));
  const words = pages.join(' ');
  expect(words).toMatch(/Medikamente laut Anfrage\s+Dauermedikation\s+Wirkstoff/);
  expect(words).toMatch(/Ramipril 5 mg\s+Tabletten\s+1-0-0-0 Stück\s+Bluthochdruck\s+Dazu Tee\./);
  expect(words).toMatch(/Allergien laut Anfrage\s+Penicillin/);
  expect(roles.filter((role) => role === 'Table').length).toBeGreaterThan(2);
});

describe('The logo of a practice', () => {
  const aLogo = (background: string) =>
    sharp({ create: { width: 300, height: 100, channels: 3, background } })
      .png()
      .toBuffer()
      .then((bytes) => bytes.toString('base64'));
  const put = (who: Person, picture: string, alt = 'Logo der Praxis am Dom') =>
    as(who).put('/api/letterhead/logo', { picture, alt });

  test('is printed on new letters; letters already sent do not change', async () => {
    const by = await inviteDoctor(house);
    bodyOf(await put(by, await aLogo('#24488f')));
    const conversation = await sentCase(house, { doctor: by });
    const { id } = await answerFinally(house, conversation);
    const sent = await letterOf(conversation.patient, id);
    expect(await readPdf(sent)).toMatchObject({ pictures: 1, alts: ['Logo der Praxis am Dom'] });
    bodyOf(await put(by, await aLogo('#b4232a'), 'Neues Logo'));
    expect((await letterOf(conversation.patient, id)).equals(sent)).toBe(true);
    const sample = await as(by).get('/api/letterhead/sample.pdf?language=en');
    expect(await readPdf(sample.rawPayload)).toMatchObject({ pictures: 1, alts: ['Neues Logo'] });
    bodyOf(await as(by).delete('/api/letterhead/logo'));
    expect(bodyOf(await as(by).get('/api/letterhead'))).toEqual({ logo: null });
    expect((await letterOf(conversation.patient, id)).equals(sent)).toBe(true);
  });

  test('must be a valid image with a description, uploaded by a doctor', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>').toString('base64');
    for (const [picture, alt, code] of [
      [svg, 'Logo', 422],
      [Buffer.from('nothing').toString('base64'), 'Logo', 422],
      ['not base64!', 'Logo', 422],
      [await aLogo('#24488f'), ' ', 422],
      ['A'.repeat(1_600_000), 'Logo', 413],
    ] as const)
      expect((await put(doctor, picture, alt)).statusCode).toBe(code);
    expect(bodyOf(await as(doctor).get('/api/letterhead'))).toEqual({ logo: null });
    const patient = await signUpPatient(house);
    expect((await put(patient, await aLogo('#24488f'))).statusCode).toBe(404);
    expect((await as(patient).get('/api/letterhead/sample.pdf')).statusCode).toBe(404);
  });
});

describe('A released summary', () => {
  const content = {
    occasion: 'Zweitmeinung',
    diagnoses: 'Knoten rechts',
    course: '',
    findings: '',
    assessment: 'Beobachten.',
    recommendation: 'Kontrolle in sechs Monaten.',
    open_questions: '',
    plain_language: 'Der Knoten ist gutartig.',
  };
  const save = (who: Person, patientId: string, version: number, release: boolean, changes: object = {}) =>
    as(who).post(`/api/epikrise/${patientId}`, { version, content: { ...content, ...changes }, release });

  test('can be read as a letter by both sides, and is kept by its doctor', async () => {
    const by = await inviteDoctor(house);
    const { patient, patientId } = await sentCase(house, { doctor: by });
    const pdf = (who: Person) => as(who).get(`/api/epikrise/${patientId}/letter.pdf?language=de`);
    bodyOf(await save(by, patientId, 0, false));
    expect([(await pdf(patient)).statusCode, (await pdf(by)).statusCode]).toEqual([404, 404]);
    bodyOf(await save(by, patientId, 1, true));
    const [theirs, own] = [await pdf(patient), await pdf(by)];
    expect([theirs.statusCode, theirs.rawPayload.equals(own.rawPayload)]).toEqual([200, true]);
    const { texts } = await readPdf(theirs.rawPayload);
    for (const words of ['Epikrise', 'Beobachten.', 'Kontrolle in sechs Monaten.', 'Petra Möller'])
      expect(texts.join(' ')).toContain(words);
    // A draft of the next version is not in it.
    bodyOf(await save(by, patientId, 2, false, { assessment: 'Doch operieren.' }));
    expect((await pdf(patient)).rawPayload.equals(theirs.rawPayload)).toBe(true);
    const { items } = bodyOf<Page<KeptLetter>>(await as(by).get('/api/letters'));
    expect(items).toMatchObject([{ option: null, patient: 'Möller, Petra', case_name: '' }]);
    const kept = await as(by).get(`/api/letters/${items[0]?.id}/letter.pdf?language=de`);
    expect(kept.rawPayload.equals(theirs.rawPayload)).toBe(true);
  });

  test('is hidden from everybody else', async () => {
    const { patient, patientId } = await sentCase(house, { doctor });
    bodyOf(await save(doctor, patientId, 0, true));
    for (const who of [other, await signUpPatient(house)])
      expect((await as(who).get(`/api/epikrise/${patientId}/letter.pdf`)).statusCode).toBe(404);
    expect((await as(patient).get(`/api/epikrise/${patientId}/letter.pdf`)).statusCode).toBe(200);
  });
});
