import { fhirDicomWebRoutes } from '@konsil/contracts/fhir-dicomweb';
import type { RouteContract } from '@konsil/contracts/route';
import { isDicom } from '@konsil/server-dicom/part10';
import { readDicomBytes } from '@konsil/server-dicom/read-bytes';
import { fixture } from '@konsil/server-dicom/testing/fixtures';
import { imageElements, writeDicom } from '@konsil/server-dicom/testing/write-dicom';
import { startClientToken } from '@konsil/server-domain/backend-clients/client-tokens';
import { auditRecords } from '@konsil/server-domain/schema';
import { addClient } from '@konsil/server-fhir/auth/clients';
import { freePort } from '@konsil/server-testing/free-port';
import { api as dicomweb } from 'dicomweb-client';
import { and, eq, inArray } from 'drizzle-orm';
import { exportJWK, generateKeyPair } from 'jose';
import { testApp, type TestApp } from '../support/app.ts';
import { bodyOf, send, sentCase, type Conversation } from '../support/cases.ts';
import { requestsAs } from '../support/people.ts';
import { details, uploadOne } from '../support/upload.ts';

const ct = {
  study: '1.3.6.1.4.1.5962.1.2.1.20040119072730.12322',
  series: '1.3.6.1.4.1.5962.1.3.1.1.20040119072730.12322',
  instance: '1.3.6.1.4.1.5962.1.1.1.1.1.20040119072730.12322',
};
interface Page {
  window: { XMLHttpRequest: unknown };
}
type Attributes = Record<string, { vr: string; Value?: unknown[] } | undefined>;

let house: TestApp;
let origin: string;
let ours: Conversation;
let theirs: Conversation;
let clientId: string;

const add = async ({ patient, caseId }: Conversation, name: string, bytes: Buffer) => {
  const { documentId } = await uploadOne(house.app, patient, caseId, name, bytes);
  bodyOf(await requestsAs(house.app, patient).post(`/api/metadata/${documentId}`, details()));
  return documentId;
};
const named = (name: string, instance: string) =>
  writeDicom(
    imageElements(
      ['00080018', 'UI', instance],
      ['00080005', 'CS', 'ISO_IR 192'],
      ['00080020', 'DA', '20250301'],
      ['00080060', 'CS', 'MR'],
      ['00100010', 'PN', name],
      // So large that it has an address of its own.
      ['00281201', 'OW', Buffer.alloc(10_000, 7)],
    ),
  );

beforeAll(async () => {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  house = await testApp({ PUBLIC_API_ORIGIN: origin });
  await house.app.listen({ port, host: '127.0.0.1' });
  [ours, theirs] = [await sentCase(house), await sentCase(house)];
  await add(ours, 'ct.dcm', await fixture('CT_small.dcm'));
  await add(ours, 'reihe.zip', await fixture('ct-series-7.zip'));
  await add(ours, 'mr.dcm', named('Müller^Jörg', '1.2.3.4.5'));
  // Another image and another person with the same UIDs.
  await add(ours, 'mr2.dcm', named('Weber^Anna', '1.2.3.4.5'));
  bodyOf(await send(house, ours), 201);
  await add(theirs, 'fremd.dcm', await fixture('MR_small_implicit.dcm'));
  bodyOf(await send(house, theirs), 201);
  clientId = await clientOf(ours, theirs);
});
const clientOf = async (...conversations: Conversation[]): Promise<string> =>
  addClient(house.kernel, {
    name: 'Bildarchiv',
    scopes: 'system/*.cruds',
    doctorIds: conversations.map(({ doctor }) => doctor.accountId),
    jwks: JSON.stringify({ keys: [await exportJWK((await generateKeyPair('ES384')).publicKey)] }),
  });

const tokenFor = ({ doctor }: Conversation, scopes = ['system/ImagingStudy.rs'], client = clientId) =>
  house.kernel.db.transaction((tx) =>
    startClientToken(tx, { clientId: client, accountId: doctor.accountId, scopes, now: house.clock.now() }),
  );
const rootOf = ({ caseId }: Conversation) => `/fhir/ServiceRequest/${caseId}/dicomweb`;
const get = async (path: string, given: { token?: string; of?: Conversation; accept?: string } = {}) =>
  house.app.inject({
    method: 'GET',
    url: rootOf(given.of ?? ours) + path,
    headers: {
      host: new URL(origin).host,
      authorization: `Bearer ${given.token ?? (await tokenFor(ours))}`,
      ...(given.accept ? { accept: given.accept } : {}),
    },
  });
