import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ArchiveFields, ArchiveTrial, ConsoleArchive } from '@konsil/contracts/console-archives';
import type { ConsoleClinic } from '@konsil/contracts/console-clinics';
import type { ProblemBody } from '@konsil/contracts/problem';
import { archiveOfClinic } from '@konsil/server-documents/clinic-archive/clinic-archives';
import { auditRecords } from '@konsil/server-domain/schema';
import { and, desc, eq } from 'drizzle-orm';
import { testApp, type TestApp } from '../support/app.ts';
import { bodyOf } from '../support/cases.ts';
import { aClinic } from '../support/clinics.ts';
import { atConsole, signedInOperator } from '../support/operators.ts';
import { inviteDoctor, requestsAs, type Person } from '../support/people.ts';

let house: TestApp;
let operator: Person;
let clinicId: string;
let archive: Server;
let handle: RequestListener;
let url: string;
beforeAll(async () => {
  house = await testApp({ ARCHIVE_PRIVATE_NETWORKS: '127.0.0.1' });
  operator = await signedInOperator(house, ['doctors']);
  archive = createServer((request, response) => handle(request, response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => archive.once('listening', resolve));
  url = `http://127.0.0.1:${(archive.address() as AddressInfo).port}/dicom-web`;
});
afterAll(() => {
  archive.closeAllConnections();
  archive.close();
});
beforeEach(async () => {
  clinicId = bodyOf<ConsoleClinic>(await console().post('/api/console/clinics', aClinic()), 201).id;
  handle = ({ headers }, response) => {
    if (headers.authorization !== `Basic ${Buffer.from('konsil:ge:heim ').toString('base64')}`)
      return void response.writeHead(401).end();
    response.setHeader('content-type', 'application/dicom+json');
    response.end('[]');
  };
});

interface Shown {
  archive: ConsoleArchive | null;
}
const console = (by = operator) => atConsole(house, by);
const at = (id = clinicId) => `/api/console/clinics/${id}/image-archive`;
const fields = (changes: Partial<ArchiveFields> = {}): ArchiveFields => ({
  url,
  sign_in: 'basic',
  name: 'konsil',
  password: 'ge:heim ',
  token: '',
  ...changes,
});
const connect = (changes: Partial<ArchiveFields> = {}, id = clinicId) => console().put(at(id), fields(changes));
const trial = async () => bodyOf<ArchiveTrial>(await console().get(`${at()}/trial`));
const faultsOf = (answer: Parameters<typeof bodyOf>[0]) =>
  bodyOf<ProblemBody>(answer, 422).errors?.map(({ path, code }) => `${path} ${code}`);
const acts = async () =>
  (
    await house.kernel.db
      .select()
      .from(auditRecords)
      .where(
        and(
          eq(auditRecords.actorId, operator.accountId),
          eq(auditRecords.detail, JSON.stringify({ clinic: clinicId })),
        ),
      )
      .orderBy(desc(auditRecords.id))
  ).map(({ action }) => action);

test('an archive is connected, tested and disconnected; credentials are never shown', async () => {
  expect(bodyOf<Shown>(await console().get(at()))).toEqual({ archive: null });
  const connected = { archive: { url, sign_in: 'basic', connected_at: expect.any(String) } };
  const answer = await connect({ url: `${url}/` });
  expect(bodyOf<Shown>(answer)).toEqual(connected);
  expect(bodyOf<Shown>(await console().get(at()))).toEqual(connected);
  expect(answer.body).not.toContain('heim');
  expect(await trial()).toEqual({ failure: null, reason: '', tried_at: expect.any(String) });
  expect(bodyOf<Shown>(await console().delete(at()))).toEqual({ archive: null });
  expect(bodyOf<ProblemBody>(await console().delete(at()), 409).code).toBe('not_allowed_now');
  expect((await console().get(`${at()}/trial`)).statusCode).toBe(404);
  expect(await acts()).toEqual(['clinic.archive_out', 'clinic.archive_in', 'clinic.add']);
});

test('a new connection replaces the previous one and its credentials', async () => {
  await connect();
  await connect({ sign_in: 'bearer', token: 'a.b-c==' });
  const bearer = await archiveOfClinic(house.kernel.db, house.kernel.vault, clinicId);
  expect(bearer?.secrets).toEqual({ url, authorization: 'Bearer a.b-c==' });
  expect(bodyOf<Shown>(await connect({ sign_in: 'none' })).archive?.sign_in).toBe('none');
  const open = await archiveOfClinic(house.kernel.db, house.kernel.vault, clinicId);
  expect(open?.secrets).toEqual({ url });
});

test('a test says why the archive cannot be used', async () => {
  await connect({ password: 'other' });
  expect(await trial()).toMatchObject({ failure: 'refused', reason: 'HTTP 401' });
  handle = (_request, response) => void response.end('<h1>Anmeldung</h1>');
  expect(await trial()).toMatchObject({ failure: 'wrong' });
  handle = ({ socket }) => void socket.destroy();
  expect(await trial()).toMatchObject({ failure: 'unreachable' });
  await connect({ url: 'http://127.0.0.2:9/' });
  expect(await trial()).toMatchObject({
    failure: 'unreachable',
    reason: 'its address is not public (ARCHIVE_PRIVATE_NETWORKS)',
  });
});

test('an invalid archive setting is refused at its field', async () => {
  for (const wrong of ['', 'archive.example', 'ftp://x.example/', 'https://a:b@x.example/', 'https://x.example/?key=1'])
    expect([wrong, faultsOf(await connect({ url: wrong }))]).toEqual([wrong, ['url archiveAddress']]);
  expect(faultsOf(await connect({ name: 'a:b', password: '' }))).toEqual([
    'name archiveUserName',
    'password passwordMissing',
  ]);
  expect(faultsOf(await connect({ password: 'a\nb' }))).toEqual(['name archiveUserName']);
  expect(faultsOf(await connect({ sign_in: 'bearer', token: 'Bearer x' }))).toEqual(['token archiveToken']);
  expect(bodyOf<Shown>(await console().get(at()))).toEqual({ archive: null });
});

test('in production an address without encryption is refused at its field', async () => {
  const { env } = house.kernel;
  const before = env.NODE_ENV;
  Object.assign(env, { NODE_ENV: 'production' });
  try {
    expect(faultsOf(await connect())).toEqual(['url archiveAddress']);
  } finally {
    Object.assign(env, { NODE_ENV: before });
  }
});

test('archives need the permission for doctors and an active clinic', async () => {
  await connect();
  const calls = async (by: ReturnType<typeof requestsAs>, id = clinicId) => [
    (await by.get(at(id))).statusCode,
    (await by.get(`${at(id)}/trial`)).statusCode,
    (await by.put(at(id), fields({ url: 'https://evil.example' }))).statusCode,
    (await by.delete(at(id))).statusCode,
  ];
  const without = await signedInOperator(house, ['people', 'letters', 'audit', 'holds', 'quotas']);
  const nothing = [404, 404, 404, 404];
  expect(await calls(console(without))).toEqual(nothing);
  expect(await calls(requestsAs(house.app, await inviteDoctor(house)))).toEqual(nothing);
  expect(await calls(console(), randomUUID())).toEqual(nothing);
  expect(bodyOf<Shown>(await console().get(at())).archive?.url).toBe(url);
  // Archived clinics have no archive to fetch from.
  await console().post(`/api/console/clinics/${clinicId}/archive`, { archived: true });
  expect(bodyOf<Shown>(await console().get(at()))).toEqual({ archive: null });
  expect((await calls(console())).slice(1)).toEqual([404, 404, 404]);
});
