import { createHash, generateKeyPairSync, randomInt, sign } from 'node:crypto';
import { Readable } from 'node:stream';
import { anamnesisTopics } from '@konsil/contracts/codes';
import type { ImportedCase, RecordImport } from '@konsil/contracts/imports';
import { importPieceBytes } from '@konsil/contracts/import-limits';
import type { FileLocation } from '@konsil/contracts/documents';
import type { SpecialtyForm } from '@konsil/contracts/specialty-forms';
import type { TakeAway } from '@konsil/contracts/take-away';
import { count, eq } from 'drizzle-orm';
import type { Bundle } from 'fhir/r4';
import { ZipFile } from 'yazl';
import * as z from 'zod/mini';
import { auditRecords, imports, importPieces } from '@konsil/server-domain/schema';
import { eraseAccount } from '@konsil/server-privacy/erase-account';
import { isDicom } from '@konsil/server-dicom/part10';
import { fixture } from '@konsil/server-dicom/testing/fixtures';
import { readDicomdir, type FoundRecord } from '@konsil/server-dicom/testing/read-dicomdir';
import { openZip } from '@konsil/server-dicom/zip-members';
import { sweepOrphans } from '@konsil/server-documents/orphans';
import { aPhotoWithPosition } from '@konsil/server-documents/testing/samples';
import { dayMs, hourMs } from '@konsil/server-platform/clock';
import { dropDueImports } from '@konsil/server-take-away/import/imports.routes';
import { readArchive } from '@konsil/server-take-away/import/read-archive';
import { jsonOf } from '@konsil/server-take-away/verify-archive';
import type { verifyInBrowser } from '@konsil/server-take-away/verify-page';
import { waitUntil } from '@konsil/server-testing/until';
import { testApp, type TestApp } from '../support/app.ts';
import { answerFinally, bodyOf, newCase, ownPatientId, pageOf, sentCase, type Conversation } from '../support/cases.ts';
import { ipsFaults } from '../support/check-ips.ts';
import { aNewField } from '../support/forms.ts';
import { password, requestsAs, signInAgain, signUpPatient, type Person } from '../support/people.ts';
import { unzip } from '../support/unzip.ts';
import { details, headersOf, multipartOf, uploadOne } from '../support/upload.ts';
import { faultsOf } from '../support/valid-r4.ts';

// `node tools/campaigns.mjs roundtrip=200` makes as many.
const rounds = Number(process.env.ROUND_TRIP_CASES ?? process.env.FUZZ_ROUNDS ?? 4);

let house: TestApp;
let first: Conversation;
let archive: Buffer;
let members: Map<string, Buffer>;
beforeAll(async () => {
  house = await testApp();
  first = await sentCase(house);
  await answerForm(first);
  const [letter] = (await pageOf(house, first)).documents;
  const place = { kind: 'page' as const, document_id: letter?.id ?? '', page: 1, region: null };
  await answerFinally(house, first, { answer: 'Gutartig [1].', pins: [{ number: 1, words: 'Der Wert', place }] });
  await uploadOne(house.app, first.patient, first.caseId, 'foto.jpg', await aPhotoWithPosition());
  archive = await archiveOf(first.patient, first.patientId);
  members = await unzip(archive);
});

/** The doctor asks for the occupation, and the patient answers. */
const answerForm = async ({ doctor, patient, caseId, ...conversation }: Conversation) => {
  const { fields } = bodyOf<SpecialtyForm>(
    await requestsAs(house.app, doctor).put('/api/specialty-form', { fields: [aNewField('Beruf')] }),
  );
  const page = await pageOf(house, { doctor, patient, caseId, ...conversation }, patient);
  const { diagnosis, medical_history, questions } = page;
  const specialty_form = { version: 1, answers: { [fields[0]?.id ?? '']: 'Glasbläserin' } };
  bodyOf(
    await requestsAs(house.app, patient).post(`/api/generalprocessforms/${caseId}`, {
      diagnosis,
      medical_history,
      questions: questions.map(({ id, text }) => ({ id, text })),
      specialty_form,
    }),
  );
};
const archiveOf = async (person: Person, patientId: string): Promise<Buffer> => {
  const mine = requestsAs(house.app, person);
  const order = { kind: 'archive', language: 'de', current_password: password };
  const { id } = bodyOf<TakeAway>(await mine.post(`/api/patients/${patientId}/take-away`, order), 202);
  let made: TakeAway | undefined;
  await waitUntil(
    async () => {
      const answer = await mine.get(`/account/take-away/${id}`);
      // With hundreds of documents on a busy machine the server may ask to come again.
      if (answer.statusCode === 503) return false;
      made = bodyOf<TakeAway>(answer);
      return made.state !== 'making';
    },
    180_000 + rounds * 10_000,
  );
  return (await house.app.inject({ url: new URL(made?.Filelocation ?? '').pathname })).rawPayload;
};
const zipOf = async (content: Map<string, Buffer>, options = {}): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [name, bytes] of content) zip.addBuffer(bytes, name, options);
  zip.end();
  const pieces: Buffer[] = [];
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
};
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const begin = async (person: Person, patientId: string, bytes: Buffer, name = 'akte.zip') =>
  requestsAs(house.app, person).post(`/api/patients/${patientId}/imports`, { file_name: name, size: bytes.length });
