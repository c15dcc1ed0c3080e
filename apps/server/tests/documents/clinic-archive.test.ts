import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FetchedStudy, FoundStudies } from '@konsil/contracts/clinic-archives';
import { eq, inArray } from 'drizzle-orm';
import { practiceDay } from '@konsil/contracts/practice-time';
import { fixture } from '@konsil/server-dicom/testing/fixtures';
import { hasOrthanc, startOrthanc } from '@konsil/server-dicom/testing/orthanc';
import { imageElements, writeDicom, type ElementSpec } from '@konsil/server-dicom/testing/write-dicom';
import { multipartRelated } from '@konsil/server-dicom/multipart-related';
import {
  connectArchive,
  disconnectArchive,
  type Credentials,
} from '@konsil/server-documents/clinic-archive/clinic-archives';
import { startClientToken } from '@konsil/server-domain/backend-clients/client-tokens';
import { actingAs } from '@konsil/server-domain/database/roles';
import { auditRecords, clinicArchives, clinicDoctors, clinics } from '@konsil/server-domain/schema';
import { addClient } from '@konsil/server-fhir/auth/clients';
import { waitUntil } from '@konsil/server-testing/until';
import { exportJWK, generateKeyPair } from 'jose';
import { testApp, type TestApp } from '../support/app.ts';
import { bodyOf, pageOf, sentCase, type Conversation } from '../support/cases.ts';
import { runKonsil } from '../support/commands.ts';
import { inviteAssistant, inviteDoctor, requestsAs, type Person } from '../support/people.ts';
import { storedKeysAfterPreviews } from '../support/stored-keys.ts';

const ofTag = ([a]: ElementSpec, [b]: ElementSpec) => a.localeCompare(b);
const petra: ElementSpec[] = [
  ['00100010', 'PN', 'Moeller^Petra'],
  ['00100020', 'LO', 'K 4711'],
  ['00100030', 'DA', '19680421'],
];
/** An image of Petra Möller, the patient of every case here, in study 1.2.3. */
const image = (number: number, ...more: ElementSpec[]): Buffer =>
  writeDicom(
    imageElements(...petra, ['00080018', 'UI', `1.2.3.4.${number}`], ['00080060', 'CS', 'MR'], ...more).sort(ofTag),
  );
const study = '1.2.3';
const number = 'K 4711';

let house: TestApp;
let ours: Conversation;
let clinic: string;
beforeAll(async () => {
  house = await testApp({ ARCHIVE_PRIVATE_NETWORKS: '127.0.0.1' });
  ours = await sentCase(house);
  clinic = await newClinic('Klinikum am Stadtpark', ours.doctor);
});

const newClinic = async (name: string, ...members: Person[]): Promise<string> => {
  const { db } = house.kernel;
  const [row] = await db.insert(clinics).values({ name }).returning();
  const clinicId = row?.id ?? '';
  for (const { accountId: doctorId } of members) await db.insert(clinicDoctors).values({ clinicId, doctorId });
  return clinicId;
};
const installation = () => ({ ...house.kernel, env: house.env, clock: house.clock });
const connect = (url: string, credentials: Credentials | null = null, to = clinic) =>
  connectArchive(installation(), { clinic: to, url, credentials });
const as = (person: Person = ours.doctor) => requestsAs(house.app, person);
const at = ({ caseId }: Pick<Conversation, 'caseId'> = ours) => `/api/process/${caseId}/archives`;
const searching = (more: object = {}, person?: Person, of?: Conversation) =>
  as(person).post(`${at(of)}/search`, { clinic, patient_number: number, ...more });
const search = async (...given: Parameters<typeof searching>) => bodyOf<FoundStudies>(await searching(...given));
const fetching = (more: object = {}, person?: Person, of?: Conversation) =>
  as(person).post(`${at(of)}/fetch`, {
    clinic,
    patient_number: number,
    study_uid: study,
    other_person: false,
    ...more,
  });
