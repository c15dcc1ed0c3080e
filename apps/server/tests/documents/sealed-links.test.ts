import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditEntry } from '@konsil/contracts/privacy';
import type { ShareLink, ShareManifest } from '@konsil/contracts/shares';
import { dayMs, minuteMs } from '@konsil/server-platform/clock';
import { deleteErasedFiles } from '@konsil/server-documents/erased-files';
import { sweepOrphans } from '@konsil/server-documents/orphans';
import { endDueShareLinks } from '@konsil/server-documents/share/share-links';
import { eraseDueAccounts } from '@konsil/server-privacy/erasure';
import { shareFiles, shareLinks, shareOpenings } from '@konsil/server-domain/schema';
import { base64url, compactDecrypt } from 'jose';
import { testApp, type TestApp } from '../support/app.ts';
import { password, requestsAs } from '../support/people.ts';
import { order, seal, sealedLinks, secretWords } from '../support/sealed-links.ts';
import { waitForPreviews } from '../support/stored-keys.ts';
import { anOngoingCase, type Story } from '../support/story.ts';
import { unzip } from '../support/unzip.ts';
import { headersOf } from '../support/upload.ts';

let house: TestApp;
let story: Story;
let other: Story;
/** The server's log at its most talkative. */
const lines: string[] = [];
const write = process.stdout.write.bind(process.stdout);
beforeAll(async () => {
  process.stdout.write = ((text: string | Uint8Array) => lines.push(String(text)) > 0) as typeof write;
  house = await testApp({ LOG_LEVEL: 'debug' });
  story = await anOngoingCase(house);
  other = await anOngoingCase(house);
});

afterAll(() => void (process.stdout.write = write));

const { addFile, makeLink, payloadOf, pathIn, ask, fetchFile, listed } = sealedLinks(() => house);

test('an independent decoder opens a link from its URL alone', async () => {
  const { link, id } = await makeLink(story);
  const { url, key } = payloadOf(link);
  expect(url.length).toBeLessThanOrEqual(128);
  expect(key).toHaveLength(43);
  const answer = await ask(link, { embeddedLengthMax: 1000 });
  expect(answer.headers['access-control-allow-origin']).toBe('*');
  const { files } = answer.json<ShareManifest>();
  expect(files.map((file) => [file.contentType, 'embedded' in file, 'location' in file])).toEqual([
    ['application/fhir+json', true, false],
    ['application/fhir+json', false, true],
  ]);
  for (const { embedded, location } of files) {
    const fetched = location ? await fetchFile(location) : undefined;
    if (fetched) expect(fetched.headers['content-type']).toBe('application/jose');
    const { plaintext, protectedHeader } = await compactDecrypt(embedded ?? fetched?.body ?? '', base64url.decode(key));
    expect(protectedHeader).toEqual({ alg: 'dir', enc: 'A256GCM', cty: 'application/fhir+json' });
    expect(JSON.parse(new TextDecoder().decode(plaintext))).toMatchObject({ resourceType: 'DocumentReference' });
  }
  expect((await ask(link)).json<ShareManifest>().files.every(({ embedded }) => embedded === undefined)).toBe(true);
  expect(await listed(story, id)).toMatchObject({
    label: order.label,
    content: order.content,
    openings: 2,
    ended_at: null,
    recipients: [{ name: 'Praxis Dr. Roth' }, { name: 'Praxis Dr. Roth' }],
  });
  const log = await requestsAs(house.app, story.patient).get(`/api/audit/${story.patientId}?action=share.read`);
  expect(log.json<{ items: AuditEntry[] }>().items[0]).toMatchObject({
    actor: { role: 'system', mine: false },
    result: 'allowed',
    case_id: story.caseId,
  });
});

test('pages of other sites may fetch a link, without cookie or session', async () => {
  const { link } = await makeLink(story);
  const preflight = await house.app.inject({
    method: 'OPTIONS',
    url: pathIn(payloadOf(link).url),
    headers: { origin: 'https://another-viewer.example', 'access-control-request-method': 'POST' },
  });
  expect(preflight.statusCode).toBe(204);
  expect(preflight.headers['access-control-allow-credentials']).toBeUndefined();
  expect((await ask(link)).headers['set-cookie']).toBeUndefined();
  expect((await requestsAs(house.app).post(pathIn(payloadOf(link).url), {})).statusCode).toBe(422);
});

test('ten wrong passcodes end a link for good, also all at once', async () => {
  for (const together of [false, true]) {
    const { link, id } = await makeLink(story, { passcode: 'Birne-77' });
    expect((await ask(link)).json()).toMatchObject({ code: 'wrong_passcode', remainingAttempts: 10 });
    expect((await ask(link, { passcode: 'Birne-77' })).statusCode).toBe(200);
    const guesses = [...Array(12).keys()].map((at) => () => ask(link, { passcode: `falsch-${at}` }));
    const answers = together ? await Promise.all(guesses.map((guess) => guess())) : [];
    if (!together) for (const guess of guesses) answers.push(await guess());
    const counted = answers.filter(({ statusCode }) => statusCode === 401);
    expect(counted.map((answer) => answer.json<{ remainingAttempts: number }>().remainingAttempts).sort()).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(2);
    expect((await ask(link, { passcode: 'Birne-77' })).statusCode).toBe(404);
    expect(await listed(story, id)).toMatchObject({ ended_by: 'passcode', openings: 1 });
  }
  const log = await requestsAs(house.app, story.patient).get(`/api/audit/${story.patientId}?result=denied&limit=200`);
  expect(log.json<{ items: AuditEntry[] }>().items.filter(({ action }) => action === 'share.read')).toHaveLength(20);
});

