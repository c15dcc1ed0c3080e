import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Document, UploadedItem } from '@konsil/contracts/documents';
import type { Patient } from '@konsil/contracts/patients';
import { eq } from 'drizzle-orm';
import { auditRecords, caseEvents, dicomInstances, documents } from '@konsil/server-domain/schema';
import { fixture } from '@konsil/server-dicom/testing/fixtures';
import { imageElements, writeDicom } from '@konsil/server-dicom/testing/write-dicom';
import { testApp, type TestApp } from '../support/app.ts';
import { requestsAs, signUpPatient } from '../support/people.ts';
import { aCase, sendCase, type TestCase } from '../support/a-case.ts';
import {
  aLetter,
  aPdfOf,
  aPhotoWithPosition,
  aPicture,
  aPictureThatClaims,
} from '@konsil/server-documents/testing/samples';
import { storedKeysAfterPreviews } from '../support/stored-keys.ts';
import { headersOf, upload, uploadOne, whenRead } from '../support/upload.ts';

const limit = 16 * 1024 * 1024;
let house: TestApp;
let theCase: TestCase;
beforeAll(async () => {
  house = await testApp();
  theCase = await aCase(house);
});

const storedKeys = () => storedKeysAfterPreviews(house);
const send = (name: string, bytes: Buffer) => upload(house.app, theCase.patient, theCase.id, [{ name, bytes }]);
const reasonOf = (answer: { json: <T>() => T }) =>
  answer.json<{ code: string; errors?: { path: string; code: string }[] }>();

test('a letter is stored, its type detected by content, and its details guessed', async () => {
  const bytes = await aLetter([
    'Klinikum Rosenberg',
    'Arztbrief vom 14.09.2026',
    'Patientin Petra Möller, geb. 21.04.1968',
  ]);
  const answer = await upload(house.app, theCase.patient, theCase.id, [{ name: 'scan.pdf', bytes }]);
  expect(answer.statusCode).toBe(201);
  const [item] = answer.json<UploadedItem[]>();
  if (!item) throw new Error('There is no document.');
  expect(item.document).toMatchObject({ preview_url: null, preview_coming: true });
  // Its preview may be there by now.
  const {
    preview_url: _url,
    preview_coming: _coming,
    ...read
  } = await whenRead(house.app, theCase.patient, item.document);
  expect({ ...item, document: read }).toEqual({
    documentId: item.document.id,
    skipped: [],
    document: {
      id: item.documentId,
      version: 1,
      case_id: theCase.id,
      file_name: 'scan.pdf',
      content_type: 'application/pdf',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      group: 'document',
      document_medical_kind: null,
      medical_kind_code: null,
      source_kind: null,
      source_kind_code: null,
      source_name: null,
      issue_date: null,
      details_missing: true,
      guess: {
        medical_kind_code: 'letter',
        issue_date: '2026-09-14',
        source_kind_code: 'hospital',
        source_name: 'Klinikum Rosenberg',
      },
      uploaded_by: { role: 'patient', name: 'Petra Möller', mine: true },
      uploaded_at: expect.any(String),
      sent_at: null,
      archived_at: null,
      is_new: true,
      state: 'ready',
      pages: 1,
      dicom: null,
    },
  });
  const records = await house.kernel.db
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.documentId, item.documentId ?? ''));
  expect(records).toMatchObject([
    { action: 'document.upload', result: 'allowed', actorId: theCase.patient.accountId, chain: theCase.patientId },
  ]);
});

test('a PDF that cannot be opened is accepted and marked', async () => {
  const { document } = await uploadOne(
    house.app,
    theCase.patient,
    theCase.id,
    'kaputt.pdf',
    Buffer.from('%PDF-1.7\nno page in it'),
  );
  const read = await whenRead(house.app, theCase.patient, document);
  expect(read).toMatchObject({ content_type: 'application/pdf', unopened: true });
  expect(read).not.toHaveProperty('pages');
});

test('a guess is shown only to the uploader, until the details are saved', async () => {
  const own = await aCase(house, theCase);
  const { document } = await uploadOne(house.app, own.patient, own.id, 'Arztbrief 2026-09-14.pdf', aPdfOf(700));
  const mine = requestsAs(house.app, own.patient);
  const guessOf = async (id = document.id) => (await mine.get(`/api/documents/${id}`)).json<Document>().guess;
  expect(await guessOf()).toEqual({ medical_kind_code: 'letter', issue_date: '2026-09-14' });
  const described = await mine.post(`/api/metadata/${document.id}`, {
    document_medical_kind: 'Laboratory report',
    source_kind: 'Hospital',
    source_name: 'Klinikum',
    issue_date: '2026-09-14',
  });
  expect([described.statusCode, await guessOf()]).toEqual([200, undefined]);
  await sendCase(house, own);
  const doctors = await uploadOne(house.app, own.doctor, own.id, 'Arztbrief.pdf', aPdfOf(701));
  expect([doctors.document.guess, await guessOf(doctors.documentId)]).toEqual([
    { medical_kind_code: 'letter' },
    undefined,
  ]);
});