const found = async (path: string): Promise<Attributes[]> => {
  const answer = await get(path);
  if (answer.statusCode === 204) return [];
  expect([path, answer.statusCode, answer.headers['content-type']]).toEqual([
    path,
    200,
    'application/dicom+json; charset=utf-8',
  ]);
  return answer.json<Attributes[]>();
};
const valuesOf = (results: Attributes[], tag: string) => results.map((one) => one[tag]?.Value?.[0]);

test('an independent client finds, describes and retrieves what was sent to its doctor', async () => {
  // The client is made for browsers, so it needs their XMLHttpRequest.
  const { JSDOM } = jest.requireActual<{ JSDOM: new (html: string, options: { url: string }) => Page }>('jsdom');
  const page = new JSDOM('', { url: origin });
  Object.assign(globalThis, { XMLHttpRequest: page.window.XMLHttpRequest });
  // The client's types demand options that it does not need.
  const client = new dicomweb.DICOMwebClient({
    url: origin + rootOf(ours),
    headers: { Authorization: `Bearer ${await tokenFor(ours)}` },
    verbose: false,
  } as never) as unknown as Record<string, (options?: object) => Promise<unknown>>;
  const ask = async <T>(call: string, options?: object) => (await client[call]?.(options)) as T;
  expect((await ask<Attributes[]>('searchForStudies')).length).toBeGreaterThanOrEqual(3);
  const wanted = { studyInstanceUID: ct.study };
  expect(valuesOf(await ask<Attributes[]>('searchForSeries', wanted), '0020000E')).toEqual([ct.series]);
  const inSeries = { ...wanted, seriesInstanceUID: ct.series };
  expect(valuesOf(await ask<Attributes[]>('searchForInstances', inSeries), '00080018')).toEqual([ct.instance]);
  for (const call of ['retrieveStudyMetadata', 'retrieveSeriesMetadata'])
    expect(valuesOf(await ask<Attributes[]>(call, inSeries), '00080018')).toEqual([ct.instance]);
  const address = { ...inSeries, sopInstanceUID: ct.instance };
  const original = await fixture('CT_small.dcm');
  const whole = Buffer.from(await ask<ArrayBuffer>('retrieveInstance', address));
  expect([isDicom(whole), whole.subarray(132).equals(original.subarray(132))]).toEqual([true, true]);
  const study = await ask<ArrayBuffer[]>('retrieveStudy', wanted);
  expect(study.map((bytes) => Buffer.from(bytes).equals(whole))).toEqual([true]);
  const frames = await ask<ArrayBuffer[]>('retrieveInstanceFrames', { ...address, frameNumbers: [1] });
  expect(frames.map(({ byteLength }) => byteLength)).toEqual([128 * 128 * 2]);
});

test('search results contain the keys, counts and URLs of studies, series and instances', async () => {
  const [study] = await found(`/studies?StudyInstanceUID=${ct.study}`);
  expect(study).toMatchObject({
    '00080020': { vr: 'DA', Value: ['20040119'] },
    '00080061': { vr: 'CS', Value: ['CT'] },
    '0020000D': { vr: 'UI', Value: [ct.study] },
    '00201206': { Value: [1] },
    '00201208': { Value: [1] },
    '00081190': { vr: 'UR', Value: [`${origin}${rootOf(ours)}/studies/${ct.study}`] },
  });
  const [instance] = await found('/instances?SOPInstanceUID=' + ct.instance);
  // Each result of a search over all studies names its study.
  expect(instance).toMatchObject({ '0020000D': { Value: [ct.study] }, '00080020': { Value: ['20040119'] } });
  expect(valuesOf([instance ?? {}], '00081190')).toEqual([
    `${origin}${rootOf(ours)}/studies/${ct.study}/series/${ct.series}/instances/${ct.instance}`,
  ]);
  expect(await found('/series?Modality=CT')).not.toEqual([]);
});

test('images of two people with the same UIDs are two studies with different URLs', async () => {
  const both = await found('/studies?StudyInstanceUID=1.2.3');
  expect(both.map((one) => one['00100010']?.Value?.[0])).toEqual([
    { Alphabetic: 'Müller^Jörg' },
    { Alphabetic: 'Weber^Anna' },
  ]);
  const instances = await found('/studies/1.2.3/instances');
  const urls = valuesOf(instances, '00081190').map(String);
  expect(new Set(urls).size).toBe(2);
  const names = await Promise.all(
    urls.map(async (url) => {
      const [one] = (await get(`${url.slice(origin.length + rootOf(ours).length)}/metadata`)).json<Attributes[]>();
      return one?.['00100010']?.Value?.[0];
    }),
  );
  expect(names).toEqual([{ Alphabetic: 'Müller^Jörg' }, { Alphabetic: 'Weber^Anna' }]);
});