test('an ended link and its earlier URLs no longer open; its files are deleted', async () => {
  const { link, id } = await makeLink(story);
  const [file] = (await ask(link)).json<ShareManifest>().files;
  expect((await fetchFile(file?.location ?? '')).statusCode).toBe(200);
  const before = await house.kernel.db.select().from(shareFiles);
  const ended = await requestsAs(house.app, story.patient).post(`/api/share-links/${id}/end`, {});
  expect(ended.json()).toMatchObject({ ended_by: 'owner' });
  expect((await ask(link)).statusCode).toBe(404);
  expect((await fetchFile(file?.location ?? '')).statusCode).toBe(404);
  const left = await house.kernel.db.select().from(shareFiles);
  const gone = before.filter((row) => !left.some(({ id: kept }) => kept === row.id));
  expect(gone).toHaveLength(2);
  for (const { storageKey } of gone) expect(await house.kernel.files.has(storageKey)).toBe(false);
});

test('a one-time link opens once, even when two ask at the same moment', async () => {
  const { link, id } = await makeLink(story, { one_time: true });
  const answers = await Promise.all([ask(link), ask(link), ask(link)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404]);
  const [file] = answers.find(({ statusCode }) => statusCode === 200)?.json<ShareManifest>().files ?? [];
  expect((await fetchFile(file?.location ?? '')).statusCode).toBe(200);
  expect(await listed(story, id)).toMatchObject({ openings: 1, ended_by: 'used' });
});

test("a link's key and content are not in database, stored files or log", async () => {
  const { key, link } = await makeLink(story, { passcode: 'Quitte-Passwort-9' });
  for (const passcode of ['Quitte-Passwort-8', 'Quitte-Passwort-9']) await ask(link, { passcode });
  const { files } = (await ask(link, { passcode: 'Quitte-Passwort-9' })).json<ShareManifest>();
  for (const { location } of files) await fetchFile(location ?? '');
  const { rows } = await house.owner.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  );
  const raw = Buffer.from(key, 'base64url');
  const searched = [key, raw.toString('hex'), secretWords, 'Quitte-Passwort-9'];
  for (const { name } of rows) {
    const { rows: all } = await house.owner.pool.query<{ row: string }>(`select t::text as row from "${name}" t`);
    for (const { row } of all) for (const words of searched) expect([name, row.includes(words)]).toEqual([name, false]);
  }
  const log = lines.join('');
  expect(log).toContain('/api/shl/:token');
  for (const words of [
    ...searched,
    'Quitte-Passwort-8',
    payloadOf(link).url.slice(-43),
    files[0]?.location?.slice(-43) ?? '-',
  ])
    expect(log).not.toContain(words);
  const folder = join(house.env.KONSIL_DATA_DIR, 'files');
  for (const part of (await readdir(folder)).filter((name) => name.length === 2))
    for (const name of await readdir(join(folder, part))) {
      const bytes = await readFile(join(folder, part, name));
      for (const words of [...searched.map((word) => Buffer.from(word)), raw])
        expect(bytes.includes(words)).toBe(false);
    }
});

test('a link is listed only once it was started', async () => {
  const mine = requestsAs(house.app, story.patient);
  const { id } = (await mine.post(`/api/process/${story.caseId}/shares`, order)).json<ShareLink>();
  const file = await seal(crypto.getRandomValues(new Uint8Array(32)), {});
  expect((await addFile(story.patient, id, file)).statusCode).toBe(201);
  expect(await listed(story, id)).toBeUndefined();
  expect((await mine.post(`/api/share-links/${id}/start`, {})).statusCode).toBe(200);
  expect(await listed(story, id)).toMatchObject({ id });
});