test('several files in a form become several documents and one timeline entry', async () => {
  const own = await aCase(house, theCase);
  const answer = await upload(house.app, own.patient, own.id, [
    { name: 'a.png', bytes: await aPicture(31, 40) },
    { name: 'b.jpg', bytes: await aPhotoWithPosition(50, 60) },
  ]);
  expect(answer.json<UploadedItem[]>().map(({ document }) => document.file_name)).toEqual(['a.png', 'b.jpg']);
  await uploadOne(house.app, own.patient, own.id, 'c.pdf', aPdfOf(500));
  expect(await house.kernel.db.select().from(caseEvents).where(eq(caseEvents.caseId, own.id))).toMatchObject([
    { kind: 'documents_added', count: 3, patientOnly: true },
  ]);
});

test('accepts 16,777,216 bytes but not one more, without leftovers', async () => {
  for (const size of [limit - 1, limit]) expect((await send('voll.pdf', aPdfOf(size))).statusCode).toBe(201);
  const before = await storedKeys();
  const refused = await send('zuviel.pdf', aPdfOf(limit + 1));
  expect(refused.statusCode).toBe(413);
  expect(refused.json()).toMatchObject({
    code: 'too_large',
    title: 'The file must be 16\u00a0MB or smaller',
    errors: [{ path: 'File.0', code: 'fileTooLarge' }],
  });
  expect(await storedKeys()).toEqual(before);
  expect(await readdir(join(house.env.KONSIL_DATA_DIR, 'files', 'unfinished'))).toEqual([]);
});

test('when one file of a form is refused, none is kept', async () => {
  const before = (await storedKeys()).sort();
  const answer = await upload(house.app, theCase.patient, theCase.id, [
    { name: 'gut.pdf', bytes: aPdfOf(900) },
    { name: 'leer.pdf', bytes: Buffer.alloc(0) },
  ]);
  expect([answer.statusCode, reasonOf(answer).errors]).toEqual([
    422,
    [{ path: 'File.1', code: 'fileEmpty', message: 'The file is empty' }],
  ]);
  expect((await storedKeys()).sort()).toEqual(before);
});

