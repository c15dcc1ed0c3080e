import { createHmac, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { clientAssertionType } from '@konsil/contracts/fhir-auth';
import type { AuditEntry } from '@konsil/contracts/privacy';
import { eq } from 'drizzle-orm';
import { Fhir } from 'fhir';
import type { Bundle, OperationOutcome, Subscription } from 'fhir/r4';
import { base64url, exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTHeaderParameters } from 'jose';
import { accounts, auditRecords, clientTokens } from '@konsil/server-domain/schema';
import { listClients } from '@konsil/server-fhir/auth/clients';
import { clientTokenSeconds } from '@konsil/server-domain/backend-clients/client-tokens';
import { fixture } from '@konsil/server-dicom/testing/fixtures';
import { failureReasons, instanceIn } from '@konsil/server-documents/upload/receive-instances';
import { secondMs } from '@konsil/server-platform/clock';
import { listWebhooks } from '@konsil/server-notifications/webhooks/webhooks';
import { waitUntil } from '@konsil/server-testing/until';
import { openFileStore } from '@konsil/server-storage/open-store';
import { runCommand } from '../src/cli/run.ts';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import { testApp, type TestApp } from './support/app.ts';
import { addLetter, bodyOf, newCase, pageOf, sentCase, type Conversation } from './support/cases.ts';
import { inviteDoctor, requestsAs, signInAgain, type Person } from './support/people.ts';

interface KeyPair {
  privateKey: CryptoKey;
  jwk: object;
}
const keyPair = async (alg = 'ES384', kid: string = randomUUID()): Promise<KeyPair> => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg } };
};

const openZip = promisify(fromBuffer) as unknown as (bytes: Buffer, options: object) => Promise<ZipFile>;
/** The files of an archive. */
const filesIn = async (bytes: Buffer): Promise<Buffer[]> => {
  const zip = await openZip(bytes, { lazyEntries: true });
  const open = promisify(zip.openReadStream.bind(zip)) as unknown as (entry: Entry) => Promise<Readable>;
  const files: Buffer[] = [];
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      void (async () => {
        if (!entry.fileName.endsWith('/')) files.push(await buffer(await open(entry)));
        zip.readEntry();
      })().catch(reject);
    });
    zip.on('end', () => resolve(files)).on('error', reject);
    zip.readEntry();
  });
};

let house: TestApp;
let ours: Conversation;
let other: Person;
let key: KeyPair;
let clientId: string;
let audience: string;
let keyServer: Server;
let published: object[];
let received: { event: string; text: string; headers: IncomingHttpHeaders }[] = [];
let receiverStatus = 200;
beforeAll(async () => {
  house = await testApp({ WEBHOOK_PRIVATE_NETWORKS: '127.0.0.1' });
  [ours, other, key] = [await sentCase(house), await inviteDoctor(house), await keyPair()];
  audience = `${house.env.origins.patient}/fhir/auth/token`;
  keyServer = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      if (request.method === 'POST')
        received.push({ event: String(request.headers['konsil-event']), text, headers: request.headers });
      response.writeHead(receiverStatus).end(JSON.stringify({ keys: published }));
    });
  });
  await new Promise<void>((resolve) => keyServer.listen(0, '127.0.0.1', resolve));
  clientId = await register('Praxissystem Köln');
});
afterAll(() => new Promise((resolve) => keyServer.close(resolve)));

const konsil = async (...words: string[]) => {
  const lines: string[] = [];
  const code = await runCommand(
    words,
    async () => ({
      ...house.kernel,
      env: house.env,
      clock: house.clock,
      files: openFileStore(house.env),
      close: async () => undefined,
    }),
    { called: 'konsil', say: (text) => lines.push(text), complain: (text) => lines.push(text) },
  );
  return { code, text: lines.join('\n') };
};
const keyFile = async (...keys: object[]): Promise<string> => {
  const file = join(house.env.KONSIL_DATA_DIR, `${randomUUID()}.json`);
  await writeFile(file, JSON.stringify({ keys }));
  return file;
};
const register = async (name: string, doctors = [ours.doctor], scopes = 'system/*.rs', keys = key): Promise<string> => {
  const { code, text } = await konsil(
    ...['client', 'add', name, '--doctors', doctors.map(({ email }) => email).join(',')],
    ...['--jwks', await keyFile(keys.jwk), '--scopes', scopes],
  );
  expect([code, text]).toEqual([0, expect.stringContaining(`${house.env.origins.doctor}/fhir/auth/token`)]);
  return /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(text)?.[0] ?? '';
};

