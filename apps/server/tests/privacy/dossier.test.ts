import type { Answer } from '@konsil/contracts/requests';
import type { FileLocation } from '@konsil/contracts/documents';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GivenCode } from '@konsil/contracts/medical-codes';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { RecordKey, TakeAway } from '@konsil/contracts/take-away';
import { verifyArchive } from '@konsil/server-take-away/verify-archive';
import type { verifyInBrowser } from '@konsil/server-take-away/verify-page';
import type { Bundle, Composition } from 'fhir/r4';
import { ZipFile } from 'yazl';
import { and, eq } from 'drizzle-orm';
import PDFDocument from 'pdfkit';
import { fromBufferPromise } from 'yauzl';
import { auditRecords, dataExports, documents } from '@konsil/server-domain/schema';
import { fixture } from '@konsil/server-dicom/testing/fixtures';
import { aPhotoWithPosition } from '@konsil/server-documents/testing/samples';
import { waitUntil } from '@konsil/server-testing/until';
import { dayMs, later } from '@konsil/server-platform/clock';
import { importCodes } from '@konsil/server-doctors/codes/import-codes';
import { testApp, type TestApp } from '../support/app.ts';
import { answer, answerFinally, bodyOf, pageOf, sentCase, type Conversation } from '../support/cases.ts';
import { requestsAs, inviteDoctor, password, signUpPatient, type Person } from '../support/people.ts';
import { readPdf } from '../support/read-pdf.ts';
import { unzip } from '../support/unzip.ts';
import { details, uploadOne } from '../support/upload.ts';
import { faultsOf } from '../support/valid-r4.ts';
import { deactivateDoctor } from '@konsil/server-consultation/doctors/invitations';
import { dayOf } from '@konsil/server-domain/calendar/working-days';

let house: TestApp;
beforeAll(async () => {
  house = await testApp();
});

/** The text of the dossier in a patient's data export. */
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
  const { texts } = await readPdf(Buffer.concat(pieces));
  return texts.join(' ').replace(/\s+/g, ' ');
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

