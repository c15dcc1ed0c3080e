import { createHash, randomUUID } from 'node:crypto';
import { fhirReadTypes, fhirSearchTypes } from '@konsil/contracts/fhir';
import type { AuditEntry } from '@konsil/contracts/privacy';
import { eq } from 'drizzle-orm';
import type { Bundle } from 'fhir/r4';
import { accounts, appGrants, auditRecords, patients } from '@konsil/server-domain/schema';
import { codeSeconds } from '@konsil/server-domain/patient-apps/app-tokens';
import { secondMs } from '@konsil/server-platform/clock';
import { limits } from '@konsil/server-platform/database/tables';
import { bodyOf } from '../support/cases.ts';
import { requestsAs, signInAgain, signUpPatient } from '../support/people.ts';
import { patientApps, redirectUri } from '../support/patient-apps.ts';

const apps = patientApps();
const { state, konsil, register, verifier, requestOf, authorize, ledTo, allow, codeFor, post } = apps;
const { exchange, refresh, tokensFor, get, errorOf } = apps;
const invalidGrant = [400, 'invalid_grant'];
const answerOf = (led: URL | string) => {
  if (typeof led === 'string') return led;
  const { searchParams: query, origin, pathname } = led;
  return { to: origin + pathname, error: query.get('error'), state: query.get('state'), iss: query.get('iss') };
};

describe('nothing leads back', () => {
  test.each<[string, Record<string, string | undefined>]>([
    ['to a redirect URI that the app does not have', { redirect_uri: 'https://evil.example/back' }],
    ['to a redirect URI with more behind it', { redirect_uri: `${redirectUri}&more=1` }],
    ['to a redirect URI below the registered one', { redirect_uri: 'https://app.example/back/deeper' }],
    ['to a redirect URI with a fragment', { redirect_uri: `${redirectUri}#top` }],
    ['without a redirect URI', { redirect_uri: undefined }],
    ['for an unknown app', { client_id: randomUUID() }],
    ['for an id that is none', { client_id: "' or 1=1" }],
    ['without an app', { client_id: undefined }],
  ])('%s', async (_what, changes) => {
    const page = await ledTo(changes);
    expect(page).toContain('lang="de"');
    expect(page).not.toContain('evil.example');
    const { house, ours } = state();
    const asked = requestsAs(house.app, ours.patient);
    const body = { ...requestOf(), client_id: '', redirect_uri: '', ...changes };
    expect((await asked.post('/api/apps/asking', body)).statusCode).toBeGreaterThanOrEqual(400);
    expect((await allow(changes)).statusCode).toBeGreaterThanOrEqual(400);
  });
  test('if there are two redirect URIs', async () => {
    expect(await ledTo({}, `&redirect_uri=${encodeURIComponent('https://evil.example')}`)).toContain('lang="en"');
    expect(await ledTo({}, `&client_id=${state().appId}`)).toContain('lang="en"');
  });
  test('for a removed app', async () => {
    const id = await register('Bald weg');
    expect(answerOf(await ledTo({ client_id: id }))).toMatchObject({ error: null });
    expect((await konsil('app', 'remove', id)).code).toBe(0);
    expect(await ledTo({ client_id: id })).toContain('lang="de"');
    expect((await allow({ client_id: id })).statusCode).toBe(404);
  });
});

test('too many requests are explained on a page', async () => {
  const { house } = state();
  await ledTo();
  await house.kernel.db.update(limits).set({ count: 1_000_000_000 });
  const { statusCode, headers, body } = await authorize(String(new URLSearchParams(requestOf())));
  expect([statusCode, headers['content-type'], headers['retry-after']]).toEqual([
    429,
    'text/html; charset=utf-8',
    expect.stringMatching(/^\d+$/),
  ]);
  expect(body).toContain('lang="de"');
  expect(await errorOf(exchange('x'))).toEqual([429, 'temporarily_unavailable']);
  await house.kernel.db.delete(limits);
});