interface Assertion {
  by?: KeyPair;
  header?: Partial<JWTHeaderParameters>;
  claims?: Record<string, unknown>;
}
const seconds = () => Math.floor(house.clock.now().getTime() / secondMs);
const claimsOf = (claims: Record<string, unknown> = {}) => ({
  iss: clientId,
  sub: clientId,
  aud: audience,
  exp: seconds() + 240,
  jti: randomUUID(),
  ...claims,
});
const assert = ({ by = key, header = {}, claims = {} }: Assertion = {}): Promise<string> =>
  new SignJWT(JSON.parse(JSON.stringify(claimsOf(claims))) as Record<string, unknown>)
    .setProtectedHeader({ alg: 'ES384', typ: 'JWT', kid: (by.jwk as { kid: string }).kid, ...header })
    .sign(by.privateKey);

const post = (path: string, form: Record<string, string>) =>
  house.app.inject({
    method: 'POST',
    url: `/fhir/auth/${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: String(new URLSearchParams(form)),
  });
const ask = async (assertion: string | Promise<string>, form: Record<string, string> = {}) =>
  post('token', {
    grant_type: 'client_credentials',
    scope: 'system/*.rs',
    client_assertion_type: clientAssertionType,
    client_assertion: await assertion,
    ...form,
  });
const tokenOf = async (form: Record<string, string> = {}, assertion: Assertion = {}): Promise<string> =>
  bodyOf<{ access_token: string }>(await ask(assert(assertion), form)).access_token;
const get = (token: string, path: string, scheme = 'Bearer') =>
  house.app.inject({ url: path, headers: { authorization: `${scheme} ${token}` } });
const errorOf = async (answer: ReturnType<typeof ask>) => {
  const { statusCode, headers, ...rest } = await answer;
  expect(headers['cache-control']).toBe('no-store');
  return [statusCode, rest.json<{ error: string }>().error];
};

test('a client finds the endpoint, gets a token for a doctor, and reads what the doctor reads', async () => {
  const smart = bodyOf<{ token_endpoint: string }>(await house.app.inject('/fhir/.well-known/smart-configuration'));
  expect(smart).toMatchObject({ token_endpoint: audience, token_endpoint_auth_methods_supported: ['private_key_jwt'] });
  const given = bodyOf<Record<string, unknown>>(await ask(assert()));
  expect(given).toEqual({
    access_token: expect.stringMatching(/^konsil_client_[\w-]{43}$/),
    token_type: 'bearer',
    expires_in: clientTokenSeconds,
    scope: 'system/*.rs',
    fhirUser: `${house.env.origins.patient}/fhir/Practitioner/${ours.doctor.accountId}`,
  });
  const token = String(given['access_token']);
  for (const path of [`ServiceRequest/${ours.caseId}`, `DocumentReference?patient=${ours.patientId}`]) {
    const byClient = bodyOf<object>(await get(token, `/fhir/${path}`));
    expect(byClient).toEqual(bodyOf<object>(await get(ours.doctor.token, `/fhir/${path}`)));
  }
  expect(JSON.stringify(await house.kernel.db.select().from(clientTokens))).not.toContain(token.slice(-43));
});

test("the patient's access log names the system beside the doctor", async () => {
  await get(await tokenOf(), `/fhir/ServiceRequest/${ours.caseId}`);
  const patient = await signInAgain(house.app, ours.patient);
  const { items } = bodyOf<{ items: AuditEntry[] }>(
    await requestsAs(house.app, patient).get(`/api/audit/${ours.patientId}?action=case.read`),
  );
  expect(items[0]?.actor).toEqual({
    role: 'doctor',
    name: 'Dr. med. Jonas Weber',
    mine: false,
    via: 'Praxissystem Köln',
  });
});

describe('no token is given', () => {
  const refusedClient = [401, 'invalid_client'];
  test('for an unsigned assertion', async () => {
    const part = (value: object) => base64url.encode(JSON.stringify(value));
    const unsigned = `${part({ alg: 'none', typ: 'JWT' })}.${part(claimsOf())}.`;
    expect(await errorOf(ask(unsigned))).toEqual(refusedClient);
  });
  test('for an assertion that is signed with the public key as a secret', async () => {
    const secret = new TextEncoder().encode(JSON.stringify(key.jwk));
    const forged = new SignJWT(claimsOf()).setProtectedHeader({ alg: 'HS256' }).sign(secret);
    expect(await errorOf(ask(forged))).toEqual(refusedClient);
  });
  test('for a foreign key under the same key id', async () => {
    const foreign = await keyPair('ES384', (key.jwk as { kid: string }).kid);
    expect(await errorOf(ask(assert({ by: foreign })))).toEqual(refusedClient);
  });
  test('for a key that the assertion brings along', async () => {
    const foreign = await keyPair();
    const header = { jwk: foreign.jwk, kid: 'x' } as Partial<JWTHeaderParameters>;
    expect(await errorOf(ask(assert({ by: foreign, header })))).toEqual(refusedClient);
  });
  test('for changed claims under a valid signature', async () => {
    const [head, , signature] = (await assert()).split('.');
    const claims = base64url.encode(JSON.stringify(claimsOf({ exp: seconds() + 200 })));
    expect(await errorOf(ask(`${head}.${claims}.${signature}`))).toEqual(refusedClient);
  });
  test.each<[string, () => Record<string, unknown>]>([
    ['another audience', () => ({ aud: 'https://elsewhere.example/fhir/auth/token' })],
    ['several audiences', () => ({ aud: [audience, 'https://elsewhere.example'] })],
    ['no audience', () => ({ aud: undefined })],
    ['another issuer than subject', () => ({ iss: randomUUID() })],
    ['another subject', () => ({ sub: randomUUID() })],
    ['an expiry in the past', () => ({ exp: seconds() - 60 })],
    ['an expiry in an hour', () => ({ exp: seconds() + 3600 })],
    ['no expiry', () => ({ exp: undefined })],
    ['a time before which it is not valid', () => ({ nbf: seconds() + 120 })],
    ['no jti', () => ({ jti: undefined })],
    ['a jti that is no text', () => ({ jti: 7 })],
  ])('for an assertion with %s', async (_what, claims) => {
    expect(await errorOf(ask(assert({ claims: claims() })))).toEqual(refusedClient);
  });
  test('for an assertion that was used before, also when several arrive at once', async () => {
    const once = await assert();
    const answers = await Promise.all([1, 2, 3].map(() => ask(once)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401]);
    expect(await errorOf(ask(once))).toEqual(refusedClient);
  });
  test('for scopes that the client does not have', async () => {
    const narrow = await register('Nur Fälle', [ours.doctor], 'system/ServiceRequest.rs');
    const claims = { iss: narrow, sub: narrow };
    for (const scope of ['system/*.rs', 'system/ServiceRequest.crs', 'patient/*.rs', 'openid', ''])
      expect([scope, await errorOf(ask(assert({ claims }), { scope }))]).toEqual([scope, [400, 'invalid_scope']]);
    const token = await tokenOf({ scope: 'system/ServiceRequest.rs' }, { claims });
    expect((await get(token, `/fhir/ServiceRequest/${ours.caseId}`)).statusCode).toBe(200);
    const refused = await get(token, `/fhir/Patient/${ours.patientId}`);
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { issue: [{ code: 'forbidden' }] }]);
    // Included resources need a scope of their own.
    const bundle = bodyOf<Bundle>(
      await get(token, `/fhir/ServiceRequest?_id=${ours.caseId}&_include=ServiceRequest:patient`),
    );
    expect(bundle.entry?.map(({ resource }) => resource?.resourceType)).toEqual(['ServiceRequest']);
  });
  test('for a doctor that the client does not act for, and for none of several', async () => {
    for (const id of [other.accountId, ours.patient.accountId, randomUUID(), 'x'])
      expect(await errorOf(ask(assert(), { fhirUser: `Practitioner/${id}` }))).toEqual([400, 'invalid_request']);
    const both = await register('Klinik', [ours.doctor, other]);
    const claims = { iss: both, sub: both };
    expect(await errorOf(ask(assert({ claims })))).toEqual([400, 'invalid_request']);
    const token = await tokenOf({ fhirUser: `Practitioner/${other.accountId}` }, { claims });
    // It is the other doctor's token: the case of the first one does not exist for it.
    expect((await get(token, `/fhir/ServiceRequest/${ours.caseId}`)).statusCode).toBe(404);
  });
  test('for another grant, and for a form that is none', async () => {
    expect(await errorOf(ask(assert(), { grant_type: 'password' }))).toEqual([400, 'unsupported_grant_type']);
    expect(await errorOf(ask('x.y.z'))).toEqual(refusedClient);
    expect(await errorOf(ask(assert(), { client_assertion_type: 'x' }))).toEqual([400, 'invalid_request']);
    const twice = await house.app.inject({
      method: 'POST',
      url: '/fhir/auth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'grant_type=client_credentials&scope=a&scope=b',
    });
    expect([twice.statusCode, twice.json()]).toEqual([400, { error: 'invalid_request' }]);
  });
  test('for a removed client, whose tokens end with it', async () => {
    const id = await register('Bald weg');
    const claims = { iss: id, sub: id };
    const token = await tokenOf({}, { claims });
    expect((await get(token, '/fhir/ServiceRequest')).statusCode).toBe(200);
    expect((await konsil('client', 'remove', id)).code).toBe(0);
    expect((await get(token, '/fhir/ServiceRequest')).statusCode).toBe(401);
    expect(await errorOf(ask(assert({ claims })))).toEqual(refusedClient);
  });
});

describe('a token is refused', () => {
  test('outside of FHIR, under another scheme, and for writing', async () => {
    const token = await tokenOf();
    for (const path of ['/account/me', '/api/process', `/api/processoverview/${ours.caseId}`, '/account/sessions'])
      for (const scheme of ['Bearer', 'Token'])
        expect([path, scheme, (await get(token, path, scheme)).statusCode]).toEqual([path, scheme, 401]);
    expect((await get(token, '/fhir/ServiceRequest', 'Token')).statusCode).toBe(401);
    expect((await get(`${token}x`, '/fhir/ServiceRequest')).statusCode).toBe(401);
  });
  test('after five minutes', async () => {
    const token = await tokenOf();
    house.clock.advance((clientTokenSeconds + 1) * secondMs);
    expect((await get(token, '/fhir/ServiceRequest')).statusCode).toBe(401);
  });
  test('after it was revoked by its own client, and by no other', async () => {
    const token = await tokenOf();
    const foreign = await register('Fremdes System');
    const revoke = async (id: string) =>
      post('revoke', {
        token,
        client_assertion_type: clientAssertionType,
        client_assertion: await assert({ claims: { iss: id, sub: id } }),
      });
    expect((await revoke(foreign)).statusCode).toBe(200);
    expect((await get(token, '/fhir/ServiceRequest')).statusCode).toBe(200);
    expect((await revoke(clientId)).statusCode).toBe(200);
    expect((await get(token, '/fhir/ServiceRequest')).statusCode).toBe(401);
    expect((await post('revoke', { token })).statusCode).toBe(400);
  });
  test('while the doctor’s account is locked or closed', async () => {
    const { db } = house.kernel;
    for (const column of ['lockedAt', 'deactivatedAt'] as const) {
      const token = await tokenOf();
      await db
        .update(accounts)
        .set({ [column]: house.clock.now() })
        .where(eq(accounts.id, ours.doctor.accountId));
      expect((await get(token, '/fhir/ServiceRequest')).statusCode).toBe(401);
      expect(await errorOf(ask(assert()))).toEqual([400, 'invalid_request']);
      await db
        .update(accounts)
        .set({ [column]: null })
        .where(eq(accounts.id, ours.doctor.accountId));
    }
  });
  test('after the keys were rotated; the old key is worth nothing then', async () => {
    const id = await register('Rotiert');
    const claims = { iss: id, sub: id };
    const token = await tokenOf({}, { claims });
    const next = await keyPair('RS384');
    expect((await konsil('client', 'rotate', id, '--jwks', await keyFile(next.jwk))).code).toBe(0);
    expect((await get(token, '/fhir/ServiceRequest')).statusCode).toBe(401);
    expect(await errorOf(ask(assert({ claims })))).toEqual([401, 'invalid_client']);
    const fresh = await tokenOf({}, { claims, by: next, header: { alg: 'RS384' } });
    expect((await get(fresh, '/fhir/ServiceRequest')).statusCode).toBe(200);
  });
});

test('keys behind an address are fetched, and a new one is found', async () => {
  const url = `http://127.0.0.1:${(keyServer.address() as AddressInfo).port}/jwks.json`;
  published = [key.jwk];
  const { text } = await konsil('client', 'add', 'Per Adresse', '--doctors', ours.doctor.email, '--jwks-url', url);
  const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(text)?.[0] ?? '';
  const claims = { iss: id, sub: id };
  expect(await tokenOf({}, { claims })).toMatch(/^konsil_client_/);
  const [entry] = (await listClients(house.kernel)).filter((one) => one.id === id);
  expect(entry).toMatchObject({ keys: url, scopes: ['system/*.rs'], lastTokenAt: expect.any(String) });
  const inner = await konsil(
    'client',
    'add',
    'Innen',
    '--doctors',
    ours.doctor.email,
    '--jwks-url',
    url.replace('127.0.0.1', '127.0.0.2'),
  );
  const hidden = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(inner.text)?.[0] ?? '';
  expect(await errorOf(ask(assert({ claims: { iss: hidden, sub: hidden } })))).toEqual([401, 'invalid_client']);
});

