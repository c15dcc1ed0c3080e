import { randomUUID } from 'node:crypto';
import { clientAssertionType } from '@konsil/contracts/fhir-auth';
import type { AuditEntry } from '@konsil/contracts/privacy';
import { eq } from 'drizzle-orm';
import type { Bundle } from 'fhir/r4';
import { base64url, exportJWK, generateKeyPair, SignJWT, type JWTHeaderParameters } from 'jose';
import { accounts, auditRecords, clientTokens } from '@konsil/server-domain/schema';
import { listClients } from '@konsil/server-fhir/auth/clients';
import { clientTokenSeconds } from '@konsil/server-domain/backend-clients/client-tokens';
import { secondMs } from '@konsil/server-platform/clock';
import type { TestApp } from '../support/app.ts';
import { recordsOf } from '../support/audit.ts';
import { bodyOf, type Conversation } from '../support/cases.ts';
import { requestsAs, signInAgain, type Person } from '../support/people.ts';
import { backendClients, keyPair, type KeyPair } from '../support/backend-clients.ts';

const { state, receiver, konsil, keyFile, register, seconds, claimsOf, assert, post, ask, tokenOf, get, errorOf } =
  backendClients();
let house: TestApp;
let ours: Conversation;
let other: Person;
let key: KeyPair;
let clientId: string;
let audience: string;
beforeAll(() => {
  ({ house, ours, other, key, clientId, audience } = state());
});

test("a client discovers the endpoint, gets a doctor's token and reads as the doctor", async () => {
  const smart = bodyOf<{ token_endpoint: string }>(await house.app.inject('/fhir/.well-known/smart-configuration'));
  expect(smart).toMatchObject({
    token_endpoint: audience,
    token_endpoint_auth_methods_supported: ['private_key_jwt', 'none'],
  });
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
  test('for a key embedded in the assertion', async () => {
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
    // With the token for the other doctor, the case of the first one does not exist.
    expect((await get(token, `/fhir/ServiceRequest/${ours.caseId}`)).statusCode).toBe(404);
  });
  test('for another grant type, and for a malformed form', async () => {
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
    expect(await recordsOf(house, 'client.revoke')).toEqual([]);
    expect((await revoke(clientId)).statusCode).toBe(200);
    expect((await get(token, '/fhir/ServiceRequest')).statusCode).toBe(401);
    expect((await post('revoke', { token })).statusCode).toBe(400);
    expect((await revoke(clientId)).statusCode).toBe(200);
    expect(await recordsOf(house, 'client.revoke')).toMatchObject([
      { result: 'allowed', actorId: null, actorRole: 'system', detail: JSON.stringify({ client: clientId }) },
    ]);
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
  test('after the keys were rotated; the old key is no longer accepted', async () => {
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

test('keys are fetched from a JWKS URL, and a new key is found', async () => {
  const url = receiver.url('/jwks.json');
  receiver.keys = [key.jwk];
  const { text } = await konsil('client', 'add', 'Per Adresse', '--doctors', ours.doctor.email, '--jwks-url', url);
  const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(text)?.[0] ?? '';
  const claims = { iss: id, sub: id };
  expect(await tokenOf({}, { claims })).toMatch(/^konsil_client_/);
  const [entry] = (await listClients(house.kernel)).filter((one) => one.id === id);
  expect(entry).toMatchObject({ keys: url, scopes: ['system/*.rs'], lastTokenAt: expect.any(String) });
  const next = await keyPair();
  receiver.keys = [next.jwk];
  expect((await konsil('client', 'rotate', id, '--jwks-url', url)).code).toBe(0);
  expect(await errorOf(ask(assert({ claims })))).toEqual([401, 'invalid_client']);
  expect(await tokenOf({}, { claims, by: next })).toMatch(/^konsil_client_/);
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

test('registration refuses private and weak keys, unknown doctors and scopes', async () => {
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

test("issued and refused tokens are in the installation's audit log", async () => {
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