describe('Hostile and unsupported files', () => {
  const jpegHead = Buffer.from('ffd8ffe000104a464946', 'hex');
  const withPreamble = (start: string) => {
    const dicom = Buffer.from(fixture('CT_small.dcm'));
    dicom.write(start, 0, 'latin1');
    return dicom;
  };
  const cases: [string, string, () => Buffer | Promise<Buffer>, number, string][] = [
    [
      'HTML that calls itself a picture',
      'x.png',
      () => Buffer.from('<html><script>alert(1)</script>'),
      415,
      'fileType',
    ],
    [
      'SVG as JPEG',
      'x.jpg',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      415,
      'fileType',
    ],
    ['a program', 'x.exe', () => Buffer.from('MZ\x90\x00 this program'), 415, 'fileType'],
    ['GIF', 'x.gif', () => Buffer.from('GIF89a\x01\x00\x01\x00'), 415, 'fileType'],
    ['text before a PDF', 'x.pdf', () => Buffer.from('<script></script>%PDF-1.7'), 415, 'fileType'],
    ['one byte', 'x.pdf', () => Buffer.from('%'), 415, 'fileType'],
    ['nothing', 'x.pdf', () => Buffer.alloc(0), 422, 'fileEmpty'],
    ['a JPEG without a picture', 'x.jpg', () => Buffer.concat([jpegHead, randomBytes(300)]), 422, 'unreadable'],
    ['a PNG of no size', 'x.png', () => aPictureThatClaims(0, 8), 422, 'unreadable'],
    ['a PNG of 30,000 by 30,000', 'x.png', () => aPictureThatClaims(30_000, 30_000), 422, 'imageTooLarge'],
    ['a PDF of nine bytes', 'x.pdf', () => Buffer.from('%PDF-1.7\n'), 422, 'emptyPdf'],
    ['a locked PDF', 'x.pdf', () => aLetter(['x'], { userPassword: 'pw', pdfVersion: '1.7' }), 422, 'encrypted'],
    [
      'a zip of texts',
      'x.zip',
      () => Buffer.from('504b0506000000000000000000000000000000000000', 'hex'),
      415,
      'no_image',
    ],
    [
      'a zip that is none',
      'x.zip',
      () => Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(500)]),
      422,
      'truncated',
    ],
    ['DICOM cut short', 'x.dcm', () => fixture('MR_truncated.dcm'), 422, 'truncated'],
    ['DICOM that is a program, too', 'x.dcm', () => withPreamble('MZ'), 422, 'polyglot'],
    ['DICOM that is a page, too', 'x.dcm', () => withPreamble('<script>'), 422, 'polyglot'],
  ];
  test('are refused with the supported types, in the text of specification section 5', async () => {
    expect(reasonOf(await send('letter.txt', Buffer.from('Dear colleague'))).errors).toEqual([
      { path: 'File.0', code: 'fileType', message: 'Supported types: jpg, jpeg, png, pdf. DICOM as dcm or zip' },
    ]);
  });
  test.each(cases)('%s is refused', async (_what, name, make, status, code) => {
    const before = (await storedKeys()).length;
    const answer = await send(name, await make());
    expect([answer.statusCode, reasonOf(answer).errors?.[0]?.code]).toEqual([status, code]);
    expect((await storedKeys()).length).toBe(before);
  });

  // Each picture differs, because duplicates would be refused.
  let pictures = 0;
  test.each([
    ['../../etc/passwd.png', 'passwd.png'],
    ['C:\\\\Windows\\\\system.png', 'system.png'],
    ['b\u202efdp.exe.png', 'b fdp.exe.png'],
    ['Befund\u0000.png', 'Befund.png'],
    [`${'ä'.repeat(4096)}.png`, `${'ä'.repeat(150)}.png`],
    ['<img src=x onerror=alert(1)>.png', 'img src=x onerror=alert(1).png'],
    ['page.html', 'page.html.png'],
    ['.png', 'file.png'],
    ['..', 'file.png'],
    ['Foto 😀.PNG', 'Foto 😀.png'],
  ])('stores the name %j as %j', async (given, kept) => {
    pictures += 1;
    const answer = await send(given, await aPicture(10, 20 + pictures));
    // Some names are invalid in a form; the response must be clean all the same.
    expect(answer.statusCode).toBe(201);
    expect(answer.json<UploadedItem[]>()[0]?.document.file_name).toBe(kept);
  });

  test('refuses forms without a file, with another field or of another type', async () => {
    const { app } = house;
    expect(reasonOf(await upload(app, theCase.patient, theCase.id, []))).toMatchObject({
      code: 'invalid',
      errors: [{ path: 'File', code: 'fileMissing' }],
    });
    expect(
      reasonOf(
        await upload(app, theCase.patient, theCase.id, [{ name: 'a.pdf', bytes: aPdfOf(300), field: 'Upload' }]),
      ),
    ).toMatchObject({ code: 'invalid', errors: [{ code: 'fileMissing' }] });
    expect(
      (await requestsAs(app, theCase.patient).post(`/api/individualdocument/post/${theCase.id}`, { File: 'x' }))
        .statusCode,
    ).toBe(415);
    const broken = await app.inject({
      method: 'POST',
      url: `/api/individualdocument/post/${theCase.id}`,
      payload: 'garbage',
      headers: { ...headersOf(theCase.patient), 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(broken.statusCode).toBe(400);
    const many = Array.from({ length: 21 }, (_, n) => ({ name: `${n}.pdf`, bytes: aPdfOf(300 + n) }));
    expect(reasonOf(await upload(app, theCase.patient, theCase.id, many))).toMatchObject({
      errors: [{ path: 'File', code: 'tooMany' }],
    });
  });
});

test('images are parsed at once: study, patient, and whether it is this patient', async () => {
  const { document, skipped } = await uploadOne(
    house.app,
    theCase.patient,
    theCase.id,
    'serie.zip',
    fixture('ct-series-7.zip'),
  );
  expect(document).toMatchObject({
    group: 'image',
    content_type: 'application/zip',
    dicom: { modality: 'CT', series: 2, images: 7, patient_name: 'Peter Doe', mismatch: true },
  });
  expect(document.guess).toMatchObject({ medical_kind_code: 'ct' });
  expect(skipped).toEqual([{ name: expect.stringContaining('DICOMDIR'), reason: 'system_file' }]);
  expect(await house.kernel.db.$count(dicomInstances, eq(dicomInstances.documentId, document.id))).toBe(7);
});

test("compares images with the patient's current record, not that at the upload", async () => {
  const own = await aCase(house);
  const { document } = await uploadOne(house.app, own.patient, own.id, 'cd.zip', fixture('ct-series-7.zip'));
  const mine = requestsAs(house.app, own.patient);
  const record = (await mine.get(`/api/patients/${own.patientId}`)).json<Patient>();
  const corrected = await mine.put(`/api/patients/${own.patientId}`, {
    ...record,
    first_name: 'Peter',
    last_name: 'Doe',
    ...(document.dicom?.birth_date && { date_of_birth: document.dicom.birth_date }),
  });
  expect(corrected.statusCode).toBe(200);
  expect([
    document.dicom?.mismatch,
    (await mine.get(`/api/documents/${document.id}`)).json<Document>().dicom?.mismatch,
  ]).toEqual([true, false]);
});

test.each(['constructor', '__proto__', 'PT'])(
  'images of the unmapped modality %j are accepted without a guess',
  async (modality) => {
    const { document } = await uploadOne(
      house.app,
      theCase.patient,
      theCase.id,
      `${modality}.dcm`,
      writeDicom(imageElements(['00080060', 'CS', modality])),
    );
    expect([document.dicom?.modality, document.guess]).toEqual([modality, {}]);
  },
);

test('a duplicate is refused with the existing document, also in concurrent uploads', async () => {
  const bytes = aPdfOf(1234);
  const first = await uploadOne(house.app, theCase.patient, theCase.id, 'eins.pdf', bytes);
  const again = await send('anders.pdf', bytes);
  expect([again.statusCode, again.json()]).toEqual([
    409,
    expect.objectContaining({
      code: 'conflict',
      detail: 'This file is in the case already',
      errors: [{ path: 'File.0', code: 'fileKnown', message: 'This file is in the case already' }],
      current: { documentId: first.documentId, archived_at: null },
    }),
  ]);
  const other = aPdfOf(1235);
  const both = await Promise.all([send('a.pdf', other), send('b.pdf', other)]);
  expect(both.map((answer) => answer.statusCode).sort()).toEqual([201, 409]);
});

test("a doctor does not learn of the patient's unsent duplicate", async () => {
  const own = await aCase(house, theCase);
  await uploadOne(house.app, own.patient, own.id, 'sent.pdf', aPdfOf(800));
  await sendCase(house, own);
  const secret = aPdfOf(801);
  await uploadOne(house.app, own.patient, own.id, 'unsent.pdf', secret);
  expect((await upload(house.app, own.doctor, own.id, [{ name: 'mine.pdf', bytes: secret }])).statusCode).toBe(201);
});

test('one Idempotency-Key has one effect, also concurrently, and keeps no second file', async () => {
  const own = await aCase(house, theCase);
  const key = { 'idempotency-key': 'upload-0001' };
  const files = [{ name: 'a.pdf', bytes: aPdfOf(2000) }];
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => upload(house.app, own.patient, own.id, files, key)),
  );
  expect(answers.map((answer) => answer.statusCode)).toEqual(Array(6).fill(201));
  expect(new Set(answers.map((answer) => answer.json<UploadedItem[]>()[0]?.documentId)).size).toBe(1);
  const rows = await house.kernel.db.select().from(documents).where(eq(documents.caseId, own.id));
  expect(rows).toHaveLength(1);
});

