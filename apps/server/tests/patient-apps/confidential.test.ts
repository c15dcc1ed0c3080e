import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clientAssertionType } from '@konsil/contracts/fhir-auth';
import { eq } from 'drizzle-orm';
import { SignJWT } from 'jose';
import * as oauth from 'openid-client';
import { grantOfCode, startAppTokens } from '@konsil/server-domain/patient-apps/app-tokens';
import { auditRecords, patientApps as patientAppRows } from '@konsil/server-domain/schema';
import { secondMs } from '@konsil/server-platform/clock';
import { keyPair, type KeyPair } from '../support/backend-clients.ts';
import { bodyOf } from '../support/cases.ts';
import { requestsAs } from '../support/people.ts';
import { patientApps, plainRedirectUri, redirectUri, type Tokens } from '../support/patient-apps.ts';

const { state, konsil, register, codeFor, exchange, refresh, post, get, errorOf, requestOf, verifier } = patientApps();
let key: KeyPair;
let appId: string;
const refusedClient = [401, 'invalid_client'];

const keyFile = async (...keys: object[]): Promise<string> => {
  const file = join(state().house.env.KONSIL_DATA_DIR, `${randomUUID()}.json`);
  await writeFile(file, JSON.stringify({ keys }));
  return file;
};
const confidential = async (name: string, pair: KeyPair) =>
  register(name, `${redirectUri},${plainRedirectUri}`, '--jwks', await keyFile(pair.jwk));
beforeAll(async () => {
  key = await keyPair();
  appId = await confidential('Klinik-App', key);
});

const assertion = (id = appId, by = key, claims: Record<string, unknown> = {}) => {
  const seconds = Math.floor(state().house.clock.now().getTime() / secondMs);
  return new SignJWT({
    iss: id,
    sub: id,
    aud: `${state().base}/auth/token`,
    exp: seconds + 240,
    jti: randomUUID(),
    ...claims,
  })
    .setProtectedHeader({ alg: 'ES384', kid: (by.jwk as { kid: string }).kid })
    .sign(by.privateKey);
};
const signed = async (by: string | Promise<string> = assertion()) => ({
  client_id: undefined,
  client_assertion_type: clientAssertionType,
  client_assertion: await by,
});
const codeOf = (client_id = appId) => codeFor({ client_id });

test('a confidential app signs each request for a token, and reads as any app', async () => {
  const { ours } = state();
  const tokens = bodyOf<Tokens>(await exchange(await codeOf(), { ...(await signed()), client_id: undefined }));
  expect((await get(tokens.access_token, `Patient/${ours.ids.patient}`)).statusCode).toBe(200);
  const next = bodyOf<Tokens>(await refresh(tokens.refresh_token, { ...(await signed()), client_id: appId }));
  expect((await get(next.access_token, `Patient/${ours.ids.patient}`)).statusCode).toBe(200);
  const given = { token: next.refresh_token, ...(await signed()) };
  expect((await post('/fhir/auth/revoke', given)).statusCode).toBe(200);
  expect((await get(next.access_token, `Patient/${ours.ids.patient}`)).statusCode).toBe(401);
  expect((await konsil('app', 'list')).text).toMatch(/Klinik-App.*confidential/);
});

test('an independent library signs in as the app', async () => {
  const { base, ours, house } = state();
  const discovered = (await (await fetch(`${base}/.well-known/smart-configuration`)).json()) as Record<string, unknown>;
  const { kid } = key.jwk as { kid: string };
  const app = new oauth.Configuration(
    { ...discovered, issuer: base },
    appId,
    undefined,
    oauth.PrivateKeyJwt(
      { key: key.privateKey, kid },
      { [oauth.modifyAssertion]: (_header, claims) => Object.assign(claims, { aud: discovered['token_endpoint'] }) },
    ),
  );
  oauth.allowInsecureRequests(app);
  const { url } = bodyOf<{ url: string }>(
    await requestsAs(house.app, ours.patient).post(
      `/api/patient/${ours.ids.patient}/apps`,
      requestOf({ client_id: appId, redirect_uri: plainRedirectUri }),
    ),
  );
  const tokens = await oauth.authorizationCodeGrant(app, new URL(url), {
    pkceCodeVerifier: verifier,
    expectedState: 'a-state',
  });
  expect(tokens['patient']).toBe(ours.ids.patient);
});