test('points to the full text if the font lacks characters', async () => {
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

test('shows the plain-language text of a question before its answer', async () => {
  const conversation = await sentCase(house);
  const { questions } = await pageOf(house, conversation);
  await answerFinally(house, conversation, {
    question_answers: questions.map(({ id }) => ({ question_id: id, text: 'Bethesda II.', plain_words: 'Gutartig.' })),
  });
  expect(await dossierOf(conversation)).toContain(`${questions[0]?.text} Gutartig. In Fachsprache: Bethesda II.`);
});

test('says that the date of a document is unknown, and never the day sent instead', async () => {
  const conversation = await sentCase(house);
  const [letter] = (await pageOf(house, conversation)).documents;
  const unknown = details({ issue_date: '2001-02-03', date_unknown: true });
  bodyOf(await requestsAs(house.app, conversation.patient).post(`/api/metadata/${letter?.id}`, unknown));
  const words = await dossierOf(conversation);
  expect(words).toContain('Arztbrief, Datum unbekannt, Klinikum Rosenberg');
  expect(words).not.toContain('2001');
});

test('describes the pins of an answer in words', async () => {
  const conversation = await sentCase(house);
  const [letter] = (await pageOf(house, conversation)).documents;
  if (!letter) throw new Error('The letter is missing.');
  const place = { kind: 'page' as const, document_id: letter.id, page: 1, region: null };
  const pins = [{ number: 1, words: 'Der Wert nach der Tablette', place }];
  bodyOf(await answer(house, conversation, 'question_to_patient', { answer: 'Sinkt nicht [1].', pins }), 201);
  expect(await dossierOf(conversation)).toMatch(
    /Sinkt nicht \[1\]\..*\[1\]: Der Wert nach der Tablette, Arztbrief, .+ Seite 1/,
  );
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

const pagesWith = (texts: readonly string[]): Promise<Buffer> =>
  new Promise((resolve) => {
    const pdf = new PDFDocument({ size: 'A4' });
    const pieces: Buffer[] = [];
    pdf.on('data', (piece: Buffer) => pieces.push(piece)).on('end', () => resolve(Buffer.concat(pieces)));
    texts.forEach((text, index) => (index > 0 ? pdf.addPage() : pdf).text(text));
    pdf.end();
  });
const order = { kind: 'dossier', language: 'de', current_password: password };
const finished = async (person: Person, { id }: TakeAway): Promise<TakeAway> => {
  let made: TakeAway | undefined;
  await waitUntil(async () => {
    made = bodyOf<TakeAway>(await requestsAs(house.app, person).get(`/account/take-away/${id}`));
    return made.state !== 'making';
  });
  if (!made) throw new Error('It was not asked for.');
  return made;
};
const fileOf = async ({ Filelocation }: TakeAway) => house.app.inject({ url: new URL(Filelocation ?? '').pathname });
const ready = (documentId: string) =>
  waitUntil(async () => {
    const [row] = await house.kernel.db.select().from(documents).where(eq(documents.id, documentId));
    return row?.preparedAt !== null;
  });

describe('a dossier', () => {
  test('of a case has all pages, bookmarks and links, and lists what is not included', async () => {
    const conversation = await sentCase(house);
    const { patient, caseId } = conversation;
    const mine = requestsAs(house.app, patient);
    const report = await uploadOne(
      house.app,
      patient,
      caseId,
      'befund.pdf',
      await pagesWith(['Erste Seite', 'Zweite Seite', 'Dritte Seite']),
    );
    bodyOf(await mine.post(`/api/metadata/${report.documentId}`, { ...details(), source_name: 'Praxis Nord' }));
    const photo = await uploadOne(house.app, patient, caseId, 'foto.jpg', await aPhotoWithPosition());
    const images = await uploadOne(house.app, patient, caseId, 'ct.dcm', await fixture('CT_small.dcm'));
    const old = await uploadOne(house.app, patient, caseId, 'alt.pdf', await pagesWith(['Alte Seite']));
    await mine.delete(`/api/individualdocument/get/${old.documentId}`);
    bodyOf(await mine.post(`/api/messages/${caseId}`, { subject: 'Rückruf', message: 'Ab 14 Uhr.' }), 201);
    const given = { deadline, answer: 'Der Knoten ist gutartig.' };
    bodyOf(await answer(house, conversation, 'further_documents_needed', given, 'upload_documents'), 201);
    for (const { documentId } of [report, photo, images]) await ready(documentId);

    const begun = bodyOf<TakeAway>(await mine.post(`/api/process/${caseId}/take-away`, order), 202);
    expect(begun).toMatchObject({ state: 'making', Filelocation: null });
    const made = await finished(patient, begun);
    expect(made.state).toBe('ready');
    const answered = await fileOf(made);
    expect([answered.statusCode, answered.headers['content-type'], answered.rawPayload.length]).toEqual([
      200,
      'application/pdf',
      made.size,
    ]);
    const pdf = await readPdf(answered.rawPayload);
    const text = pdf.texts.join(' ');
    expect(text).toContain('Der Knoten ist gutartig.');
    expect(text).toContain('Ab 14 Uhr.');
    expect(text).toContain('Allergien und Unverträglichkeiten: keine Angabe');
    // The letter of `sentCase` cannot be opened by anybody; the old one is archived.
    expect(text).toContain('Diese Datei ließ sich nicht abbilden.');
    expect(text).toContain('Archiviert und deshalb hier nicht abgebildet.');
    expect(text).toContain('Vorschau eines Bildes, nicht zur Befundung.');
    // Three pages, the photo, the preview.
    expect(pdf.pictures).toBe(5);
    expect(pdf.alts.join(' ')).toContain('Seite 2 von 3. Zweite Seite');
    expect(pdf.alts.join(' ')).not.toContain('Alte Seite');
    const rows = await house.kernel.db.select().from(documents).where(eq(documents.caseId, caseId));
    for (const { sha256 } of rows) expect(text.replace(/\s/g, '')).toContain(sha256);
    // The position of the photo is in none of its bytes.
    expect(answered.rawPayload.includes('secret-place')).toBe(false);

    expect(pdf.outline.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Angaben zum Fall', 'Nachrichten', 'Originale und Prüfsummen']),
    );
    expect(pdf.outline.filter(({ title }) => title.includes('Praxis Nord'))).toEqual([
      { title: expect.stringContaining('Praxis Nord'), level: 1 },
    ]);
    expect(pdf.links).toHaveLength(pdf.outline.length);
    const place = pdf.texts.findIndex((page, index) => index > 0 && page.includes('Originale und Prüfsummen')) + 1;
    expect(pdf.links.at(-1)).toEqual({ from: 1, to: place });
    // The page numbers are drawn after the titles, the last one last.
    expect(pdf.texts[0]).toMatch(new RegExp(` ${place} Seite 1 von ${pdf.pages}$`));
    expect(pdf.roles).toEqual(expect.arrayContaining(['TOC', 'TOCI', 'Link', 'H1', 'H2', 'H3', 'Figure']));

    const recorded = await house.kernel.db
      .select()
      .from(auditRecords)
      .where(and(eq(auditRecords.chain, conversation.patientId), eq(auditRecords.action, 'export')));
    expect(recorded.map(({ caseId: id, result }) => [id, result])).toEqual([[caseId, 'allowed']]);
    expect((await house.outbox(patient.email))[0]?.subject).toBe('Ihre Daten wurden zusammengestellt');
  });

  test('of a person has every case of this person, and no other', async () => {
    const first = await sentCase(house, {}, { case_name: 'Erster Fall' });
    await sentCase(house, first, { case_name: 'Zweiter Fall' });
    const mine = requestsAs(house.app, first.patient);
    const begun = bodyOf<TakeAway>(
      await mine.post(`/api/patients/${first.patientId}/take-away`, { ...order, language: 'en' }),
      202,
    );
    const pdf = await readPdf((await fileOf(await finished(first.patient, begun))).rawPayload);
    expect(pdf.outline.filter(({ title }) => title.startsWith('Case:')).map(({ title }) => title)).toEqual([
      'Case: Erster Fall',
      'Case: Zweiter Fall',
    ]);
    const begunCase = bodyOf<TakeAway>(await mine.post(`/api/process/${first.caseId}/take-away`, order), 202);
    const one = await readPdf((await fileOf(await finished(first.patient, begunCase))).rawPayload);
    expect(one.texts.join(' ')).not.toContain('Zweiter Fall');
  });

  test('requires the password, is created one at a time, and belongs to its account', async () => {
    const { patient, doctor, caseId } = await sentCase(house);
    const mine = requestsAs(house.app, patient);
    const path = `/api/process/${caseId}/take-away`;
    expect((await mine.post(path, { ...order, current_password: 'falsch' })).json()).toMatchObject({
      errors: [{ path: 'current_password', code: 'passwordWrong' }],
    });
    const stranger = await signUpPatient(house);
    for (const other of [doctor, stranger])
      expect((await requestsAs(house.app, other).post(path, order)).statusCode).toBe(404);
    const begun = bodyOf<TakeAway>(await mine.post(path, order), 202);
    const made = await finished(patient, begun);
    expect((await requestsAs(house.app, stranger).get(`/account/take-away/${begun.id}`)).statusCode).toBe(404);
    // A second one, while a server makes the first; and after that server was heard for the last time.
    const state = (heardAt: Date) =>
      house.kernel.db.update(dataExports).set({ state: 'making', heardAt }).where(eq(dataExports.id, begun.id));
    await state(new Date());
    expect((await mine.post(path, order)).statusCode).toBe(409);
    expect((await fileOf(made)).statusCode).toBe(404);
    await state(later(new Date(), -5 * 60_000));
    expect(bodyOf<TakeAway>(await mine.get(`/account/take-away/${begun.id}`)).state).toBe('failed');
    bodyOf(await mine.post(path, order), 202);
  });
});

describe('an archive', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'konsil-archive-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const archiveOf = async (
    { patient, caseId }: Conversation,
    path = `/api/process/${caseId}/take-away`,
  ): Promise<Buffer> => {
    const begun = bodyOf<TakeAway>(await requestsAs(house.app, patient).post(path, { ...order, kind: 'archive' }), 202);
    const made = await finished(patient, begun);
    expect(made).toMatchObject({ state: 'ready', kind: 'archive' });
    const answered = await fileOf(made);
    expect([answered.statusCode, answered.headers['content-type']]).toEqual([200, 'application/zip']);
    return answered.rawPayload;
  };
  const verified = async (bytes: Buffer) => {
    const file = join(folder, `${randomUUID()}.zip`);
    await writeFile(file, bytes);
    return verifyArchive(file);
  };
  const zipOf = async (members: Map<string, Buffer>): Promise<Buffer> => {
    const zip = new ZipFile();
    for (const [name, bytes] of members) zip.addBuffer(bytes, name);
    zip.end();
    const pieces: Buffer[] = [];
    for await (const piece of zip.outputStream) pieces.push(piece as Buffer);
    return Buffer.concat(pieces);
  };

  test('contains dossier, data, originals and summary; every change to it is detected', async () => {
    const conversation = await sentCase(house);
    const { patient, caseId } = conversation;
    const photo = await aPhotoWithPosition();
    await uploadOne(house.app, patient, caseId, 'foto.jpg', photo);
    const given = { deadline, answer: 'Der Knoten ist gutartig.' };
    bodyOf(await answer(house, conversation, 'further_documents_needed', given, 'upload_documents'), 201);
    const bytes = await archiveOf(conversation);
    const members = await unzip(bytes);
    expect([...members.keys()].sort()).toEqual([
      'dossier.pdf',
      'handover.jws',
      'ips.json',
      'manifest.json',
      'originals/Knoten-in-der-Schilddrüse/arztbrief.pdf',
      'originals/Knoten-in-der-Schilddrüse/foto.jpg',
      'record.json',
      'signature.json',
      'verify.html',
    ]);
    expect(members.get('originals/Knoten-in-der-Schilddrüse/foto.jpg')?.equals(photo)).toBe(true);
    expect((await readPdf(members.get('dossier.pdf') as Buffer)).texts.join(' ')).toContain('gutartig');
    const { kid } = (await requestsAs(house.app).get('/api/record-key')).json<RecordKey>();
    expect(await verified(bytes)).toMatchObject({ faults: [], files: 7, keyId: kid });

    const page = String(members.get('verify.html'));
    const code = page.slice(page.indexOf('const verify = ') + 15, page.indexOf(';\nconst language'));
    const inPage = new Function(`return ${code}`)() as typeof verifyInBrowser;
    expect(await inPage(new Blob([new Uint8Array(bytes)]))).toMatchObject({
      faults: [],
      files: 7,
      keyId: kid,
      signatureChecked: true,
    });
    const changed = async (change: (copy: Map<string, Buffer>) => void) => {
      const copy = new Map(members);
      change(copy);
      const bytes = await zipOf(copy);
      // The page in the archive finds the same as the command.
      const seen = await inPage(new Blob([new Uint8Array(bytes)]));
      const { faults } = await verified(bytes);
      expect(seen.faults.map(({ name }) => name)).toEqual(
        faults.map((fault) => (fault.startsWith('The signature') ? '' : fault.split(' ')[0])),
      );
      return faults;
    };
    const edited = (name: string, from: string, to: string) => (copy: Map<string, Buffer>) =>
      void copy.set(name, Buffer.from(String(copy.get(name)).replace(from, to)));
    expect(await changed(() => undefined)).toEqual([]);
    expect(await changed((copy) => copy.delete('dossier.pdf'))).toEqual(['dossier.pdf is missing.']);
    expect(await changed((copy) => copy.set('mehr.txt', Buffer.from('x')))).toEqual(['mehr.txt was added.']);
    expect(await changed(edited('record.json', 'gutartig', 'bösartig'))).toEqual(['record.json was changed.']);
    expect(await changed(edited('manifest.json', '"left_out"', '"left_out" '))).toEqual([
      'The signature does not match the manifest.',
    ]);
    expect(await changed(edited('signature.json', kid, `${kid.slice(1)}A`))).toEqual([
      'The signature does not match the manifest.',
    ]);
    await expect(verified(await zipOf(new Map([['a.txt', Buffer.from('a')]])))).rejects.toThrow('no archive of Konsil');
  });

  test('of a person has the summary and health profile; one of a case does not', async () => {
    const conversation = await sentCase(house);
    const { patient, doctor, patientId, caseId } = conversation;
    const [assessment, operation] = ['Beurteilung aller Fälle', 'Operation am Knie'];
    const sections = ['occasion', 'diagnoses', 'course', 'findings', 'recommendation', 'open_questions'];
    const content = { ...Object.fromEntries(sections.map((name) => [name, ''])), plain_language: '', assessment };
    bodyOf(
      await requestsAs(house.app, doctor).post(`/api/epikrise/${patientId}`, { version: 0, release: true, content }),
    );
    bodyOf(
      await requestsAs(house.app, patient).put(`/api/patients/${patientId}/health`, {
        version: 0,
        medication: '',
        allergies: '',
        operations: operation,
        previous_illnesses: '',
      }),
    );
    const textOf = async (path: string) => {
      const members = await unzip(await archiveOf(conversation, path));
      const { texts } = await readPdf(members.get('dossier.pdf') as Buffer);
      return [...texts, String(members.get('record.json')), String(members.get('ips.json'))].join(' ');
    };
    const [ofPerson, ofCase] = [
      await textOf(`/api/patients/${patientId}/take-away`),
      await textOf(`/api/process/${caseId}/take-away`),
    ];
    for (const words of [assessment, operation]) {
      expect(ofCase).not.toContain(words);
      // In the dossier, and in the data.
      expect(ofPerson.split(words).length - 1).toBeGreaterThanOrEqual(2);
    }
  });

  test('has a valid patient summary with the three required sections', async () => {
    const conversation = await sentCase(house);
    const { patient, caseId } = conversation;
    const summary = async () => {
      const bundle = JSON.parse(String((await unzip(await archiveOf(conversation))).get('ips.json'))) as Bundle;
      const composition = bundle.entry?.[0]?.resource as Composition;
      const section = (code: string) => composition.section?.find((one) => one.code?.coding?.[0]?.code === code);
      const entryOf = (code: string) => {
        const reference = section(code)?.entry?.[0]?.reference ?? 'none';
        return bundle.entry?.find(({ fullUrl }) => fullUrl?.endsWith(`/${reference}`))?.resource;
      };
      return { bundle, composition, section, entryOf };
    };
    const { bundle, composition, section, entryOf } = await summary();
    expect(faultsOf(bundle)).toEqual([]);
    // The IPS's rules for bundle and composition.
    expect(bundle).toMatchObject({
      type: 'document',
      identifier: { system: 'urn:ietf:rfc:3986', value: expect.stringMatching(/^urn:uuid:/) },
      timestamp: expect.any(String),
    });
    expect(composition).toMatchObject({
      resourceType: 'Composition',
      status: 'final',
      type: { coding: [{ system: 'http://loinc.org', code: '60591-5' }] },
      subject: { reference: `Patient/${conversation.patientId}` },
      author: [{ reference: 'Organization/konsil' }],
      date: expect.any(String),
      title: expect.any(String),
    });
    for (const code of ['10160-0', '48765-2', '11450-4']) {
      const status = code === '11450-4' ? 'generated' : 'empty';
      expect(section(code)).toMatchObject({ title: expect.any(String), text: { status } });
      expect(entryOf(code)).toBeDefined();
    }
    const coding = (code: string) => [
      { system: 'http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips', code, display: expect.any(String) },
    ];
    expect(entryOf('10160-0')).toMatchObject({
      medicationCodeableConcept: { coding: coding('no-medication-info') },
      _effectiveDateTime: expect.anything(),
    });
    expect(entryOf('48765-2')).toMatchObject({ code: { coding: coding('no-allergy-info') } });
    expect(entryOf('11450-4')).toMatchObject({ resourceType: 'Condition', code: { text: 'Knoten rechts, 23 mm' } });
    // Every reference leads to a resource of the bundle, or to a name only.
    const urls = new Set(bundle.entry?.map(({ fullUrl }) => fullUrl?.split('/fhir/')[1]));
    expect(urls.size).toBe(bundle.entry?.length);
    for (const { entry = [] } of composition.section ?? [])
      for (const { reference } of entry) expect([reference, urls.has(reference)]).toEqual([reference, true]);

    const forms = bodyOf<ProcessOverview>(await requestsAs(house.app, patient).get(`/api/processoverview/${caseId}`));
    bodyOf(
      await requestsAs(house.app, patient).post(`/api/generalprocessforms/${caseId}`, {
        version: forms.version,
        diagnosis: forms.diagnosis,
        medical_history: forms.medical_history,
        questions: forms.questions.map(({ id, text }) => ({ id, text })),
        anamnesis: { ...forms.anamnesis, medication: 'L-Thyroxin 50', allergies: 'Penicillin' },
      }),
    );
    const told = await summary();
    expect(told.entryOf('10160-0')).toMatchObject({
      status: 'unknown',
      medicationCodeableConcept: { text: 'L-Thyroxin 50' },
    });
    // The words are included; no code is derived from them.
    expect(told.section('48765-2')?.text?.div).toContain('Penicillin');
    expect(faultsOf(told.bundle)).toEqual([]);

    const version = deadline.slice(0, 4);
    for (const system of ['icd10gm', 'ops'] as const) {
      const file = join(__dirname, `../../../../libs/server/doctors/fixtures/${system}2026syst_kodes.txt`);
      await importCodes(house.kernel.db, file, { system, version, now: house.clock.now() });
    }
    const codes: GivenCode[] = [
      { system: 'icd10gm', version, code: 'E04.1', certainty: 'V', side: 'L' },
      { system: 'ops', version, code: '5-061.0', certainty: null, side: null },
      { system: 'icd10gm', version, code: 'C73', certainty: 'A', side: null },
    ];
    bodyOf(await answer(house, conversation, 'question_to_patient', { codes }), 201);
    const coded = await summary();
    expect(faultsOf(coded.bundle)).toEqual([]);
    expect(coded.section('11450-4')?.text?.div).toContain(
      `Nichttoxischer solitärer Schilddrüsenknoten, Verdacht, links (ICD-10-GM ${version}: E04.1)`,
    );
    // An excluded diagnosis is no problem of the person.
    expect(JSON.stringify(coded.bundle)).not.toContain('"C73"');
    expect(coded.entryOf('47519-4')).toMatchObject({ resourceType: 'Procedure', status: 'unknown' });
    expect(await dossierOf(conversation)).toContain(
      `Hemithyreoidektomie: Ohne Parathyreoidektomie (OPS ${version}: 5-061.0)`,
    );
  });
});