test('private, weak and doubtful keys, unknown doctors and scopes are refused at registration', async () => {
  const { privateKey } = await generateKeyPair('ES384', { extractable: true });
  const weak = { kty: 'RSA', e: 'AQAB', n: base64url.encode(new Uint8Array(128).fill(255)) };
  const files = [
    await keyFile({ ...(await exportJWK(privateKey)) }),
    await keyFile(weak),
    await keyFile({ kty: 'oct', k: 'c2VjcmV0' }),
    await keyFile(),
    await keyFile(key.jwk, key.jwk),
  ];
  for (const file of files)
    expect([file, (await konsil('client', 'add', 'x', '--doctors', ours.doctor.email, '--jwks', file)).code]).toEqual([
      file,
      2,
    ]);
  const good = ['--jwks', await keyFile(key.jwk)];
  for (const wrong of [
    ['--doctors', ours.patient.email, ...good],
    ['--doctors', '', ...good],
    ['--doctors', ours.doctor.email, ...good, '--scopes', 'user/*.rs'],
    ['--doctors', ours.doctor.email],
    ['--doctors', ours.doctor.email, '--jwks-url', 'ftp://x.example/keys'],
  ])
    expect([wrong, (await konsil('client', 'add', 'x', ...wrong)).code]).toEqual([wrong, 2]);
});