const sendPiece = (person: Person, id: string, position: number, bytes: Buffer) => {
  const { payload, contentType } = multipartOf([{ name: 'piece', bytes }]);
  return house.app.inject({
    method: 'POST',
    url: `/api/imports/${id}/pieces?position=${position}`,
    payload,
    headers: { ...headersOf(person), 'content-type': contentType },
  });
};
/** @returns the id of an archive that was sent and not yet checked */
const sent = async (person: Person, patientId: string, bytes: Buffer): Promise<string> => {
  const { id } = bodyOf<RecordImport>(await begin(person, patientId, bytes), 201);
  for (let at = 0; at < bytes.length; at += importPieceBytes)
    bodyOf(await sendPiece(person, id, at / importPieceBytes, bytes.subarray(at, at + importPieceBytes)), 201);
  return id;
};
/** Uploads an archive and requests its check. */
const check = async (person: Person, patientId: string, bytes: Buffer) =>
  requestsAs(house.app, person).post(`/api/imports/${await sent(person, patientId, bytes)}/check`, {});
const take = async (person: Person, { id }: RecordImport, body = {}) =>
  requestsAs(house.app, person).post(`/api/imports/${id}/take`, body);
const downloaded = async (person: Person, id: string, place: number | string): Promise<Buffer> => {
  const { Filelocation } = bodyOf<FileLocation>(
    await requestsAs(house.app, person).get(`/api/imports/${id}/file?place=${place}`),
  );
  return (await house.app.inject({ url: new URL(Filelocation).pathname })).rawPayload;
};
/** Another account, whose own record has the same name and birth date. */
const newcomer = async () => {
  const person = await signUpPatient(house);
  return { person, patientId: await ownPatientId(house, person) };
};

/** The signature member with the public key `x`. */
const signatureOf = (x: string, signature: Buffer): Buffer => {
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
  return Buffer.from(
    JSON.stringify({
      algorithm: 'Ed25519',
      key: { kty: 'OKP', crv: 'Ed25519', x, kid },
      signature: signature.toString('base64url'),
    }),
  );
};
/** The archive as another installation would have signed it. */
const signedElsewhere = async (
  changes: Record<string, Buffer> = {},
  options = {},
  listed = (path: string) => path,
  twice?: string,
): Promise<Buffer> => {
  const content = new Map([...members, ...Object.entries(changes)]);
  // Signed by the first installation's key; tests/privacy/exchange.test.ts has one of each.
  content.delete('handover.jws');
  const manifest = JSON.parse(String(content.get('manifest.json'))) as Record<string, unknown>;
  const bytes = Buffer.from(
    JSON.stringify({
      ...manifest,
      files: [...content]
        .filter(([path]) => path !== 'manifest.json' && path !== 'signature.json')
        .flatMap(([path, member]) => {
          const entry = { path: listed(path), size: member.length, sha256: sha256(member) };
          return path === twice ? [entry, entry] : [entry];
        }),
    }),
  );
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  content.set('manifest.json', bytes);
  content.set('signature.json', signatureOf(x, sign(null, bytes, privateKey)));
  return zipOf(content, options);
};