describe('the app is told, and nobody is asked', () => {
  test.each<[string, string, Record<string, string | undefined>, string?]>([
    ['of another response type', 'unsupported_response_type', { response_type: 'token' }],
    ['of a missing response type', 'invalid_request', { response_type: undefined }],
    ['of a plain challenge', 'invalid_request', { code_challenge_method: 'plain' }],
    [
      'of a challenge without its method, which would be plain',
      'invalid_request',
      { code_challenge_method: undefined },
    ],
    ['of a missing challenge', 'invalid_request', { code_challenge: undefined }],
    ['of a challenge that is no hash', 'invalid_request', { code_challenge: 'short' }],
    ['of an audience elsewhere', 'invalid_request', { aud: 'https://evil.example/fhir' }],
    ['of a missing audience', 'invalid_request', { aud: undefined }],
    ['of scopes that only write', 'invalid_scope', { scope: 'patient/*.cud launch/patient' }],
    ['of scopes of a backend client', 'invalid_scope', { scope: 'system/*.rs user/*.rs openid' }],
    ['of no scope', 'invalid_scope', { scope: undefined }],
    ['of a scope with a filter, which is not wider without it', 'invalid_scope', { scope: 'patient/Task.rs?status=x' }],
    ['of a response in a fragment', 'invalid_request', {}, '&response_mode=fragment'],
    ['of a parameter that comes twice', 'invalid_request', {}, '&scope=patient/*.rs'],
  ])('%s', async (_what, error, changes, more = '') => {
    const { base } = state();
    expect(answerOf(await ledTo(changes, more))).toEqual({
      to: 'https://app.example/back',
      error,
      state: 'a-state',
      iss: base,
    });
    if (!more) expect((await allow({ scope: '', aud: '', ...changes })).statusCode).toBeGreaterThanOrEqual(400);
  });
  test('of a missing state', async () => {
    expect(answerOf(await ledTo({ state: undefined }))).toMatchObject({ error: 'invalid_request', state: null });
  });
});

describe('registration refuses', () => {
  test.each([
    'http://app.example/back',
    'http://localhost.evil.example/back',
    'https://app.example/back#top',
    'https://user@app.example/back',
    'https://*.example/back',
    'javascript:alert(1)',
    'com.example.app:/back',
    '/back',
    'https:\\\\app.example\\back',
    'https://app.example/back?code=x',
    'https://app.example/back?from=konsil&state=x',
    '',
  ])('the redirect URI "%s"', async (uri) => {
    const { code, text } = await konsil('app', 'add', 'x', '--by', 'y', '--redirect-uris', uri);
    expect([code, text]).toEqual([2, expect.stringMatching(/redirect URI/)]);
  });
  test('an app without a name or a publisher', async () => {
    for (const [name = '', by = ''] of [
      [' ', 'y'],
      ['x', ''],
    ])
      expect((await konsil('app', 'add', name, '--by', by, '--redirect-uris', redirectUri)).code).toBe(2);
  });
  test.each([
    ['a name that is read backwards', 'Gesund\u202ehcub'],
    ['a name with an invisible letter', 'Gesund\u200bheitsbuch'],
    ['a name of two lines', 'Gesundheitsbuch\nVon Konsil'],
  ])('%s', async (_what, text) => {
    for (const words of [
      [text, '--by', 'y'],
      ['x', '--by', text],
      ['x', '--by', 'y', '--contact', text],
    ]) {
      const { code } = await konsil('app', 'add', ...words, '--redirect-uris', redirectUri);
      expect([words, code]).toEqual([words, 2]);
    }
  });
  test.each([
    'http://app.example',
    'javascript:alert(1)',
    'https://konsil.example@app.example',
    'https://app.example/\u202egpj',
    'https://k\u043ensil.example',
    'https://',
  ])('the website "%s"', async (website) => {
    const { code } = await konsil(
      ...['app', 'add', 'x', '--by', 'y', '--redirect-uris', redirectUri],
      ...['--website', website],
    );
    expect(code).toBe(2);
  });
  test('no localhost address, which is allowed', async () => {
    const { code } = await konsil('app', 'add', 'x', '--by', 'y', '--redirect-uris', 'http://127.0.0.1:8000/cb');
    expect(code).toBe(0);
  });
});