describe('a subscription', () => {
  const scope = 'system/*.rs system/Subscription.cruds';
  let mine: string;
  let theirs: string;
  beforeAll(async () => {
    mine = await register('Mit Ereignissen', [ours.doctor, other], scope);
    theirs = await register('Anderes System', [ours.doctor], scope);
  });
  const tokenFor = (id: string, doctor = ours.doctor, wanted = scope) =>
    tokenOf({ scope: wanted, fhirUser: `Practitioner/${doctor.accountId}` }, { claims: { iss: id, sub: id } });
  const hook = () => `http://127.0.0.1:${(keyServer.address() as AddressInfo).port}/hook`;
  const subscription = (changes: object = {}, channel: object = {}) => ({
    resourceType: 'Subscription',
    status: 'requested',
    reason: 'Neue Fälle',
    criteria: 'DocumentReference?',
    channel: { type: 'rest-hook', endpoint: hook(), ...channel },
    ...changes,
  });
  const call = (token: string, method: 'GET' | 'POST' | 'DELETE', path = '', payload?: object) =>
    house.app.inject({
      method,
      url: `/fhir/Subscription${path}`,
      headers: { authorization: `Bearer ${token}`, ...(payload ? { 'content-type': 'application/fhir+json' } : {}) },
      ...(payload ? { payload: JSON.stringify(payload) } : {}),
    });

  test('is confirmed by a handshake, and tells of its own event for its own doctor, signed and by ids', async () => {
    received = [];
    const answer = await call(await tokenFor(mine), 'POST', '', subscription());
    const made = bodyOf<Subscription>(answer, 201);
    expect(new Fhir().validate(made).valid).toBe(true);
    expect(answer.headers.location).toContain(`/fhir/Subscription/${made.id}`);
    expect(made).toMatchObject({ status: 'active', criteria: 'DocumentReference?', channel: { endpoint: hook() } });
    expect(received.map(({ event, text }) => [event, text])).toEqual([['handshake', '{}']]);
    const doctor = await signInAgain(house.app, ours.doctor);
    const letter = await addLetter(house, ours, doctor);
    await waitUntil(() => received.length === 2);
    const [, told] = received;
    expect(JSON.parse(told?.text ?? '')).toMatchObject({ event: 'document.added', ref_id: letter });
    const [time = '', sum] = String(told?.headers['konsil-signature']).split(',');
    const secret = made.extension?.[0]?.valueString ?? '';
    expect(sum).toBe(
      `v1=${createHmac('sha256', secret)
        .update(`${time.slice(2)}.${told?.text}`)
        .digest('hex')}`,
    );
    const token = await tokenFor(mine);
    const alone = bodyOf<Subscription>(await call(token, 'GET', `/${made.id}`));
    expect(alone).toEqual({ ...made, extension: undefined, meta: alone.meta });
    const bundle = bodyOf<Bundle>(await call(token, 'GET'));
    expect(new Fhir().validate(bundle).valid).toBe(true);
    expect(bundle.entry?.map(({ resource }) => resource?.id)).toEqual([made.id]);
  });

  test('belongs to one client and one doctor, and ends by DELETE or with its client', async () => {
    const token = await tokenFor(mine);
    const { id = '' } = bodyOf<Subscription>(await call(token, 'POST', '', subscription()), 201);
    for (const stranger of [await tokenFor(theirs), await tokenFor(mine, other), ours.doctor.token]) {
      expect((await call(stranger, 'GET', `/${id}`)).statusCode).toBe(404);
      expect([403, 404]).toContain((await call(stranger, 'DELETE', `/${id}`)).statusCode);
      expect((await call(stranger, 'GET')).body).not.toContain(id);
    }
    const reading = await tokenFor(mine, ours.doctor, 'system/*.rs');
    expect((await call(reading, 'DELETE', `/${id}`)).statusCode).toBe(403);
    expect((await call(reading, 'POST', '', subscription())).statusCode).toBe(403);
    expect((await call(token, 'DELETE', `/${id}`)).statusCode).toBe(204);
    expect((await call(token, 'GET', `/${id}`)).statusCode).toBe(404);
    await konsil('client', 'remove', mine);
    expect((await listWebhooks(house.kernel)).filter(({ clientId: by }) => by === mine)).toEqual([]);
  });

  test.each<[string, object, object]>([
    ['other criteria', { criteria: 'Patient?' }, {}],
    ['criteria with parameters', { criteria: 'DocumentReference?status=current' }, {}],
    ['a name of every object as criteria', { criteria: 'constructor' }, {}],
    ['another channel', {}, { type: 'email' }],
    ['a payload', {}, { payload: 'application/fhir+json' }],
    ['headers', {}, { header: ['Authorization: Bearer x'] }],
    ['no address', {}, { endpoint: undefined }],
    ['an address within our network', {}, { endpoint: 'http://10.0.0.1/hook' }],
    ['a file', {}, { endpoint: 'file:///etc/passwd' }],
  ])('is refused with %s', async (_what, changes, channel) => {
    received = [];
    const answer = await call(await tokenFor(theirs), 'POST', '', subscription(changes, channel));
    expect([answer.statusCode, answer.json<OperationOutcome>().issue[0]?.code]).toEqual([422, 'not-supported']);
    expect(received).toEqual([]);
  });

  test('is refused if its address does not answer, and without a scope for what it tells of', async () => {
    receiverStatus = 500;
    const silent = await call(await tokenFor(theirs), 'POST', '', subscription());
    receiverStatus = 200;
    expect([silent.statusCode, silent.body]).toEqual([422, expect.stringContaining('HTTP 500')]);
    const narrow = await tokenFor(theirs, ours.doctor, 'system/Subscription.c system/Task.rs');
    expect((await call(narrow, 'POST', '', subscription())).statusCode).toBe(403);
    expect((await call(await tokenFor(theirs), 'GET')).json()).toMatchObject({ total: 0 });
  });
});