describe('a record that is taken over', () => {
  test('is previewed, stored unchanged, and visible only to its owner', async () => {
    const { person, patientId } = await newcomer();
    const mine = requestsAs(house.app, person);
    const seen = bodyOf<RecordImport>(await check(person, patientId, await signedElsewhere({}, { compress: true })));
    expect(seen).toMatchObject({
      state: 'checked',
      content: {
        ours: false,
        differs: [],
        documents: 2,
        known_documents: 0,
        cases: [{ case_name: 'Knoten in der Schilddrüse', answers: 1, documents: 2, known: false }],
      },
    });
    expect(bodyOf(await mine.get(`/api/patients/${patientId}/imports`))).toEqual([]);
    const taken = bodyOf<RecordImport>(await take(person, seen));
    expect(taken.state).toBe('taken');
    expect(bodyOf<RecordImport[]>(await mine.get(`/api/patients/${patientId}/imports`))).toMatchObject([
      { id: taken.id },
    ]);
    const shown = bodyOf<ImportedCase>(await mine.get(`/api/imports/${taken.id}/case?place=0`));
    expect(shown).toMatchObject({ ours: false, case: { answers: [{ answered_by: 'Dr. med. Jonas Weber' }] } });
    const pins = [{ number: 1, words: 'Der Wert', place: { kind: 'page', page: 1 } }];
    expect(shown.case.answers).toMatchObject([{ answer: 'Gutartig [1].', pins }]);
    expect(shown.case.specialty_forms).toEqual((await pageOf(house, first)).specialty_forms);
    expect(Object.values(shown.case.specialty_forms?.[0]?.answers ?? {})).toEqual(['Glasbläserin']);
    // Compressed members are unpacked on their way, as a whole and in part.
    const photo = shown.documents.find(({ file_name: name }) => name === 'foto.jpg');
    const bytes = members.get('originals/Knoten-in-der-Schilddrüse/foto.jpg') ?? Buffer.alloc(0);
    expect((await downloaded(person, taken.id, photo?.place ?? -1)).equals(bytes)).toBe(true);
    const { Filelocation } = bodyOf<FileLocation>(
      await mine.get(`/api/imports/${taken.id}/file?place=${photo?.place}`),
    );
    const part = await house.app.inject({
      url: new URL(Filelocation).pathname,
      headers: { range: 'bytes=100-199' },
    });
    expect([part.statusCode, part.rawPayload.equals(bytes.subarray(100, 200))]).toEqual([206, true]);
    expect(part.headers['content-type']).toBe('image/jpeg');
    expect((await downloaded(person, taken.id, 'dossier')).equals(members.get('dossier.pdf') as Buffer)).toBe(true);

    // An imported case is no case here: nobody must act on it, and no doctor sees it.
    expect(bodyOf<{ items: unknown[] }>(await mine.get('/api/process')).items).toEqual([]);
    for (const stranger of [first.patient, first.doctor])
      for (const path of [`/api/imports/${taken.id}`, `/api/imports/${taken.id}/case?place=0`])
        expect((await requestsAs(house.app, stranger).get(path)).statusCode).toBe(404);
    const records = await house.kernel.db
      .select({ action: auditRecords.action })
      .from(auditRecords)
      .where(eq(auditRecords.chain, patientId));
    expect(records.filter(({ action }) => action === 'record.import')).toHaveLength(1);
  });

  test('is compared with the person and with the existing record', async () => {
    const own = bodyOf<RecordImport>(await check(first.patient, first.patientId, archive));
    expect(own.content).toMatchObject({ ours: true, known_documents: 2, cases: [{ known: true }] });
    const { person, patientId } = await newcomer();
    const record = JSON.parse(String(members.get('record.json'))) as { person: { record: Record<string, string> } };
    Object.assign(record.person.record, { last_name: 'Petersen', date_of_birth: '1950-01-02' });
    const other = await signedElsewhere({ 'record.json': Buffer.from(JSON.stringify(record)) });
    const seen = bodyOf<RecordImport>(await check(person, patientId, other));
    expect(seen.content?.differs).toEqual(['name', 'date_of_birth']);
    expect((await take(person, seen)).json()).toMatchObject({
      errors: [{ path: 'same_person', code: 'selectOption' }],
    });
    bodyOf(await take(person, seen, { same_person: true }));
    // The same file again, under another name.
    expect((await check(person, patientId, other)).json()).toMatchObject({ current: { refused: 'known' } });
    // Another file of the same case.
    const again = bodyOf<RecordImport>(await check(person, patientId, archive));
    expect(again.content?.cases).toMatchObject([{ known: true }]);
  });

  test('has its images as a file-set beside the originals', async () => {
    const source = await newcomer();
    const { caseId } = await newCase(house, {
      patient: source.person,
      doctor: first.doctor,
      patientId: source.patientId,
    });
    const originals = { 'reihe.zip': await fixture('ct-series-7.zip'), 'ct.dcm': await fixture('CT_small.dcm') };
    for (const [name, bytes] of Object.entries(originals))
      await uploadOne(house.app, source.person, caseId, name, bytes);
    const bytes = await archiveOf(source.person, source.patientId);
    const content = await unzip(bytes);
    for (const [name, original] of Object.entries(originals))
      expect(content.get(`originals/Knoten-in-der-Schilddrüse/${name}`)?.equals(original)).toBe(true);
    const images = (function imagesIn(records: FoundRecord[]): FoundRecord[] {
      return records.flatMap((record) => (record.type === 'IMAGE' ? [record] : imagesIn(record.below)));
    })(readDicomdir(content.get('DICOMDIR') ?? Buffer.alloc(0)));
    const paths = images.map(({ values }) => values['00041500']?.replaceAll('\\', '/') ?? '');
    expect(paths).toHaveLength(8);
    expect([...content.keys()].filter((path) => path.startsWith('DICOM/')).sort()).toEqual([...paths].sort());
    for (const path of paths) expect(isDicom(content.get(path) ?? Buffer.alloc(0))).toBe(true);
    expect(JSON.parse(String(content.get('manifest.json')))).toMatchObject({ left_out: [], not_in_dicomdir: [] });
    // The page and the importer check all of it; the importer lists the originals only.
    const page = String(content.get('verify.html'));
    const code = page.slice(page.indexOf('const verify = ') + 15, page.indexOf(';\nconst language'));
    const inPage = new Function(`return ${code}`)() as typeof verifyInBrowser;
    expect(await inPage(new Blob([new Uint8Array(bytes)]))).toMatchObject({ faults: [], files: 16 });
    const { person, patientId } = await newcomer();
    const seen = bodyOf<RecordImport>(await check(person, patientId, bytes));
    expect(seen.content).toMatchObject({ documents: 2, left_out: [], enclosed: [] });
    const changedImage = new Map([...content, [paths[0] ?? '', Buffer.from('x')]]);
    expect((await check(person, patientId, await zipOf(changedImage))).json()).toMatchObject({
      current: { refused: 'changed' },
    });
  });

  test('resumes an interrupted upload', async () => {
    const { person, patientId } = await newcomer();
    const large = await signedElsewhere(
      { 'originals/groß.bin': Buffer.alloc(importPieceBytes, 7) },
      { compress: false },
    );
    const { id } = bodyOf<RecordImport>(await begin(person, patientId, large), 201);
    const pieces = [large.subarray(0, importPieceBytes), large.subarray(importPieceBytes)] as const;
    expect((await sendPiece(person, id, 1, pieces[1])).statusCode).toBe(422);
    bodyOf(await sendPiece(person, id, 0, pieces[0]), 201);
    expect((await requestsAs(house.app, person).post(`/api/imports/${id}/check`, {})).statusCode).toBe(409);
    expect((await sendPiece(person, id, 1, pieces[1].subarray(1))).statusCode).toBe(422);
    expect(bodyOf<RecordImport>(await begin(person, patientId, large), 201)).toMatchObject({ id, pieces: 1 });
    // The answer to the first piece was lost.
    bodyOf(await sendPiece(person, id, 0, pieces[0]), 201);
    bodyOf(await sendPiece(person, id, 1, pieces[1]), 201);
    const seen = bodyOf<RecordImport>(await requestsAs(house.app, person).post(`/api/imports/${id}/check`, {}));
    bodyOf(await take(person, seen));
    expect((await downloaded(person, id, 'archive')).equals(large)).toBe(true);
  });

  test('is checked once, and by one process at a time', async () => {
    const { person, patientId } = await newcomer();
    const large = await signedElsewhere(
      { 'originals/groß.bin': Buffer.alloc(4 * 1024 * 1024, 7) },
      { compress: false },
    );
    const id = await sent(person, patientId, large);
    const ask = () => requestsAs(house.app, person).post(`/api/imports/${id}/check`, {});
    const answers = (await Promise.all(Array.from({ length: 6 }, ask))).map(({ statusCode }) => statusCode);
    expect([...new Set(answers)].sort()).toEqual([200, 503]);
    // The result was stored: the check succeeds again although the bytes are deleted.
    for (const { storageKey } of await house.kernel.db.select().from(importPieces).where(eq(importPieces.importId, id)))
      await house.kernel.files.delete(storageKey);
    expect(bodyOf<RecordImport>(await ask()).state).toBe('checked');
  });

  test('is in the data export and in the next archive of the person', async () => {
    const { person, patientId } = await newcomer();
    bodyOf(await take(person, bodyOf<RecordImport>(await check(person, patientId, archive))));
    const next = await unzip(await archiveOf(person, patientId));
    expect(next.get('imports/akte.zip')?.equals(archive)).toBe(true);
    const { Filelocation } = bodyOf<FileLocation>(
      await requestsAs(house.app, person).post('/account/export', { current_password: password }),
    );
    const exported = await unzip((await house.app.inject({ url: new URL(Filelocation).pathname })).rawPayload);
    expect(exported.get('imports/akte.zip')?.equals(archive)).toBe(true);
    expect(JSON.parse(String(exported.get('data.json')))).toMatchObject({ imports: [{ file_name: 'akte.zip' }] });
  });
});