test('refuses unsealed content, and a file for a started or foreign link', async () => {
  const mine = requestsAs(house.app, story.patient);
  const created = await mine.post(`/api/process/${story.caseId}/shares`, order);
  const { id, manifest_url: url } = created.json<ShareLink & { manifest_url: string }>();
  const good = await seal(crypto.getRandomValues(new Uint8Array(32)), {});
  const [header = '', , ...rest] = good.split('.');
  const other1 = base64url.encode(JSON.stringify({ alg: 'none', enc: 'A256GCM' }));
  for (const content of [
    '{"resourceType":"Patient"}',
    '',
    header,
    `${other1}..${rest.join('.')}`,
    `${header}.KEY.x.y.z`,
  ])
    expect((await addFile(story.patient, id, content)).statusCode).toBe(415);
  expect((await addFile(story.patient, id, good, 'Other')).statusCode).toBe(422);
  expect((await mine.post(`/api/share-links/${id}/start`, {})).statusCode).toBe(422);
  expect((await requestsAs(house.app).post(pathIn(url), { recipient: 'x' })).statusCode).toBe(404);
  for (const person of [other.patient, story.doctor]) {
    expect((await addFile(person, id, good)).statusCode).toBe(404);
    for (const end of ['start', 'end'])
      expect((await requestsAs(house.app, person).post(`/api/share-links/${id}/${end}`, {})).statusCode).toBe(404);
    expect((await requestsAs(house.app, person).post(`/api/process/${story.caseId}/shares`, order)).statusCode).toBe(
      404,
    );
  }
  expect((await addFile(story.patient, id, good)).statusCode).toBe(201);
  expect((await mine.post(`/api/share-links/${id}/start`, {})).statusCode).toBe(200);
  expect((await addFile(story.patient, id, good)).statusCode).toBe(409);
  expect(
    (
      await mine.post(`/api/process/${story.caseId}/shares`, {
        ...order,
        content: { answers: 0, summary: false, documents: 0, images: 0 },
      })
    ).json(),
  ).toMatchObject({ errors: [{ path: 'content', code: 'shareNothing' }] });
});

test('forged and foreign file addresses are missing', async () => {
  const { link } = await makeLink(story);
  const [file] = (await ask(link)).json<ShareManifest>().files;
  const location = file?.location ?? '';
  const address = pathIn(location);
  const bytes = Buffer.from(address.slice('/api/shl/files/'.length), 'base64url');
  for (const at of [0, 17, 25]) {
    const forged = Buffer.from(bytes);
    forged.writeUInt8(forged.readUInt8(at) ^ 1, at);
    const answer = await house.app.inject(`/api/shl/files/${forged.toString('base64url')}`);
    expect(answer.statusCode).toBe(404);
  }
  house.clock.advance(16 * minuteMs);
  expect((await fetchFile(location)).statusCode).toBe(404);
});

test('a withdrawn consent ends all links of the account', async () => {
  const mine = await anOngoingCase(house);
  const { link, id } = await makeLink(mine);
  const { id: consent } = (await requestsAs(house.app, mine.patient).get('/account/consents'))
    .json<{ id: string; kind: string }[]>()
    .find(({ kind }) => kind === 'health_data') ?? { id: '' };
  await requestsAs(house.app, mine.patient).post(`/account/consents/${consent}/withdraw`, {});
  expect((await ask(link)).statusCode).toBe(404);
  expect(await listed(mine, id)).toMatchObject({ ended_by: 'consent' });
});

test('links count in the export, and an erasure deletes them with their files', async () => {
  const mine = await anOngoingCase(house);
  const { link } = await makeLink(mine);
  await ask(link);
  await waitForPreviews(house);
  expect(await sweepOrphans(house.kernel)).toBe(0);
  const { db, files } = house.kernel;
  const keys = (await db.select().from(shareFiles)).map(({ storageKey }) => storageKey);
  const exported = await requestsAs(house.app, mine.patient).post('/account/export', { current_password: password });
  const zip = await house.app.inject({
    url: pathIn(exported.json<{ Filelocation: string }>().Filelocation),
    headers: headersOf(mine.patient),
  });
  const data = (await unzip(zip.rawPayload)).get('data.json')?.toString() ?? '{}';
  expect(JSON.parse(data)).toMatchObject({
    share_links: [{ label: order.label, openings: 1, recipients: [{ name: 'Praxis Dr. Roth' }] }],
  });
  await requestsAs(house.app, mine.patient).post('/account/erasure', { current_password: password });
  // The erasure's request ends all sharing at once.
  expect((await ask(link)).statusCode).toBe(404);
  house.clock.advance(31 * dayMs);
  expect(await eraseDueAccounts(house.kernel)).toBe(1);
  await deleteErasedFiles(house.kernel);
  const left = await db.select().from(shareFiles);
  for (const key of keys) expect(await files.has(key)).toBe(left.some(({ storageKey }) => storageKey === key));
  expect(await db.$count(shareLinks)).toBe(
    (await db.select().from(shareLinks)).filter(({ accountId }) => accountId !== mine.patient.accountId).length,
  );
  expect(await db.$count(shareOpenings)).toBeGreaterThan(0);
});

test('an expired link no longer opens, and housekeeping deletes its files', async () => {
  const mine = await anOngoingCase(house);
  const { link, id } = await makeLink(mine, { days: '1' });
  house.clock.advance(dayMs - minuteMs);
  expect((await ask(link)).statusCode).toBe(200);
  house.clock.advance(2 * minuteMs);
  expect((await ask(link)).statusCode).toBe(404);
  await endDueShareLinks(house.kernel.db, house.clock.now());
  expect((await house.kernel.db.select().from(shareFiles)).filter(({ linkId }) => linkId === id)).toEqual([]);
});