describe('STOW-RS', () => {
  const ct = '1.3.6.1.4.1.5962.1.1.1.1.1.20040119072730.12322';
  const scope = 'system/*.rs system/ImagingStudy.c';
  let id: string;
  beforeAll(async () => {
    id = await register('Bildarchiv', [ours.doctor, other], scope);
  });
  const archive = (doctor = ours.doctor, wanted = scope) =>
    tokenOf({ scope: wanted, fhirUser: `Practitioner/${doctor.accountId}` }, { claims: { iss: id, sub: id } });
  const related = (parts: readonly Buffer[], partType = 'application/dicom') =>
    Buffer.concat([
      ...parts.flatMap((bytes) => [
        Buffer.from(`--x-1\r\nContent-Type: ${partType}\r\n\r\n`),
        bytes,
        Buffer.from('\r\n'),
      ]),
      Buffer.from('--x-1--\r\n'),
    ]);
  const store = (caseId: string, payload: Buffer, headers: Record<string, string>) =>
    house.app.inject({
      method: 'POST',
      url: `/fhir/ServiceRequest/${caseId}/dicomweb/studies`,
      headers: { 'content-type': 'multipart/related; type="application/dicom"; boundary=x-1', ...headers },
      payload,
    });
  const storeBy = async (token: string, parts: readonly Buffer[], caseId = ours.caseId) =>
    store(caseId, related(parts), { authorization: `Bearer ${token}` });
  type Stored = Record<string, { Value: Record<string, { Value: unknown[] }>[] } | undefined>;
  const valuesOf = (answer: Stored, sequence: string, tag: string) =>
    (answer[sequence]?.Value ?? []).map((item) => item[tag]?.Value[0]);
  const imagesOf = async () => {
    const doctor = await signInAgain(house.app, ours.doctor);
    return (await pageOf(house, ours, doctor)).documents.filter(({ group }) => group === 'image');
  };
  test('adds an image to the case once, and names it in the response', async () => {
    for (const again of [false, true]) {
      const answer = await storeBy(await archive(), [fixture('CT_small.dcm')]);
      expect([again, answer.statusCode, answer.headers['content-type']]).toEqual([
        again,
        200,
        'application/dicom+json; charset=utf-8',
      ]);
      expect(answer.json()).toEqual({
        '00081199': {
          vr: 'SQ',
          Value: [
            {
              '00081150': { vr: 'UI', Value: ['1.2.840.10008.5.1.4.1.1.2'] },
              '00081155': { vr: 'UI', Value: [ct] },
            },
          ],
        },
      });
      expect(await imagesOf()).toHaveLength(1);
    }
    const patient = await signInAgain(house.app, ours.patient);
    const { items } = bodyOf<{ items: AuditEntry[] }>(
      await requestsAs(house.app, patient).get(`/api/audit/${ours.patientId}?action=document.upload`),
    );
    expect(items[0]?.actor).toMatchObject({ role: 'doctor', via: 'Bildarchiv' });
  });

  test('makes one document of a series, and tells which parts were refused and why', async () => {
    const images = (await filesIn(fixture('ct-series-7.zip'))).filter((bytes) =>
      instanceIn(bytes).sopClassUid.endsWith('.4.1.1.2'),
    );
    expect(images).toHaveLength(7);
    const before = (await imagesOf()).length;
    const answer = await storeBy(await archive(), [
      ...images,
      fixture('MR_truncated.dcm'),
      Buffer.from('%PDF-1.7 no image'),
    ]);
    expect(answer.statusCode).toBe(202);
    const body = answer.json<Stored>();
    expect(valuesOf(body, '00081199', '00081155')).toHaveLength(images.length);
    expect(valuesOf(body, '00081198', '00081155')).toEqual([instanceIn(fixture('MR_truncated.dcm')).instanceUid]);
    expect(valuesOf(body, '00081198', '00081197')).toEqual([failureReasons.unreadable]);
    expect(valuesOf(body, '0008119A', '00081197')).toEqual([failureReasons.unreadable]);
    expect(await imagesOf()).toHaveLength(before + 1);
  });

  test('stores nothing of a request without any image, and refuses what is no such request', async () => {
    const before = (await imagesOf()).length;
    const none = await storeBy(await archive(), [
      Buffer.from('no image'),
      fixture('MR_truncated.dcm').subarray(0, 4000),
    ]);
    expect([none.statusCode, Object.keys(none.json<Stored>()).sort()]).toEqual([409, ['00081198', '0008119A']]);
    const headers = { authorization: `Bearer ${await archive()}` };
    const image = fixture('CT_small.dcm');
    for (const [payload, type, status] of [
      [related([image]), 'multipart/related; type="application/dicom+xml"; boundary=x-1', 415],
      [related([image]), 'multipart/related; type="application/dicom"', 415],
      [image, 'application/dicom', 415],
      [related([image]).subarray(0, 2000), 'multipart/related; type="application/dicom"; boundary=x-1', 400],
      [related([]), 'multipart/related; type="application/dicom"; boundary=x-1', 400],
      [related([image]), 'multipart/related; type="application/dicom"; boundary=another', 400],
    ] as const)
      expect([type, (await store(ours.caseId, payload, { ...headers, 'content-type': type })).statusCode]).toEqual([
        type,
        status,
      ]);
    // A part of another type, even if its bytes are DICOM.
    const wrong = await store(ours.caseId, related([image], 'image/jpeg'), headers);
    expect(wrong.statusCode).toBe(409);
    expect(await imagesOf()).toHaveLength(before);
  });

  test('needs the scope and the case, and keeps no file of a refused request', async () => {
    const image = fixture('MR_small_implicit.dcm');
    expect((await storeBy(await archive(ours.doctor, 'system/*.rs'), [image])).statusCode).toBe(403);
    const foreign = await storeBy(await archive(other), [image]);
    const missing = await storeBy(await archive(other), [image], randomUUID());
    expect([foreign.statusCode, foreign.body]).toEqual([404, missing.body]);
    expect((await store(ours.caseId, related([image]), {})).statusCode).toBe(401);
  });

  test('adds to the draft of the patient who sends it', async () => {
    const patient = await signInAgain(house.app, ours.patient);
    const draft = await newCase(house, { patient, doctor: ours.doctor, patientId: ours.patientId });
    const headers = { authorization: `Bearer ${patient.token}`, 'x-csrftoken': patient.csrf };
    expect((await store(draft.caseId, related([fixture('CT_small.dcm')]), headers)).statusCode).toBe(200);
    expect((await pageOf(house, draft, patient)).documents).toHaveLength(1);
    expect((await storeBy(await archive(), [fixture('CT_small.dcm')], draft.caseId)).statusCode).toBe(404);
  });
});

test('given and refused tokens are in the log of the installation', async () => {
  const records = await house.kernel.db.select().from(auditRecords).where(eq(auditRecords.action, 'client.token'));
  const of = (detail: object) => records.filter((row) => row.detail === JSON.stringify(detail));
  for (const reason of [
    'replayed',
    'too_long',
    'audience',
    'doctor',
    'ERR_JWT_EXPIRED',
    'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
  ])
    expect([reason, of({ client: clientId, reason })[0]?.result]).toEqual([reason, 'denied']);
  expect(of({ client: clientId })[0]).toMatchObject({ result: 'allowed', subjectId: ours.doctor.accountId });
});