test.each([
  ['StudyDate=20040119', 1],
  ['StudyDate=20040101-20040131', 1],
  ['StudyDate=-20031231', 1],
  ['StudyDate=-19991231', 0],
  ['StudyDate=20250101-', 2],
  ['PatientName=muller*', 1],
  ['PatientName=M%3Fller^J*', 1],
  ['PatientName=*nn*', 1],
  ['00100010=Weber*', 1],
  ['ModalitiesInStudy=MR', 2],
  [`StudyInstanceUID=${ct.study},1.2.3`, 3],
  ['PatientID=none', 0],
  ['PatientName=', 'all'],
  ['limit=2', 2],
  ['offset=100', 0],
])('a search for %s finds %s studies', async (query, count) => {
  const results = await found(`/studies?${query}`);
  expect(results).toHaveLength(count === 'all' ? (await found('/studies')).length : Number(count));
});

test('pages are disjoint, and the response says that there is more', async () => {
  const all = valuesOf(await found('/instances'), '00081190');
  expect(all.length).toBeGreaterThan(8);
  const pages: unknown[] = [];
  for (let offset = 0; offset < all.length; offset += 4) {
    const answer = await get(`/instances?limit=4&offset=${offset}`);
    const left = Math.max(0, all.length - offset - 4);
    expect(answer.headers['warning']).toEqual(
      left > 0 ? expect.stringContaining(`There are ${left} additional results`) : undefined,
    );
    pages.push(...valuesOf(answer.json<Attributes[]>(), '00081190'));
  }
  expect(pages).toEqual(all);
});

test('includefield adds what the images have', async () => {
  const path = `/studies/${ct.study}/series/${ct.series}/instances`;
  expect((await found(path))[0]?.['00180060']).toBeUndefined();
  expect((await found(`${path}?includefield=00180060`))[0]?.['00180060']?.Value).toEqual([120]);
  const [everything] = await found(`${path}?includefield=all`);
  expect(Object.keys(everything ?? {}).length).toBeGreaterThan(50);
  // Large values are below this address, not below the viewer's.
  const [large] = await found('/studies/1.2.3/instances?includefield=all');
  const { BulkDataURI: address = '' } = (large?.['00281201'] ?? {}) as { BulkDataURI?: string };
  expect(address).toContain(`${origin}${rootOf(ours)}/studies/1.2.3/`);
  expect((await get(address.slice(origin.length + rootOf(ours).length))).rawPayload.includes('\x07'.repeat(1000))).toBe(
    true,
  );
});

test('a parameter that is not understood is refused, and none breaks the search', async () => {
  const hostile = [
    'Modality=CT',
    'NoSuchKeyword=1',
    '00100010.00100020=1',
    'limit=-1',
    'limit=1e9',
    'limit=NaN',
    'offset=x',
    'limit=1&limit=2',
    'PatientName=A&PatientName=B',
    `PatientName=${'*'.repeat(201)}`,
    'includefield=__proto__',
    '__proto__=1',
    'constructor=1',
    'fuzzymatching=maybe',
    'StudyDate=--',
    'StudyDate=-',
    'StudyDate=2004*',
  ];
  for (const query of hostile) expect([query, (await get(`/studies?${query}`)).statusCode]).toEqual([query, 400]);
  for (const query of [
    `PatientName=${encodeURIComponent(`${'*a'.repeat(90)}*b`)}`,
    'PatientName=%00',
    'PatientName=(a+)+$',
    'StudyDate=99999999-',
    'StudyInstanceUID=..%2F..',
    'offset=999999999',
  ])
    expect([query, (await get(`/studies?${query}`)).statusCode]).toEqual([query, 204]);
  const fuzzy = await get('/studies?fuzzymatching=true');
  expect([fuzzy.statusCode, fuzzy.headers['warning']]).toEqual([200, expect.stringContaining('fuzzymatching')]);
  for (const path of ['/studies/..%2F..', '/studies/1.2.3%00', `/studies/${'1'.repeat(65)}/series`])
    expect([path, [400, 422].includes((await get(path)).statusCode)]).toEqual([path, true]);
  for (const path of [
    '/studies/9.9.9',
    '/studies/9.9.9/metadata',
    `/studies/${ct.study}/series/9.9/metadata`,
    `/studies/${ct.study}/series/${ct.series}/instances/${ct.instance}/frames/2`,
    `/studies/${ct.study}/series/${ct.series}/instances/${ct.instance}/frames/0,1`,
    `/studies/${ct.study}/series/${ct.series}/instances/${ct.instance}/bulkdata/00100010`,
    `/studies/${ct.study}/rendered`,
    `/studies/${ct.study}/series/${ct.series}/thumbnail`,
  ])
    expect([path, (await get(path)).statusCode]).toEqual([path, 404]);
});