describe('a file that is refused', () => {
  const changed = (name: string, change: (bytes: Buffer) => Buffer) =>
    zipOf(new Map([...members].map(([path, bytes]) => [path, path === name ? change(bytes) : bytes])));
  /** Writes other names over those of the ZIP, which its writer would refuse. */
  const renamed = async (from: string, to: string): Promise<Buffer> => {
    const bytes = Buffer.from(
      await signedElsewhere({ [from]: Buffer.from('x') }, {}, (path) => (path === from ? to : path)),
    );
    // The same length, in the member's header and in the directory; the manifest lists the new name.
    for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) bytes.write(to, at);
    return bytes;
  };
  /** Writes another unpacked size into the directory entry of a member. */
  const sized = async (name: string, size: number): Promise<Buffer> => {
    const bytes = Buffer.from(await zipOf(members));
    bytes.writeUInt32LE(size, bytes.lastIndexOf(name) - 46 + 24);
    return bytes;
  };
  test.each<[string, string, () => Promise<Buffer>]>([
    ['no ZIP', 'foreign', () => Promise.resolve(Buffer.from('{"resourceType":"Bundle"}'))],
    ['another ZIP', 'foreign', () => zipOf(new Map([['a.txt', Buffer.from('a')]]))],
    ['one cut off', 'foreign', () => Promise.resolve(archive.subarray(0, archive.length - 900))],
    ['a changed text', 'changed', () => changed('record.json', (bytes) => Buffer.concat([bytes, Buffer.from(' ')]))],
    [
      'a changed manifest',
      'changed',
      () => changed('manifest.json', (bytes) => Buffer.concat([bytes, Buffer.from(' ')])),
    ],
    ['an added member', 'changed', () => zipOf(new Map([...members, ['mehr.txt', Buffer.from('x')]]))],
    ['a missing member', 'changed', () => zipOf(new Map([...members].filter(([path]) => path !== 'dossier.pdf')))],
    ['a member that is listed twice', 'changed', () => signedElsewhere({}, {}, undefined, 'dossier.pdf')],
    [
      'a key that is none',
      'changed',
      () => zipOf(new Map([...members, ['signature.json', signatureOf('AAAA', Buffer.alloc(64))]])),
    ],
    ['a name outside', 'changed', () => renamed('originals/abc', '../../../abcd')],
    ['a name from the root', 'changed', () => renamed('originals/abc', '/etc/abcdefgh')],
    ['a member that is larger than told', 'changed', () => sized('record.json', 10)],
    ['a member of four gigabytes', 'too_large', () => sized('dossier.pdf', 0xff_ff_ff_00)],
    [
      'too many members',
      'too_large',
      () =>
        signedElsewhere(Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`x/${at}`, Buffer.alloc(0)])), {
          compress: false,
        }),
    ],
    [
      'a table of contents of three megabytes',
      'too_large',
      () => {
        const manifest = JSON.parse(String(members.get('manifest.json'))) as Record<string, unknown>;
        const left_out = ['x'.repeat(3 * 1024 * 1024)];
        return signedElsewhere({ 'manifest.json': Buffer.from(JSON.stringify({ ...manifest, left_out })) });
      },
    ],
    [
      'a record of another form',
      'foreign',
      () => signedElsewhere({ 'record.json': Buffer.from('{"format":"konsil-record","version":2}') }),
    ],
  ])('%s is refused with %s, and deleted', async (_what, code, make) => {
    const { person, patientId } = refused;
    const answer = await check(person, patientId, await make());
    expect([answer.statusCode, answer.json<{ current: unknown }>().current]).toEqual([422, { refused: code }]);
    expect(await house.kernel.db.$count(imports, eq(imports.patientId, patientId))).toBe(0);
  });
  test('is not checked beyond its first fault', async () => {
    let faults = 0;
    const fault = () => {
      faults += 1;
      return 'no text';
    };
    const bytes = Buffer.from(JSON.stringify(Array.from({ length: 1000 }, () => 0)));
    const { zip, members: found } = await openZip(await zipOf(new Map([['list.json', bytes]])));
    const entries = new Map(found.map(({ name, entry }) => [name, entry]));
    await expect(jsonOf(zip, entries, 'list.json', z.array(z.string({ error: fault })))).rejects.toThrow(
      'list.json cannot be understood.',
    );
    expect(faults).toBe(0);
  });
  test('is not called invalid when the storage fails to deliver its bytes', async () => {
    const failure = new Error('S3 answered 403 (AccessDenied) to GET.');
    const read = () =>
      new Readable({
        read() {
          this.destroy(failure);
        },
      });
    await expect(readArchive({ size: 4096, read }, null)).rejects.toBe(failure);
  });
  let refused: Awaited<ReturnType<typeof newcomer>>;
  beforeAll(async () => {
    refused = await newcomer();
  });
});