describe('a confidential app gets no token', () => {
  test('with only its client id; its code still works afterwards', async () => {
    const code = await codeOf();
    expect(await errorOf(exchange(code, { client_id: appId }))).toEqual(refusedClient);
    bodyOf(await exchange(code, { ...(await signed()), client_id: appId }));
  });
  test('with the key of another app', async () => {
    const foreign = await keyPair('ES384', (key.jwk as { kid: string }).kid);
    const code = await codeOf();
    expect(await errorOf(exchange(code, { ...(await signed(assertion(appId, foreign))), client_id: appId }))).toEqual(
      refusedClient,
    );
  });
  test('with the signature of one app and the id or code of another', async () => {
    const pair = await keyPair();
    const other = await confidential('Andere', pair);
    const theirs = await signed(assertion(other, pair));
    expect(await errorOf(exchange(await codeOf(), { ...theirs, client_id: appId }))).toEqual(refusedClient);
    const fresh = await signed(assertion(other, pair));
    expect(await errorOf(exchange(await codeOf(), { ...fresh, client_id: other }))).toEqual([400, 'invalid_grant']);
  });
  test.each<[string, () => Record<string, unknown>]>([
    ['for another audience', () => ({ aud: 'https://elsewhere.example/token' })],
    ['that has expired', () => ({ exp: 1 })],
    ['without a jti', () => ({ jti: undefined })],
    ['of another subject', () => ({ sub: randomUUID() })],
    ['of several issuers', () => ({ iss: [appId] })],
  ])('by an assertion %s', async (_what, claims) => {
    const given = await signed(assertion(appId, key, claims()));
    expect(await errorOf(exchange(await codeOf(), { ...given, client_id: appId }))).toEqual(refusedClient);
  });
  test('by an assertion that was used before', async () => {
    const once = await signed();
    bodyOf(await exchange(await codeOf(), { ...once, client_id: appId }));
    expect(await errorOf(exchange(await codeOf(), { ...once, client_id: appId }))).toEqual(refusedClient);
  });
  test('by an assertion of a public app, which has no keys', async () => {
    const given = await signed(assertion(state().appId));
    expect(await errorOf(exchange(await codeOf(state().appId), given))).toEqual(refusedClient);
  });
  test('from an older version of the server, which knows no keys', async () => {
    const { db, clock } = state().house.kernel;
    const code = await codeOf();
    const given = db.transaction(async (tx) => {
      const grant = await grantOfCode(tx, code);
      return grant && startAppTokens(tx, grant, grant.scopes, clock.now());
    });
    await expect(given).rejects.toMatchObject({ cause: { message: expect.stringContaining('for its signature') } });
  });
  test('as a system: client_credentials are for backend clients', async () => {
    const given = { grant_type: 'client_credentials', scope: 'system/*.rs', ...(await signed()) };
    expect(await errorOf(post('/fhir/auth/token', given))).toEqual(refusedClient);
  });
  test('after its keys were replaced; what patients allowed stays', async () => {
    const [before, after] = [await keyPair(), await keyPair()];
    const id = await confidential('Rotiert', before);
    const tokens = bodyOf<Tokens>(await exchange(await codeOf(id), await signed(assertion(id, before))));
    expect((await konsil('app', 'rotate', id, '--jwks', await keyFile(after.jwk))).code).toBe(0);
    expect(
      await errorOf(refresh(tokens.refresh_token, { ...(await signed(assertion(id, before))), client_id: id })),
    ).toEqual(refusedClient);
    bodyOf(await refresh(tokens.refresh_token, { ...(await signed(assertion(id, after))), client_id: id }));
    expect((await konsil('app', 'rotate', state().appId, '--jwks', await keyFile(after.jwk))).code).toBe(2);
  });
  test('after it was removed, which deletes its keys', async () => {
    const pair = await keyPair();
    const id = await confidential('Bald weg', pair);
    const code = await codeOf(id);
    expect((await konsil('app', 'remove', id)).code).toBe(0);
    expect(await errorOf(exchange(code, await signed(assertion(id, pair))))).toEqual(refusedClient);
    const [row] = await state().house.kernel.db.select().from(patientAppRows).where(eq(patientAppRows.id, id));
    expect([row?.jwks, row?.jwksUrl]).toEqual([null, null]);
  });
});

test('another client cannot revoke its access, and refusals are logged', async () => {
  const { access_token: token } = bodyOf<Tokens>(await exchange(await codeOf(), await signed()));
  expect(await errorOf(post('/fhir/auth/revoke', { token, client_id: appId }))).toEqual(refusedClient);
  expect((await get(token, 'Patient')).statusCode).toBe(200);
  const rows = await state().house.kernel.db.select().from(auditRecords).where(eq(auditRecords.action, 'client.token'));
  for (const reason of ['unsigned', 'replayed', 'other_client'])
    expect([reason, rows.some(({ detail, result }) => result === 'denied' && detail?.includes(`"${reason}"`))]).toEqual(
      [reason, true],
    );
});

test('registration refuses private keys, and keys together with a JWKS URL', async () => {
  const file = await keyFile({ kty: 'oct', k: 'c2VjcmV0' });
  const add = (...keys: string[]) => konsil('app', 'add', 'x', '--by', 'y', '--redirect-uris', redirectUri, ...keys);
  expect((await add('--jwks', file)).code).toBe(2);
  expect((await add('--jwks', await keyFile(key.jwk), '--jwks-url', 'https://app.example/keys')).code).toBe(2);
});