describe('a code gives no token', () => {
  const other = createHash('sha256').update('x').digest('base64url');
  test.each<[string, unknown[], () => Record<string, string | undefined>]>([
    ['without the verifier', [400, 'invalid_request'], () => ({ code_verifier: undefined })],
    ['with another verifier', invalidGrant, () => ({ code_verifier: other })],
    ['with the challenge as verifier', invalidGrant, () => ({ code_verifier: apps.challenge })],
    ['with a verifier that is too short', invalidGrant, () => ({ code_verifier: 'x' })],
    ['for another redirect URI', invalidGrant, () => ({ redirect_uri: 'https://app.example/other' })],
    ['without a redirect URI', [400, 'invalid_request'], () => ({ redirect_uri: undefined })],
    ['for an unknown app', [401, 'invalid_client'], () => ({ client_id: randomUUID() })],
    ['without an app', [401, 'invalid_client'], () => ({ client_id: undefined })],
    ['that nobody was given', invalidGrant, () => ({ code: other })],
    ['under another grant type', [400, 'unsupported_grant_type'], () => ({ grant_type: 'password' })],
  ])('%s', async (_what, refused, changes) => {
    const code = await codeFor();
    expect(await errorOf(exchange(code, changes()))).toEqual(refused);
  });
  test('to another app, and then not to its own app either', async () => {
    const [thief, code] = [await register('Dieb'), await codeFor()];
    expect(await errorOf(exchange(code, { client_id: thief }))).toEqual(invalidGrant);
    expect(await errorOf(exchange(code))).toEqual(invalidGrant);
  });
  test('after a minute', async () => {
    const code = await codeFor();
    state().house.clock.advance((codeSeconds + 1) * secondMs);
    expect(await errorOf(exchange(code))).toEqual(invalidGrant);
  });
  test('twice, and the second try ends what the first one gave', async () => {
    const code = await codeFor();
    const { access_token: token, refresh_token: next } = bodyOf<{ access_token: string; refresh_token: string }>(
      await exchange(code),
    );
    expect((await get(token, 'Patient')).statusCode).toBe(200);
    expect(await errorOf(exchange(code))).toEqual(invalidGrant);
    expect((await get(token, 'Patient')).statusCode).toBe(401);
    expect(await errorOf(refresh(next))).toEqual(invalidGrant);
  });
  test('to more than one of several concurrent requests', async () => {
    const code = await codeFor();
    const answers = await Promise.all([1, 2, 3].map(() => exchange(code)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400]);
  });
  test('with a repeated parameter', async () => {
    const twice = await state().house.app.inject({
      method: 'POST',
      url: '/fhir/auth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `grant_type=authorization_code&client_id=${state().appId}&client_id=x`,
    });
    expect([twice.statusCode, twice.json()]).toEqual([400, { error: 'invalid_request' }]);
  });
});