/** Each route of a case, with the UIDs of ours. */
const paths = (Object.values(fhirDicomWebRoutes) as RouteContract[]).map(({ path }) =>
  path
    .slice(path.indexOf('/dicomweb') + '/dicomweb'.length)
    .replace(':study', ct.study)
    .replace(':series', ct.series)
    .replace(':instance', ct.instance)
    .replace(':frames', '1')
    .replace(':tag', '7FE00010'),
);

test.each(paths)('%s of a foreign case responds like a missing one', async (path) => {
  const foreign = await get(path, { of: ours, token: await tokenFor(theirs) });
  const missing = await get(path, { of: { ...ours, caseId: '5f0c1d5e-8a0b-4c53-9f4e-2b6f5a1d7c11' } });
  expect([foreign.statusCode, foreign.body]).toEqual([404, missing.body]);
  // A case of another doctor of the same client, with a token for the first one.
  expect((await get(path, { of: theirs })).statusCode).toBe(404);
});

test.each(paths)('%s needs its scope', async (path) => {
  const wrong = path.endsWith('metadata') || /frames|bulkdata|rendered|thumbnail|\.\d+$/.test(path) ? 's' : 'r';
  const answer = await get(path, { token: await tokenFor(ours, [`system/ImagingStudy.${wrong}`, 'system/Binary.rs']) });
  expect(answer.statusCode).toBe(403);
  expect((await get(path, { token: 'konsil_client_x' })).statusCode).toBe(401);
});

test('unsent and archived images are missing', async () => {
  const conversation = await sentCase(house);
  const unsent = await add(conversation, 'ct.dcm', await fixture('CT_small.dcm'));
  const token = await tokenFor(conversation, undefined, await clientOf(conversation));
  const statuses = async () =>
    Promise.all(
      ['/studies', `/studies/${ct.study}`, `/studies/${ct.study}/metadata`].map(
        async (path) => (await get(path, { of: conversation, token })).statusCode,
      ),
    );
  expect(await statuses()).toEqual([204, 404, 404]);
  bodyOf(await send(house, conversation), 201);
  expect(await statuses()).toEqual([200, 200, 200]);
  const mine = requestsAs(house.app, conversation.patient);
  bodyOf(await mine.delete(`/api/individualdocument/get/${unsent}`));
  expect(await statuses()).toEqual([204, 404, 404]);
  bodyOf(await mine.post(`/api/individualdocument/restore/${unsent}`));
  expect(await statuses()).toEqual([200, 200, 200]);
});

test('the access log shows what a system has read, once per token', async () => {
  const conversation = await sentCase(house);
  const document = await add(conversation, 'ct.dcm', await fixture('CT_small.dcm'));
  bodyOf(await send(house, conversation), 201);
  const own = await tokenFor(conversation, undefined, await clientOf(conversation));
  for (let nth = 0; nth < 3; nth += 1) {
    expect((await get(`/studies/${ct.study}`, { of: conversation, token: own })).statusCode).toBe(200);
    expect((await get(`/studies/${ct.study}/metadata`, { of: conversation, token: own })).statusCode).toBe(200);
  }
  const records = await house.kernel.db
    .select()
    .from(auditRecords)
    .where(
      and(
        eq(auditRecords.documentId, document),
        inArray(auditRecords.action, ['document.read', 'document.view_images']),
      ),
    );
  expect(records.map(({ action, result }) => [action, result]).sort()).toEqual([
    ['document.read', 'allowed'],
    ['document.view_images', 'allowed'],
  ]);
});

test('a study of many images is sent part by part, each whole', async () => {
  const counted = (await found('/studies')).find((one) => Number(one['00201208']?.Value?.[0]) === 7);
  const study = String(counted?.['0020000D']?.Value?.[0]);
  const answer = await get(`/studies/${study}`, { accept: 'multipart/related; type="application/dicom"' });
  const boundary = /boundary=(\S+)/.exec(String(answer.headers['content-type']))?.[1] ?? '';
  const pieces = answer.rawPayload.toString('latin1').split(`--${boundary}`).slice(1, -1);
  expect(pieces).toHaveLength(7);
  for (const piece of pieces) {
    const [, length = ''] = /Content-Length: (\d+)/.exec(piece) ?? [];
    const bytes = Buffer.from(piece.slice(piece.indexOf('\r\n\r\n') + 4, -2), 'latin1');
    expect(bytes.length).toBe(Number(length));
    expect((await readDicomBytes(bytes)).instances).toHaveLength(1);
  }
});