describe('the round trip of generated cases', () => {
  const signs = ['ä', 'ß', '𝕏', '🙂', 'ش', '\u200d', 'ﬁ', '"', '\\', '</p>', '\n', '\t', '%', "'", ' ', 'e', 'n', '0'];
  const words = (most: number): string =>
    `A${Array.from({ length: randomInt(most) }, () => signs[randomInt(signs.length)]).join('')}z`;

  const loses = async () => {
    const source = await newcomer();
    /** The patient's words in each case, and the hashes of its files. */
    const given = new Map<string, { entered: Partial<ImportedCase['case']>; questions: string[]; files: string[] }>();
    for (let round = 0; round < rounds; round += 1) {
      const texts = {
        case_name: words(40).replace(/\s/g, ' '),
        diagnosis: words(200),
        medical_history: words(2000),
      };
      const asked = Array.from({ length: randomInt(1, 4) }, () => words(60));
      const conversation = await newCase(
        house,
        { patient: source.person, doctor: first.doctor, patientId: source.patientId },
        { ...texts, questions: asked },
      );
      const mine = requestsAs(house.app, source.person);
      const { version, diagnosis, medical_history, questions } = await pageOf(house, conversation, source.person);
      const topics = anamnesisTopics.map((topic) => [topic, randomInt(2) === 0 ? words(100) : '']);
      const anamnesis = Object.fromEntries(topics) as ImportedCase['case']['anamnesis'];
      const files: string[] = [];
      const entered: Partial<ImportedCase['case']> = { ...texts, anamnesis };
      given.set(conversation.caseId, { entered, questions: asked, files });
      const forms = { version, diagnosis, medical_history, questions: questions.map(({ id, text }) => ({ id, text })) };
      bodyOf(await mine.post(`/api/generalprocessforms/${conversation.caseId}`, { ...forms, anamnesis }));
      for (let file = randomInt(1, 4); file > 0; file -= 1) {
        const bytes = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.from(words(3000)), Buffer.from('\n%%EOF')]);
        const { documentId } = await uploadOne(house.app, source.person, conversation.caseId, `b${file}.pdf`, bytes);
        bodyOf(await mine.post(`/api/metadata/${documentId}`, details({ source_name: words(30) })));
        files.push(sha256(bytes));
      }
      if (randomInt(3) === 0) continue;
      const note = { consent: true, note: words(300) };
      bodyOf(await mine.post(`/api/buttonaufgabe/patient/${conversation.caseId}`, note), 201);
      const message = { subject: words(40), message: words(400) };
      bodyOf(await mine.post(`/api/messages/${conversation.caseId}`, message), 201);
      Object.assign(entered, { requests: [{ note: note.note }], messages: [message] });
      if (randomInt(2) === 0) await answerFinally(house, conversation);
    }
    const bytes = await archiveOf(source.person, source.patientId);
    const content = await unzip(bytes);
    const summary = JSON.parse(String(content.get('ips.json'))) as Bundle;
    expect(ipsFaults(summary)).toEqual([]);
    expect(faultsOf(summary)).toEqual([]);
    const { person: told } = JSON.parse(String(content.get('record.json'))) as {
      person: { cases: ImportedCase['case'][] };
    };
    const { person, patientId } = await newcomer();
    const taken = bodyOf<RecordImport>(await take(person, bodyOf<RecordImport>(await check(person, patientId, bytes))));
    expect(taken.content?.cases).toHaveLength(rounds);
    for (const [place, theCase] of told.cases.entries()) {
      const shown = bodyOf<ImportedCase>(
        await requestsAs(house.app, person).get(`/api/imports/${taken.id}/case?place=${place}`),
      );
      // Everything that is shown is as it was told, and nothing that was told is missing.
      expect(theCase).toMatchObject(shown.case);
      for (const list of ['questions', 'requests', 'answers', 'messages', 'todos'] as const)
        expect(shown.case[list]).toHaveLength(theCase[list].length);
      // And it is what was entered, letter by letter.
      const { entered, questions, files } = given.get(shown.case.id) ?? {};
      expect(shown.case).toMatchObject(entered ?? { case_name: 'no such case' });
      expect(shown.case.questions.map(({ text }) => text)).toEqual(questions);
      const arrived: string[] = [];
      for (const { place: at, size } of shown.documents) {
        const file = await downloaded(person, taken.id, at ?? -1);
        arrived.push(sha256(file));
        const original = [...content.values()].find((member) => member.equals(file));
        expect([file.length, original !== undefined]).toEqual([size, true]);
      }
      expect(arrived.sort()).toEqual(files?.sort());
    }
    expect((await downloaded(person, taken.id, 'archive')).equals(bytes)).toBe(true);
  };
  // A case and its reading take seconds on a busy machine.
  test('loses no text and no byte', loses, 300_000 + rounds * 30_000);
});

