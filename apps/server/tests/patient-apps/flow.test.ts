import type { AuditEntry } from '@konsil/contracts/privacy';
import type { AllowedApp, AskingApp } from '@konsil/contracts/patient-apps';
import { eq } from 'drizzle-orm';
import type { Bundle, CapabilityStatement, Patient } from 'fhir/r4';
import { Client as FhirClient } from 'fhir-kit-client';
import * as oauth from 'openid-client';
import { appGrants, appTokens, documents } from '@konsil/server-domain/schema';
import { eraseAccount } from '@konsil/server-privacy/erase-account';
import { addLetter, bodyOf } from '../support/cases.ts';
import { password, requestsAs } from '../support/people.ts';
import { patientApps, plainRedirectUri } from '../support/patient-apps.ts';
import { unzip } from '../support/unzip.ts';

const { state, register, allow, tokensFor, get } = patientApps();
const asPatient = () => requestsAs(state().house.app, state().ours.patient);
const apps = async () => bodyOf<AllowedApp[]>(await asPatient().get('/api/apps'));

test('an app discovers the endpoints, is allowed, reads one person, and renews its token', async () => {
  const { base, house, ours, appId } = state();
  // The app: two independent libraries, which know nothing of this server but its FHIR address.
  const discovered = (await (await fetch(`${base}/.well-known/smart-configuration`)).json()) as Record<string, unknown>;
  expect(discovered).toMatchObject({
    code_challenge_methods_supported: ['S256'],
    capabilities: expect.arrayContaining(['launch-standalone', 'client-public', 'context-standalone-patient']),
  });
  const app = new oauth.Configuration({ ...discovered, issuer: base }, appId, undefined, oauth.None());
  oauth.allowInsecureRequests(app);
  const verifier = oauth.randomPKCECodeVerifier();
  const expectedState = oauth.randomState();
  const start = oauth.buildAuthorizationUrl(app, {
    redirect_uri: plainRedirectUri,
    scope: 'launch/patient patient/*.rs offline_access openid fhirUser',
    aud: base,
    state: expectedState,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const led = await fetch(start, { redirect: 'manual' });
  const page = new URL(led.headers.get('location') ?? '');
  expect([led.status, page.origin, page.pathname]).toEqual([303, house.env.origins.patient, '/patient/apps/authorize']);

  const request = Object.fromEntries(page.searchParams);
  expect(bodyOf<AskingApp>(await asPatient().post('/api/apps/asking', request))).toEqual({
    name: 'Gesundheitsbuch',
    operator: 'Beispiel GmbH',
    website: null,
    contact: null,
    reads: ['person', 'cases', 'health', 'answers', 'messages', 'documents', 'log', 'doctors'],
    person: null,
    lasting: true,
    refuse_url: `${plainRedirectUri}?${new URLSearchParams({ error: 'access_denied', state: expectedState, iss: base })}`,
  });
  const { url } = bodyOf<{ url: string }>(await asPatient().post(`/api/patient/${ours.ids.patient}/apps`, request));
  expect(url.startsWith(`${plainRedirectUri}?`)).toBe(true);
  // An unused code is no access yet.
  expect(await apps()).toEqual([]);

  const tokens = await oauth.authorizationCodeGrant(app, new URL(url), { pkceCodeVerifier: verifier, expectedState });
  expect(tokens).toMatchObject({
    token_type: 'bearer',
    expires_in: 600,
    scope: 'launch/patient patient/*.rs offline_access',
    patient: ours.ids.patient,
  });
  const fhir = new FhirClient({ baseUrl: base, bearerToken: tokens.access_token });
  const patient = await fhir.read({ resourceType: 'Patient', id: String(tokens['patient']) });
  expect((patient as Patient).name?.[0]?.family).toBe('Möller');
  const found = (await fhir.search({
    resourceType: 'DocumentReference',
    searchParams: { patient: String(tokens['patient']) },
  })) as unknown as Bundle;
  expect(found.entry?.map(({ resource }) => resource?.id)).toContain(ours.ids.document);
  const { rest } = (await fhir.capabilityStatement()) as unknown as CapabilityStatement;
  expect(rest?.[0]?.security?.cors).toBe(true);

  const renewed = await oauth.refreshTokenGrant(app, tokens.refresh_token ?? '');
  expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
  const again = new FhirClient({ baseUrl: base, bearerToken: renewed.access_token });
  await expect(again.read({ resourceType: 'ServiceRequest', id: ours.ids.case })).resolves.toMatchObject({
    id: ours.ids.case,
  });
  const stored = JSON.stringify([
    await house.kernel.db.select().from(appTokens),
    await house.kernel.db.select().from(appGrants),
  ]);
  for (const secret of [tokens.access_token, tokens.refresh_token, new URL(url).searchParams.get('code')])
    expect(stored).not.toContain(secret?.slice(-43));
});

test('the patient sees the app, its use and each of its accesses, and ends it at once', async () => {
  const { ours, house } = state();
  const { access_token: token } = await tokensFor({
    client_id: await register('Gesundheitsbuch'),
    scope: 'patient/ServiceRequest.rs patient/Task.read',
  });
  const [app] = await apps();
  expect(app).toMatchObject({
    name: 'Gesundheitsbuch',
    operator: 'Beispiel GmbH',
    patient: { id: ours.ids.patient, first_name: 'Petra' },
    reads: ['cases', 'messages'],
    last_used_at: null,
  });
  bodyOf(await get(token, `ServiceRequest/${ours.ids.case}`));
  expect((await apps())[0]?.last_used_at).toMatch(/^20\d\d-/);
  const log = async (query: string) =>
    bodyOf<{ items: AuditEntry[] }>(await asPatient().get(`/api/audit/${ours.ids.patient}?${query}`)).items;
  const [read] = await log('who=doctors&action=case.read');
  expect(read?.actor).toEqual({ role: 'patient', name: 'Petra Möller', mine: true, via: 'Gesundheitsbuch' });
  expect((await log('who=me&action=case.read')).filter(({ actor }) => actor.via)).toEqual([]);
  expect((await log('who=me&action=app.allow'))[0]?.actor).toMatchObject({ mine: true, via: 'Gesundheitsbuch' });
  bodyOf(await asPatient().post(`/api/apps/${app?.id}/end`));
  expect((await get(token, `ServiceRequest/${ours.ids.case}`)).statusCode).toBe(401);
  expect((await apps()).map(({ id }) => id)).not.toContain(app?.id);
  expect((await log('action=app.end'))[0]).toMatchObject({ result: 'allowed', actor: { mine: true } });
  expect((await asPatient().post(`/api/apps/${app?.id}/end`)).statusCode).toBe(404);
  const [mail] = await house.outbox(ours.patient.email);
  expect(mail?.text).toContain('/patient/privacy#apps');
  expect(mail?.text).not.toContain('Gesundheitsbuch');
});

test('what an app reads stays unread for the patient', async () => {
  const { ours, house } = state();
  const { patient, doctor, ids } = ours;
  const letter = await addLetter(house, { patient, doctor, patientId: ids.patient, caseId: ids.case }, doctor);
  const readAt = async () =>
    (await house.kernel.db.select().from(documents).where(eq(documents.id, letter)))[0]?.readAt;
  const { access_token: token } = await tokensFor();
  for (const path of [`Binary/${letter}`, `DocumentReference/${letter}`])
    expect((await get(token, path)).statusCode).toBe(200);
  expect(await readAt()).toBeNull();
  expect((await get(patient.token, `DocumentReference/${letter}`)).statusCode).toBe(200);
  expect(await readAt()).not.toBeNull();
});

test('pages of other sites read FHIR by token only, never with a cookie', async () => {
  const { house, base } = state();
  const { access_token: token } = await tokensFor();
  const origin = 'https://app.example';
  const preflight = await house.app.inject({
    method: 'OPTIONS',
    url: '/fhir/Patient',
    headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
  });
  expect([preflight.statusCode, preflight.headers['access-control-allow-headers']]).toEqual([
    204,
    expect.stringContaining('authorization'),
  ]);
  const read = await fetch(`${base}/Patient`, { headers: { origin, authorization: `Bearer ${token}` } });
  expect([read.status, read.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  for (const headers of [preflight.headers, Object.fromEntries(read.headers)]) {
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
  }
  const elsewhere = await house.app.inject({ method: 'POST', url: '/fhir', headers: { origin }, payload: {} });
  expect(elsewhere.statusCode).toBe(403);
  expect((await house.app.inject({ url: '/api/apps', headers: { origin } })).statusCode).toBe(403);
});

test('granting an app access requires authentication within the last ten minutes', async () => {
  const { house, ours } = state();
  house.clock.advance(11 * 60_000);
  const refused = await allow();
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, 'proof_needed']);
  bodyOf(await asPatient().post('/account/proof', { current_password: password }));
  expect((await allow()).statusCode).toBe(200);
  expect((await allow({}, undefined, { ...ours.patient, csrf: 'x' })).statusCode).toBe(403);
});

test('the export lists the apps, and erasure deletes their access', async () => {
  const { house, ours } = state();
  const { kernel } = house;
  await tokensFor();
  const { Filelocation: file } = bodyOf<{ Filelocation: string }>(
    await asPatient().post('/account/export', { current_password: password }),
  );
  const members = await unzip((await house.app.inject(new URL(file).pathname)).rawPayload);
  const data = JSON.parse(String(members.get('data.json'))) as { apps: AllowedApp[] };
  expect(data.apps).toEqual(await apps());
  expect(data.apps[0]?.name).toBe('Gesundheitsbuch');
  const { access_token: token } = await tokensFor();
  expect(await eraseAccount(kernel, ours.patient.accountId, () => true)).toBe(true);
  expect((await get(token, 'Patient')).statusCode).toBe(401);
  expect(await kernel.db.select().from(appTokens)).toEqual([]);
  expect(await kernel.db.select().from(appGrants)).toEqual([]);
});