describe('a refresh token', () => {
  test('used twice concurrently gives tokens once, which are then revoked', async () => {
    const { refresh_token: token } = await tokensFor();
    const answers = await Promise.all([refresh(token), refresh(token)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    for (const given of answers.filter(({ statusCode }) => statusCode === 200)) {
      const { access_token: access, refresh_token: next } = given.json<{
        access_token: string;
        refresh_token: string;
      }>();
      expect((await get(access, 'Patient')).statusCode).toBe(401);
      expect(await errorOf(refresh(next))).toEqual(invalidGrant);
    }
  });
  test('used twice revokes the access', async () => {
    const { refresh_token: first } = await tokensFor();
    const second = bodyOf<{ access_token: string; refresh_token: string }>(await refresh(first));
    expect((await get(second.access_token, 'Patient')).statusCode).toBe(200);
    expect(await errorOf(refresh(first))).toEqual(invalidGrant);
    expect((await get(second.access_token, 'Patient')).statusCode).toBe(401);
    expect(await errorOf(refresh(second.refresh_token))).toEqual(invalidGrant);
  });
  test.each([
    'patient/*.rs',
    'patient/Patient.rs',
    'patient/Task.crs',
    'system/Task.rs',
    'user/Task.rs',
    'patient/Task.rs x',
  ])('gives no wider scopes than granted: %s', async (scope) => {
    const { refresh_token: token } = await tokensFor({ scope: 'patient/Task.rs offline_access' });
    expect(await errorOf(refresh(token, { scope }))).toEqual([400, 'invalid_scope']);
    const narrow = bodyOf<{ scope: string }>(await refresh(token, { scope: 'patient/Task.r' }));
    expect(narrow.scope).toBe('launch/patient patient/Task.r offline_access');
  });
  test('is refused for another app', async () => {
    const { refresh_token: token } = await tokensFor();
    expect(await errorOf(refresh(token, { client_id: await register('Dieb') }))).toEqual(invalidGrant);
    expect(await errorOf(refresh(token))).toEqual(invalidGrant);
  });
  test('is refused as an access token, and vice versa', async () => {
    const { access_token: access, refresh_token: token = '' } = await tokensFor();
    expect((await get(token, 'Patient')).statusCode).toBe(401);
    expect(await errorOf(refresh(access))).toEqual(invalidGrant);
  });
  test('is not issued without offline_access, and the access ends after ten minutes', async () => {
    const given = await tokensFor({ scope: 'patient/*.rs' });
    expect(given).toMatchObject({ scope: 'launch/patient patient/*.rs', expires_in: 600 });
    expect(given.refresh_token).toBeUndefined();
    await state().house.clock.advance(601 * secondMs);
    expect((await get(given.access_token, 'Patient')).statusCode).toBe(401);
    Object.assign(state().ours.patient, await signInAgain(state().house.app, state().ours.patient));
  });
  test('revoked by its own app ends the access', async () => {
    const { access_token: access, refresh_token: token } = await tokensFor();
    const thief = await register('Dieb');
    expect((await post('/fhir/auth/revoke', { token, client_id: thief })).statusCode).toBe(200);
    expect((await get(access, 'Patient')).statusCode).toBe(200);
    expect((await post('/fhir/auth/revoke', { token, client_id: state().appId })).statusCode).toBe(200);
    expect((await get(access, 'Patient')).statusCode).toBe(401);
  });
});

describe('a token', () => {
  test('reads nothing of another person of the same account, on any URL', async () => {
    const { child, ours, house } = state();
    const { access_token: token } = await tokensFor();
    const mine = await requestsAs(house.app, ours.patient).get(`/api/processoverview/${child.caseId}`);
    expect(mine.statusCode).toBe(200);
    const foreign = [child.patientId, child.caseId];
    for (const type of fhirReadTypes)
      for (const id of foreign) expect([type, (await get(token, `${type}/${id}`)).statusCode]).toEqual([type, 404]);
    for (const type of fhirSearchTypes)
      for (const query of [
        '',
        `?patient=${child.patientId}`,
        `?subject=Patient/${child.patientId}`,
        `?_id=${foreign.join(',')}`,
        `?_id=${foreign.join(',')}&patient=${ours.ids.patient}`,
        `?_include=${type}:patient&_include=${type}:subject`,
      ]) {
        const { body } = await get(token, type + query);
        const { entry } = JSON.parse(body) as Bundle;
        const text = JSON.stringify(entry ?? []);
        for (const id of foreign) expect([type, query, text.includes(id)]).toEqual([type, query, false]);
        expect([type, query, /Jakob|Husten/.test(text)]).toEqual([type, query, false]);
      }
    for (const path of [`Binary/${ours.ids.draftDocument}`, `ServiceRequest/${ours.ids.draftCase}`])
      expect((await get(token, path)).statusCode).toBe(200);
    for (const path of [`ServiceRequest/${child.caseId}/dicomweb/studies`])
      expect((await get(token, path)).statusCode).toBe(404);
    const { items } = bodyOf<{ items: AuditEntry[] }>(
      await requestsAs(house.app, ours.patient).get(`/api/audit/${child.patientId}?result=denied`),
    );
    expect(items[0]?.actor).toMatchObject({ via: 'Gesundheitsbuch' });
  });
  test('needs a separate consent for another person', async () => {
    const { child, ours } = state();
    const { access_token: token, patient } = await tokensFor({}, child.patientId);
    expect(patient).toBe(child.patientId);
    expect((await get(token, `ServiceRequest/${child.caseId}`)).statusCode).toBe(200);
    expect((await get(token, `ServiceRequest/${ours.ids.case}`)).statusCode).toBe(404);
  });
  test('reads only the granted resource types, also by _include', async () => {
    const { ours } = state();
    const { access_token: token } = await tokensFor({ scope: 'patient/ServiceRequest.rs patient/Task.s' });
    expect((await get(token, `ServiceRequest/${ours.ids.case}`)).statusCode).toBe(200);
    for (const path of [
      `Patient/${ours.ids.patient}`,
      `Task/${ours.ids.todo}`,
      'Communication',
      `Binary/${ours.ids.document}`,
    ])
      expect([path, (await get(token, path)).statusCode]).toEqual([path, 403]);
    const { entry } = bodyOf<Bundle>(await get(token, 'ServiceRequest?_include=ServiceRequest:patient'));
    expect([...new Set(entry?.map(({ resource }) => resource?.resourceType))]).toEqual(['ServiceRequest']);
  });
  test('changes nothing, and is refused outside of FHIR', async () => {
    const { ours, house } = state();
    const { access_token: token } = await tokensFor({ scope: 'patient/*.cruds' });
    const headers = { authorization: `Bearer ${token}` };
    const calls = [
      ['POST', '/fhir', { resourceType: 'Bundle', type: 'transaction' }],
      ['POST', `/fhir/ServiceRequest/${ours.ids.case}/dicomweb/studies`, undefined],
      [
        'POST',
        '/fhir/Subscription',
        { resourceType: 'Subscription', criteria: 'ServiceRequest?', channel: { type: 'rest-hook' } },
      ],
      ['GET', '/fhir/Subscription', undefined],
      ['DELETE', `/fhir/Subscription/${randomUUID()}`, undefined],
    ] as const;
    for (const [method, url, payload] of calls) {
      const { statusCode } = await house.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
      expect([method, url, [403, 415].includes(statusCode)]).toEqual([method, url, true]);
    }
    for (const url of ['/account/me', '/api/process', '/api/apps', `/api/processoverview/${ours.ids.case}`])
      for (const scheme of ['Bearer', 'Token'])
        expect([
          url,
          (await house.app.inject({ url, headers: { authorization: `${scheme} ${token}` } })).statusCode,
        ]).toEqual([url, 401]);
    const more = await requestsAs(house.app, { token, csrf: 'x' }).post(
      `/api/patient/${ours.ids.patient}/apps`,
      requestOf(),
    );
    expect(more.statusCode).toBe(401);
    expect((await get(`${token}x`, 'Patient')).statusCode).toBe(401);
  });
  test('of another client gets nothing by being sent as a cookie', async () => {
    const { access_token: token } = await tokensFor();
    const { house } = state();
    for (const name of ['authorization', 'next-auth.session-token', '__Secure-next-auth.session-token'])
      expect((await house.app.inject({ url: '/fhir/Patient', cookies: { [name]: token } })).statusCode).toBe(401);
  });
  test.each(['lockedAt', 'deactivatedAt', 'consentWithdrawnAt', 'erasureAt'] as const)(
    'is refused while the account has %s',
    async (column) => {
      const { house, ours } = state();
      const { access_token: token, refresh_token: next } = await tokensFor();
      const set = (at: Date | null) =>
        house.kernel.db
          .update(accounts)
          .set({ [column]: at })
          .where(eq(accounts.id, ours.patient.accountId));
      await set(house.clock.now());
      expect((await get(token, 'Patient')).statusCode).toBe(401);
      expect(await errorOf(refresh(next))).toEqual(invalidGrant);
      await set(null);
      expect((await refresh(next)).statusCode).toBe(200);
    },
  );
  test('is refused once the person is another account’s', async () => {
    const { house, ours, child, stranger } = state();
    const { access_token: token } = await tokensFor({}, child.patientId);
    const moveTo = (accountId: string) =>
      house.kernel.db.update(patients).set({ accountId }).where(eq(patients.id, child.patientId));
    await moveTo(stranger.accountId);
    expect((await get(token, `Patient/${child.patientId}`)).statusCode).toBe(401);
    await moveTo(ours.patient.accountId);
  });
  test('ends when its app is removed, and the patient’s log records it', async () => {
    const { house, ours } = state();
    const id = await register('Fitnessbuch');
    const { access_token: token, refresh_token: next } = await tokensFor({ client_id: id });
    expect((await get(token, 'Patient')).statusCode).toBe(200);
    expect((await konsil('app', 'remove', id)).code).toBe(0);
    expect((await get(token, 'Patient')).statusCode).toBe(401);
    expect(await errorOf(refresh(next, { client_id: id }))).toEqual([401, 'invalid_client']);
    const { items } = bodyOf<{ items: AuditEntry[] }>(
      await requestsAs(house.app, ours.patient).get(`/api/audit/${ours.ids.patient}?action=app.end`),
    );
    expect(items[0]?.actor).toMatchObject({ role: 'admin', via: 'Fitnessbuch' });
    expect((await konsil('app', 'remove', id)).code).toBe(2);
  });
});

describe('only the owner of a person allows and ends', () => {
  test('and a cookie, a doctor or a stranger does not', async () => {
    const { house, ours, stranger } = state();
    for (const who of [ours.doctor, stranger]) expect((await allow({}, ours.ids.patient, who)).statusCode).toBe(404);
    const url = `/api/patient/${ours.ids.patient}/apps`;
    const byCookie = await house.app.inject({
      method: 'POST',
      url,
      payload: requestOf(),
      cookies: { authorization: ours.patient.token, csrftoken: ours.patient.csrf },
    });
    expect(byCookie.statusCode).toBe(401);
    const crossSite = await house.app.inject({
      method: 'POST',
      url,
      payload: requestOf(),
      headers: {
        origin: 'https://app.example',
        authorization: `Token ${ours.patient.token}`,
        'x-csrftoken': ours.patient.csrf,
      },
    });
    expect(crossSite.statusCode).toBe(403);
    const [grant] = await house.kernel.db.select().from(appGrants);
    expect((await requestsAs(house.app, stranger).post(`/api/apps/${grant?.id}/end`)).statusCode).toBe(404);
    expect((await requestsAs(house.app, ours.doctor).get('/api/apps')).statusCode).toBe(404);
    expect(bodyOf<unknown[]>(await requestsAs(house.app, stranger).get('/api/apps'))).toEqual([]);
  });
  test('and people who act for them neither allow apps, nor read by apps of their own', async () => {
    const { house, ours, stranger } = state();
    const helper = await signUpPatient(house);
    const invited = bodyOf<{ id: string }>(
      await requestsAs(house.app, ours.patient).post(`/api/patients/${ours.ids.patient}/readers`, {
        email: helper.email,
        until: null,
        role: 'act',
      }),
      201,
    );
    bodyOf(await requestsAs(house.app, helper).post(`/api/readers/${invited.id}/answer`, { accepts: true }));
    const path = `/api/processoverview/${ours.ids.case}`;
    expect((await requestsAs(house.app, helper).get(path)).statusCode).toBe(200);
    expect((await requestsAs(house.app, stranger).get(path)).statusCode).toBe(404);
    expect((await allow({}, ours.ids.patient, helper)).statusCode).toBe(404);
    const { items } = bodyOf<{ items: { id: string }[] }>(
      await requestsAs(house.app, helper).get('/api/patientsoverview'),
    );
    const led = bodyOf<{ url: string }>(await allow({}, items[0]?.id, helper)).url;
    const { access_token: token } = bodyOf<{ access_token: string }>(
      await exchange(new URL(led).searchParams.get('code') ?? ''),
    );
    for (const id of [ours.ids.patient, ours.ids.case, ours.ids.document])
      for (const type of fhirReadTypes)
        expect([type, (await get(token, `${type}/${id}`)).statusCode]).toEqual([type, 404]);
    for (const type of fhirSearchTypes)
      for (const query of ['', `?patient=${ours.ids.patient}`, `?_id=${ours.ids.patient},${ours.ids.case}`]) {
        const { entry = [] } = JSON.parse((await get(token, type + query)).body) as Bundle;
        const text = JSON.stringify(entry);
        expect([type, query, [ours.ids.patient, ours.ids.case].some((id) => text.includes(id))]).toEqual([
          type,
          query,
          false,
        ]);
      }
  });
  test('and looking at the request changes nothing', async () => {
    const { house } = state();
    const before = await house.kernel.db.$count(appGrants);
    for (const method of ['GET', 'HEAD'] as const)
      await house.app.inject({ method, url: `/fhir/auth/authorize?${new URLSearchParams(requestOf())}` });
    expect(await house.kernel.db.$count(appGrants)).toBe(before);
    expect((await authorize('x')).statusCode).toBe(400);
  });
});

test('withdrawing the consent to health data ends every app for good', async () => {
  const { house, ours } = state();
  const { access_token: token, refresh_token: next } = await tokensFor();
  const mine = requestsAs(house.app, ours.patient);
  const consents = bodyOf<{ id: string; kind: string }[]>(await mine.get('/account/consents'));
  const general = consents.find(({ kind }) => kind === 'health_data');
  bodyOf(await mine.post(`/account/consents/${general?.id}/withdraw`));
  expect((await get(token, 'Patient')).statusCode).toBe(401);
  expect((await allow()).statusCode).toBe(403);
  bodyOf(await mine.post('/account/consents', { consent: true }), 201);
  expect((await get(token, 'Patient')).statusCode).toBe(401);
  expect(await errorOf(refresh(next))).toEqual(invalidGrant);
});

test('refusals are in the log of the installation, and no code or token is in a log or letter', async () => {
  const { house, appId } = state();
  const code = await codeFor();
  const { refresh_token: token } = bodyOf<{ refresh_token: string }>(await exchange(code));
  await exchange(code);
  const rows = await house.kernel.db
    .select({ action: auditRecords.action, detail: auditRecords.detail })
    .from(auditRecords);
  const reasons = rows.filter(({ action }) => action === 'client.token').map(({ detail }) => detail);
  for (const reason of ['code_used', 'verifier', 'token_used', 'scope'])
    expect(reasons).toContain(JSON.stringify({ client: appId, reason }));
  const letters = (await house.outbox()).map(({ text }) => text);
  const text = JSON.stringify([rows, letters]);
  for (const secret of [code, token.slice(-43), verifier]) expect(text).not.toContain(secret);
});