test('a failed transaction deletes its stored file', async () => {
  const before = (await storedKeys()).sort();
  const { db } = house.owner;
  await db.execute(
    `create function fail_insert() returns trigger as $$ begin raise exception 'no'; end $$ language plpgsql`,
  );
  await db.execute('create trigger fail_insert before insert on documents execute function fail_insert()');
  try {
    expect((await send('weg.pdf', aPdfOf(5000))).statusCode).toBe(500);
  } finally {
    await db.execute('drop trigger fail_insert on documents');
  }
  expect((await storedKeys()).sort()).toEqual(before);
});

test("exceeding an account's quota is a clear refusal", async () => {
  const small = await testApp({ QUOTA_FILES: '2', QUOTA_MEGABYTES: '1' });
  try {
    const own = await aCase(small);
    await uploadOne(small.app, own.patient, own.id, 'a.pdf', aPdfOf(500));
    const tooBig = await upload(small.app, own.patient, own.id, [{ name: 'b.pdf', bytes: aPdfOf(1024 * 1024) }]);
    expect(tooBig.json()).toMatchObject({ code: 'quota' });
    await uploadOne(small.app, own.patient, own.id, 'c.pdf', aPdfOf(501));
    expect(
      (await upload(small.app, own.patient, own.id, [{ name: 'd.pdf', bytes: aPdfOf(502) }])).json(),
    ).toMatchObject({ code: 'quota' });
  } finally {
    await small.close();
  }
});

test('a foreign case is a 404 and accepts nothing', async () => {
  const before = (await storedKeys()).length;
  const stranger = await signUpPatient(house);
  const foreign = await upload(house.app, stranger, theCase.id, [{ name: 'a.pdf', bytes: aPdfOf(700) }]);
  const missing = await upload(house.app, stranger, '00000000-0000-4000-8000-000000000000', [
    { name: 'a.pdf', bytes: aPdfOf(700) },
  ]);
  expect([foreign.statusCode, foreign.body]).toEqual([404, missing.body]);
  const draft = await upload(house.app, theCase.doctor, theCase.id, [{ name: 'a.pdf', bytes: aPdfOf(700) }]);
  expect(draft.statusCode).toBe(404);
  expect((await storedKeys()).length).toBe(before);
});