// Last, because a day passes.
test('an imported record leaves nothing once removed, refused, or its account erased', async () => {
  const { person, patientId } = await newcomer();
  const left = async () => {
    const [rows] = await house.kernel.db
      .select({ rows: count() })
      .from(imports)
      .where(eq(imports.patientId, patientId));
    return rows?.rows;
  };
  const keysOf = async (id: string) =>
    (await house.kernel.db.select().from(importPieces).where(eq(importPieces.importId, id))).map(
      ({ storageKey }) => storageKey,
    );
  const gone = async (keys: string[]) => {
    expect(keys).toHaveLength(1);
    for (const key of keys) expect(await house.kernel.files.has(key)).toBe(false);
  };
  const unwanted = bodyOf<RecordImport>(await check(person, patientId, archive));
  const first = await keysOf(unwanted.id);
  house.clock.advance(dayMs + hourMs);
  await sweepOrphans(house.kernel, house.clock.now());
  expect(await house.kernel.files.has(first[0] ?? '')).toBe(true);
  await dropDueImports(house.kernel);
  await gone(first);
  Object.assign(person, await signInAgain(house.app, person));
  const taken = bodyOf<RecordImport>(await check(person, patientId, archive));
  bodyOf(await take(person, taken));
  await downloaded(person, taken.id, 'archive');
  const second = await keysOf(taken.id);
  bodyOf(await requestsAs(house.app, person).delete(`/api/imports/${taken.id}`));
  await gone(second);
  expect(await left()).toBe(0);
  const last = bodyOf<RecordImport>(await check(person, patientId, archive));
  bodyOf(await take(person, last));
  const third = await keysOf(last.id);
  await eraseAccount(house.kernel, person.accountId, () => true);
  await gone(third);
  expect(await left()).toBe(0);
});