const fetchStudy = async (...given: Parameters<typeof fetching>) => bodyOf<FetchedStudy>(await fetching(...given));
const imagesOf = async (of = ours, reader = of.doctor) =>
  (await pageOf(house, of, reader)).documents.filter(({ group }) => group === 'image');
const nothing = { failure: null, documents: 0, left_out: 0 };
const recordsOf = async (of: Conversation) =>
  (
    await house.kernel.db.select().from(auditRecords).where(eq(auditRecords.caseId, of.caseId)).orderBy(auditRecords.id)
  ).filter(({ action, detail }) => action === 'archive.search' || detail?.includes('archive'));
/** A fake archive that responds as a test specifies. */
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
const listen = async (handle: RequestListener, host = '127.0.0.1'): Promise<string> => {
  const server = createServer(handle).listen(0, host);
  await new Promise((resolve) => server.once('listening', resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  return `http://${host}:${(server.address() as AddressInfo).port}/dicom-web`;
};
const described = (changes: object = {}) => ({
  '0020000D': { vr: 'UI', Value: [study] },
  '00080020': { vr: 'DA', Value: ['20240229'] },
  '00080061': { vr: 'CS', Value: ['MR'] },
  '00081030': { vr: 'LO', Value: ['Schädel nativ'] },
  '00100010': { vr: 'PN', Value: [{ Alphabetic: 'Moeller^Petra' }] },
  '00100020': { vr: 'LO', Value: [number] },
  '00100030': { vr: 'DA', Value: ['19680421'] },
  '00201208': { vr: 'IS', Value: [2] },
  ...changes,
});
const asked: string[] = [];
/** Answers searches with these studies, and the study with these objects. */
const archive = (studies: object[], objects: Buffer[]): RequestListener => {
  asked.length = 0;
  return ({ url = '', headers }, response) => {
    asked.push(`${url} ${headers.authorization ?? ''}`);
    if (url.includes('?')) {
      response.setHeader('content-type', 'application/dicom+json');
      return void response.end(JSON.stringify(studies));
    }
    const parts = objects.map((bytes) => ({ contentType: 'application/dicom', bytes }));
    const { contentType, body } = multipartRelated('application/dicom', parts);
    response.setHeader('content-type', contentType);
    response.end(body);
  };
};
const connected = async (handle: RequestListener, credentials: Credentials | null = null) =>
  connect(await listen(handle), credentials);

describe('a study of the archive', () => {
  let mine: Conversation;
  beforeAll(async () => {
    mine = await sentCase(house, { doctor: ours.doctor });
  });

  test("is found by the typed number, and imported once as the doctor's document", async () => {
    await connected(archive([described()], [image(1), image(2)]), { basic: 'konsil:geheim&' });
    expect(bodyOf(await as().get(at(mine)))).toEqual([{ id: clinic, name: 'Klinikum am Stadtpark' }]);
    expect(await search({}, undefined, mine)).toEqual({
      failure: null,
      more: false,
      patient: { name: 'Petra Möller', birth_date: '1968-04-21' },
      studies: [
        {
          study_uid: study,
          patient_name: 'Petra Moeller',
          birth_date: '1968-04-21',
          differs: [],
          study_date: '2024-02-29',
          modalities: ['MR'],
          description: 'Schädel nativ',
          accession_number: '',
          images: 2,
        },
      ],
    });
    const basic = `Basic ${Buffer.from('konsil:geheim&').toString('base64')}`;
    expect(asked).toEqual([expect.stringMatching(/^\/dicom-web\/studies\?PatientID=K%204711&/)]);
    expect(asked[0]).toContain(basic);
    expect(await fetchStudy({}, undefined, mine)).toEqual({ ...nothing, documents: 1 });
    for (const reader of [mine.doctor, mine.patient]) {
      const [document, ...others] = await imagesOf(mine, reader);
      expect(others).toEqual([]);
      expect(document).toMatchObject({ uploaded_by: { role: 'doctor' }, dicom: { study_uid: study, images: 2 } });
      expect(document?.dicom?.mismatch).toBe(false);
    }
    expect(await fetchStudy({}, undefined, mine)).toEqual(nothing);
    expect(await imagesOf(mine)).toHaveLength(1);
    const records = await recordsOf(mine);
    expect(records.map(({ action, result, detail }) => [action, result, detail])).toEqual([
      ['archive.search', 'allowed', JSON.stringify({ clinic })],
      ['document.upload', 'allowed', JSON.stringify({ archive: clinic })],
    ]);
    expect(
      records
        .flatMap((record) => Object.values(record))
        .map(String)
        .join(' '),
    ).not.toContain('4711');
  });

  test('with another name is marked; a differing birth date needs a confirmation', async () => {
    const of = await sentCase(house, { doctor: ours.doctor });
    const anna: ElementSpec = ['00100010', 'PN', 'Schulz^Anna'];
    const born: ElementSpec = ['00100030', 'DA', '19700101'];
    const named = { '00100010': { vr: 'PN', Value: [{ Alphabetic: 'Schulz^Anna' }] } };
    await connected(archive([described(named)], [image(1, anna), image(2, anna)]));
    expect((await search({}, undefined, of)).studies[0]?.differs).toEqual(['name']);
    const other = { ...named, '00100030': { vr: 'DA', Value: ['19700101'] } };
    await connected(archive([described(other)], [image(3, anna, born), image(4, anna, born)]));
    expect((await search({}, undefined, of)).studies[0]?.differs).toEqual(['name', 'birth_date']);
    const stranger = {
      named: { name: 'Anna Schulz', birth_date: '1970-01-01' },
      patient: { name: 'Petra Möller', birth_date: '1968-04-21' },
    };
    expect(await fetchStudy({}, undefined, of)).toEqual({ ...nothing, stranger });
    // The archive's list may say otherwise than the images.
    await connected(archive([described()], [image(3, anna, born), image(4, anna, born)]));
    expect(await fetchStudy({}, undefined, of)).toEqual({ ...nothing, stranger });
    expect(await imagesOf(of)).toEqual([]);
    expect(await fetchStudy({ other_person: true }, undefined, of)).toEqual({ ...nothing, documents: 1 });
    expect((await imagesOf(of))[0]?.dicom).toMatchObject({ mismatch: true, patient_name: 'Anna Schulz' });
  });

  test('drops objects that an upload would refuse, and reports them', async () => {
    const of = await sentCase(house, { doctor: ours.doctor });
    const state = imageElements(...petra, ['00080016', 'UI', '1.2.840.10008.5.1.4.1.1.11.1'])
      .filter(([tag]) => !tag.startsWith('0028') && tag !== '7fe00010')
      .sort(ofTag);
    await connected(archive([described()], [image(1), writeDicom(state)]));
    expect(await fetchStudy({}, undefined, of)).toEqual({ ...nothing, documents: 1, left_out: 1 });
    await connected(archive([described()], [writeDicom(state), writeDicom(state)]));
    expect(await fetchStudy({}, undefined, of)).toEqual({ ...nothing, failure: 'nothing' });
  });
});

describe('an archive that answers otherwise', () => {
  const html: RequestListener = (_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<h1>Anmeldung</h1>');
  };
  const status =
    (code: number, headers: Record<string, string> = {}): RequestListener =>
    (_request, response) =>
      void response.writeHead(code, headers).end();
  const another = { '00100020': { vr: 'LO', Value: ['K 4712'] } };

  test.each<[string, RequestListener, string]>([
    ['a redirect to an address of the server alone', status(302, { location: 'http://127.0.0.1:1/' }), 'wrong'],
    ['HTML', html, 'wrong'],
    ['refused credentials', status(401), 'refused'],
    ['a forbidden search', status(403), 'refused'],
    ['an outage', status(503), 'unreachable'],
    ['a fault', status(500), 'wrong'],
    ["the connection's end", ({ socket }) => void socket.destroy(), 'unreachable'],
    ['another patient number', archive([described(), described(another)], []), 'foreign'],
    ['no patient number', archive([described({ '00100020': undefined })], []), 'foreign'],
    ['a study without UID', archive([described({ '0020000D': { vr: 'UI', Value: ['../x'] } })], []), 'wrong'],
    [
      'an endless list',
      (_request, response) => {
        response.setHeader('content-type', 'application/json');
        const more = () => void (response.destroyed || (response.write(' '.repeat(65_536)), setImmediate(more)));
        more();
      },
      'too_large',
    ],
  ])('to a search by %s is reported with the reason', async (_what, handle, failure) => {
    await connected(handle);
    expect(await search()).toMatchObject({ failure, studies: [] });
  });

  test('finds only the accession number that was typed', async () => {
    await connected(archive([described({ '00080050': { vr: 'SH', Value: ['A1'] } })], []));
    expect((await search({ accession_number: 'A1' })).studies).toHaveLength(1);
    expect(await search({ accession_number: 'A2' })).toMatchObject({ failure: 'foreign', studies: [] });
  });

  /** Finds the study, and answers a retrieval by itself. */
  const thatSends =
    (handle: RequestListener, images = 2): RequestListener =>
    (request, response) =>
      request.url?.includes('?')
        ? archive([described({ '00201208': { vr: 'IS', Value: [images] } })], [])(request, response)
        : handle(request, response);
  const bodyWith = (objects: Buffer[]) =>
    multipartRelated(
      'application/dicom',
      objects.map((bytes) => ({ contentType: 'application/dicom', bytes })),
    );
  const cutAfter =
    (share: number, ends: 'end' | 'destroy'): RequestListener =>
    (_request, response) => {
      const { contentType, body } = bodyWith([image(1), image(2)]);
      response.setHeader('content-type', contentType);
      response.write(body.subarray(0, Math.floor(body.length * share)), () => response[ends]());
    };

  test.each<[string, RequestListener, string]>([
    ['another study', archive([], [image(1), image(2, ['0020000d', 'UI', '1.2.33'])]), 'foreign'],
    ['another patient number', archive([], [image(1), image(2, ['00100020', 'LO', 'K 4712'])]), 'foreign'],
    ['no patient number', archive([], [image(1), image(2, ['00100020', 'LO', ''])]), 'foreign'],
    ['fewer images than it has', archive([], [image(1)]), 'cut'],
    ['a body that is cut in an image', cutAfter(0.4, 'end'), 'cut'],
    ['a body that is cut between images', cutAfter(0.5, 'end'), 'cut'],
    ['a connection that is cut', cutAfter(0.7, 'destroy'), 'cut'],
    ['HTML', html, 'wrong'],
    ['a part of the study', status(206), 'wrong'],
    ['a redirect', status(307, { location: 'http://127.0.0.1:1/' }), 'wrong'],
    ['refused credentials', status(401), 'refused'],
    ['nothing', archive([], []), 'nothing'],
    [
      'an endless image',
      (_request, response) => {
        response.setHeader('content-type', 'multipart/related; type="application/dicom"; boundary=x');
        response.write('--x\r\ncontent-type: application/dicom\r\n\r\n');
        const more = () => void (response.destroyed || response.write(Buffer.alloc(1 << 20), () => setImmediate(more)));
        more();
      },
      'too_large',
    ],
  ])('to a retrieval by %s is reported with the reason, and nothing is stored', async (_what, handle, failure) => {
    const before = [await storedKeysAfterPreviews(house), await imagesOf()];
    await connected(thatSends(handle));
    expect(await fetchStudy()).toEqual({ ...nothing, failure });
    expect([await storedKeysAfterPreviews(house), await imagesOf()]).toEqual(before);
  });

  test('by never responding times out', async () => {
    await connected(
      thatSends(
        (_request, response) =>
          void response
            .writeHead(200, { 'content-type': 'multipart/related; type="application/dicom"; boundary=x' })
            .write('--x\r\n'),
      ),
    );
    const retrieval = fetchStudy();
    await waitUntil(async () => asked.length === 1);
    await connected(() => undefined);
    expect(await search()).toMatchObject({ failure: 'slow', studies: [] });
    expect(await retrieval).toEqual({ ...nothing, failure: 'slow' });
  });

  test('at an address that is not allowed is never called', async () => {
    const calls: string[] = [];
    await connect(await listen(({ url: called = '' }) => void calls.push(called), '127.0.0.2'));
    expect(await search()).toMatchObject({ failure: 'unreachable' });
    expect(calls).toEqual([]);
  });
});

describe('access to an archive', () => {
  beforeAll(() => connect('http://127.0.0.1:9/dicom-web'));
  const codes = async (person: Person, of: Conversation = ours) => [
    (await as(person).get(at(of))).statusCode,
    (await searching({}, person, of)).statusCode,
    (await fetching({}, person, of)).statusCode,
  ];

  test('is for the doctor of a sent case and their assistant', async () => {
    expect(await codes(ours.doctor)).toEqual([200, 200, 200]);
    expect(await codes(ours.patient)).toEqual([404, 404, 404]);
    expect(await codes(await inviteDoctor(house))).toEqual([404, 404, 404]);
    const assistant = await inviteAssistant(house, ours.doctor);
    expect(await codes(assistant)).toEqual([404, 404, 404]);
    await as(ours.patient).put(`/api/process/${ours.caseId}/assistants`, { allows: true });
    expect(await codes(assistant)).toEqual([200, 200, 200]);
  });

  test('needs the clinic, and ends with it', async () => {
    const elsewhere = await sentCase(house);
    expect(bodyOf(await as(elsewhere.doctor).get(at(elsewhere)))).toEqual([]);
    expect((await searching({}, elsewhere.doctor, elsewhere)).statusCode).toBe(404);
    const { db } = house.kernel;
    await db.update(clinics).set({ archivedAt: new Date() }).where(eq(clinics.id, clinic));
    expect(bodyOf(await as().get(at()))).toEqual([]);
    expect((await fetching()).statusCode).toBe(404);
    await db.update(clinics).set({ archivedAt: null }).where(eq(clinics.id, clinic));
    expect(bodyOf(await as().get(at()))).toHaveLength(1);
  });

  test('is checked again after a retrieval, before anything is stored', async () => {
    const before = [await storedKeysAfterPreviews(house), await imagesOf()];
    const { db } = house.kernel;
    const member = { clinicId: clinic, doctorId: ours.doctor.accountId };
    const answer = archive([described()], [image(21), image(22)]);
    await connected((request, response) => {
      if (request.url?.includes('?')) return answer(request, response);
      void db
        .delete(clinicDoctors)
        .where(eq(clinicDoctors.doctorId, member.doctorId))
        .then(() => answer(request, response));
    });
    expect((await fetching()).statusCode).toBe(404);
    await db.insert(clinicDoctors).values(member);
    expect([await storedKeysAfterPreviews(house), await imagesOf()]).toEqual(before);
  });

  test('is open to a deputy only if they belong to the clinic', async () => {
    const of = await sentCase(house);
    const deputy = await inviteDoctor(house);
    const both = await newClinic('Praxis am See', of.doctor);
    const deputys = await newClinic('Praxis am Hang', deputy);
    for (const id of [both, deputys]) await connect('http://127.0.0.1:9/dicom-web', null, id);
    const today = practiceDay(house.clock.now());
    bodyOf(await as(of.doctor).post('/api/absences', { from: today, to: today, deputy: deputy.accountId }), 201);
    const [asked] = (await pageOf(house, of, of.patient)).deputies ?? [];
    bodyOf(await as(of.patient).post(`/api/deputies/${asked?.id}/consent`, { agrees: true }));
    const askedBy = async (person: Person) => [
      bodyOf<{ id: string }[]>(await as(person).get(at(of))).map(({ id }) => id),
      (await searching({ clinic: both }, person, of)).statusCode,
      (await searching({ clinic: deputys }, person, of)).statusCode,
      (await fetching({ clinic: deputys }, person, of)).statusCode,
    ];
    expect(await askedBy(deputy)).toEqual([[], 404, 404, 404]);
    await house.kernel.db.insert(clinicDoctors).values({ clinicId: both, doctorId: deputy.accountId });
    expect(await askedBy(deputy)).toEqual([[both], 200, 404, 404]);
    expect(await askedBy(of.doctor)).toEqual([[both], 200, 404, 404]);
    for (const id of [both, deputys]) await disconnectArchive(installation(), id);
  });

  test('refuses wildcards in the search number', async () => {
    for (const patient_number of ['*', 'K 471?', 'A\\B', '', ' ', 'x'.repeat(65)])
      expect([patient_number, (await searching({ patient_number })).statusCode]).toEqual([patient_number, 422]);
  });

  test('never reveals URL and credentials of the archive', async () => {
    await connect('https://archive.clinic.example/dicom-web', { bearer: 'only-for-konsil' });
    const [row] = await house.kernel.db.select().from(clinicArchives).where(eq(clinicArchives.clinicId, clinic));
    expect(row?.sealed.toString('latin1')).not.toContain('only-for-konsil');
    const seen = await house.kernel.db.transaction(
      (tx) => tx.select().from(clinicArchives),
      actingAs(ours.doctor.accountId),
    );
    expect(seen).toEqual([]);
  });

  test('is rate-limited per account', async () => {
    const small = await testApp({ KONSIL_LIMITS_FACTOR: '1', ARCHIVE_PRIVATE_NETWORKS: '127.0.0.1' });
    const theirs = await sentCase(small);
    const [row] = await small.kernel.db.insert(clinics).values({ name: 'Klinik' }).returning();
    const clinicId = row?.id ?? '';
    await small.kernel.db.insert(clinicDoctors).values({ clinicId, doctorId: theirs.doctor.accountId });
    const settings = { ...small.kernel, env: small.env, clock: small.clock };
    await connectArchive(settings, { clinic: clinicId, url: 'http://127.0.0.1:9/', credentials: null });
    const body = { clinic: clinicId, patient_number: number };
    const path = `/api/process/${theirs.caseId}/archives/search`;
    const statuses = [];
    for (let tried = 0; tried < 61; tried += 1)
      statuses.push((await requestsAs(small.app, theirs.doctor).post(path, body)).statusCode);
    expect([new Set(statuses.slice(0, 60)), statuses[60]]).toEqual([new Set([200]), 429]);
  });
});

describe('the operator', () => {
  const konsil = (...words: string[]) => runKonsil(['clinic', ...words], house);

  test('connects, tests and disconnects an archive', async () => {
    await disconnectArchive(installation(), clinic);
    expect(await konsil('archives')).toEqual({ code: 0, text: 'No clinic has an archive.' });
    const url = await listen(archive([], []));
    expect(await konsil('connect-archive', 'Klinikum am Stadtpark', url)).toMatchObject({ code: 0 });
    expect(await konsil('archives')).toEqual({ code: 0, text: expect.stringMatching(/ {2}answers$/) });
    await connect('http://127.0.0.1:9/');
    expect(await konsil('archives')).toEqual({ code: 1, text: expect.stringContaining('unreachable: ECONNREFUSED') });
    expect(await konsil('disconnect-archive', clinic)).toMatchObject({ code: 0 });
    expect(await konsil('disconnect-archive', clinic)).toMatchObject({ code: 2 });
    const acts = await house.kernel.db
      .select()
      .from(auditRecords)
      .where(inArray(auditRecords.action, ['clinic.archive_in', 'clinic.archive_out']))
      .orderBy(auditRecords.id);
    expect(acts.at(-1)).toMatchObject({ action: 'clinic.archive_out', detail: JSON.stringify({ clinic }) });
  });

  test.each([
    ['Niemandshaus', 'https://x.example/'],
    ['Klinikum am Stadtpark', 'x.example'],
    ['Klinikum am Stadtpark', 'https://a:b@x.example/'],
    ['Klinikum am Stadtpark', 'https://x.example/?key=1'],
  ])('gets an error for %s and %s', async (name, url) => {
    expect(await konsil('connect-archive', name, url)).toMatchObject({ code: 2 });
  });
});

test('another Konsil is an archive, by a token of its FHIR interface', async () => {
  const there = await testApp();
  await there.app.listen({ port: 0, host: '127.0.0.1' });
  const theirs = await sentCase(there);
  const scopes = ['system/ImagingStudy.crs'];
  const accountId = theirs.doctor.accountId;
  const clientId = await addClient(there.kernel, {
    name: 'Konsil',
    scopes: scopes.join(' '),
    doctorIds: [accountId],
    jwks: JSON.stringify({ keys: [await exportJWK((await generateKeyPair('ES384')).publicKey)] }),
  });
  const now = there.clock.now();
  const bearer = await there.kernel.db.transaction((tx) => startClientToken(tx, { clientId, accountId, scopes, now }));
  const root = `http://127.0.0.1:${(there.app.server.address() as AddressInfo).port}/fhir/ServiceRequest/${theirs.caseId}/dicomweb`;
  const { contentType, body } = multipartRelated(
    'application/dicom',
    [fixture('CT_small.dcm'), image(1), image(2)].map((bytes) => ({ contentType: 'application/dicom', bytes })),
  );
  const stored = await fetch(`${root}/studies`, {
    method: 'POST',
    headers: { 'content-type': contentType, authorization: `Bearer ${bearer}` },
    body: new Uint8Array(body),
  });
  expect(stored.status).toBe(200);

  const of = await sentCase(house, { doctor: ours.doctor });
  await connect(root, { bearer });
  expect(await search({ patient_number: 'nobody' }, undefined, of)).toMatchObject({ failure: null, studies: [] });
  const { studies } = await search({}, undefined, of);
  expect(studies).toMatchObject([{ study_uid: study, patient_name: 'Petra Moeller', differs: [] }]);
  expect(await fetchStudy({}, undefined, of)).toEqual({ ...nothing, documents: 1 });
  expect((await imagesOf(of)).map(({ dicom }) => dicom?.images)).toEqual([2]);
  await connect(root, { bearer: 'konsil_client_wrong' });
  expect(await search({}, undefined, of)).toMatchObject({ failure: 'refused' });
});

(hasOrthanc ? test : test.skip)('a real Orthanc is an archive', async () => {
  const orthanc = await startOrthanc();
  closing.push(() => orthanc.stop());
  // Its plugin 1.7 does not decode %20.
  const [patient_number, plain]: [string, ElementSpec] = ['K4711', ['00100020', 'LO', 'K4711']];
  for (const bytes of [fixture('CT_small.dcm'), image(1, plain), image(2, plain)]) await orthanc.add(bytes);
  const { username, password, origin, pathname } = new URL(orthanc.url);
  const credentials = { basic: `${username}:${decodeURIComponent(password)}` };
  await connect(origin + pathname, credentials);
  const of = await sentCase(house, { doctor: ours.doctor });
  const { failure, studies } = await search({ patient_number }, undefined, of);
  expect([failure, studies]).toMatchObject([null, [{ study_uid: study, differs: [], images: 2 }]]);
  expect(await fetchStudy({ patient_number }, undefined, of)).toEqual({ ...nothing, documents: 1 });
  expect((await imagesOf(of)).map(({ dicom }) => dicom?.images)).toEqual([2]);
  await connect(origin + pathname, { basic: 'reader:wrong' });
  expect(await search({ patient_number }, undefined, of)).toMatchObject({ failure: 'refused' });
});
