import type { AllowedApp, AskingApp } from '@konsil/contracts/patient-apps';
import { minuteMs } from '@konsil/server-platform/clock';
import { bodyOf, ownPatientId } from '../support/cases.ts';
import { requestsAs, signInAgain, type Person } from '../support/people.ts';
import { patientApps, redirectUri, type Tokens } from '../support/patient-apps.ts';

const apps = patientApps();
const { state, konsil, register, requestOf, ledTo, allow, codeFor, exchange, refresh, tokensFor, get } = apps;
const launchUri = 'https://app.example/launch?from=konsil';
const scope = 'launch patient/*.rs offline_access';
let appId: string;
let otherApp: string;
beforeAll(async () => {
  appId = await register('Mit Start', redirectUri, '--launch-uri', launchUri);
  otherApp = await register('Anderes', redirectUri, '--launch-uri', 'https://other.example/launch');
});

const as = (person: Person) => requestsAs(state().house.app, person);
const grantFor = async (patientId = state().ours.ids.patient, client_id = appId): Promise<AllowedApp> => {
  await tokensFor({ client_id }, patientId);
  const listed = bodyOf<AllowedApp[]>(await as(state().ours.patient).get('/api/apps'));
  const found = listed.find(
    ({ patient, name }) => patient.id === patientId && name === (client_id === appId ? 'Mit Start' : 'Anderes'),
  );
  if (!found) throw new Error('The app is not listed.');
  return found;
};
const open = async (grant: string, who = state().ours.patient) => as(who).post(`/api/apps/${grant}/launch`);
const launchFor = async (patientId?: string, client?: string): Promise<string> => {
  const { url } = bodyOf<{ url: string }>(await open((await grantFor(patientId, client)).id));
  return new URL(url).searchParams.get('launch') ?? '';
};
const asking = (launch: string, who = state().ours.patient, changes: Record<string, string> = {}) =>
  as(who).post('/api/apps/asking', requestOf({ client_id: appId, scope, launch, ...changes }));

test('an app launched from the portal gets its person after a new consent', async () => {
  const { ours, child, house, base } = state();
  const { id, can_open } = await grantFor(child.patientId);
  expect(can_open).toBe(true);
  const { url } = bodyOf<{ url: string }>(await open(id));
  const opened = new URL(url);
  expect(opened.origin + opened.pathname).toBe('https://app.example/launch');
  expect(opened.searchParams.get('from')).toBe('konsil');
  expect(opened.searchParams.get('iss')).toBe(`${house.env.origins.patient}/fhir`);
  const launch = opened.searchParams.get('launch') ?? '';
  for (const known of [ours.patient.accountId, child.patientId, appId]) expect(url).not.toContain(known);

  const led = await ledTo({ client_id: appId, scope, launch, aud: opened.searchParams.get('iss') ?? '' });
  const request = Object.fromEntries((led as URL).searchParams);
  expect(request).toMatchObject({ launch, scope });
  expect(bodyOf<AskingApp>(await as(ours.patient).post('/api/apps/asking', request)).person).toBe(child.patientId);
  const code = await codeFor({ client_id: appId, scope, launch }, child.patientId);
  const tokens = bodyOf<Tokens>(await exchange(code, { client_id: appId }));
  expect(tokens).toMatchObject({ patient: child.patientId, scope });
  expect((await get(tokens.access_token, `Patient/${child.patientId}`)).statusCode).toBe(200);
  expect((await get(tokens.access_token, `Patient/${ours.ids.patient}`)).statusCode).toBe(404);
  expect(bodyOf<Tokens>(await refresh(tokens.refresh_token, { client_id: appId, scope })).scope).toBe(scope);
  expect(base).toContain('/fhir');
});

test('a request without launch is standalone, and names no person', async () => {
  const shown = bodyOf<AskingApp>(
    await as(state().ours.patient).post('/api/apps/asking', requestOf({ client_id: appId })),
  );
  expect(shown.person).toBeNull();
});

describe('a launch is worth nothing', () => {
  test('on second use, even if concurrent', async () => {
    const { ours } = state();
    const launch = await launchFor();
    const changes = { client_id: appId, scope, launch };
    const twice = await Promise.all([allow(changes), allow(changes)]);
    expect(twice.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
    expect((await allow(changes)).statusCode).toBe(404);
    expect((await asking(launch, ours.patient)).statusCode).toBe(404);
  });

  test('in another account, also for a person of that account', async () => {
    const { stranger, house } = state();
    const launch = await launchFor();
    const theirs = await ownPatientId(house, stranger);
    expect((await asking(launch, stranger)).statusCode).toBe(404);
    for (const id of [theirs, state().ours.ids.patient])
      expect((await allow({ client_id: appId, scope, launch }, id, stranger)).statusCode).toBe(404);
    // It was not used up by that.
    expect((await asking(launch)).statusCode).toBe(200);
  });

  test('for another person of the account', async () => {
    const launch = await launchFor();
    expect((await allow({ client_id: appId, scope, launch }, state().child.patientId)).statusCode).toBe(404);
  });

  test('in the hands of another app', async () => {
    const launch = await launchFor();
    expect((await asking(launch, undefined, { client_id: otherApp })).statusCode).toBe(404);
    expect((await allow({ client_id: otherApp, scope, launch })).statusCode).toBe(404);
  });

  test('after five minutes', async () => {
    const { house, ours } = state();
    const launch = await launchFor();
    house.clock.advance(5 * minuteMs);
    ours.patient = await signInAgain(house.app, ours.patient);
    expect((await asking(launch)).statusCode).toBe(404);
    expect((await allow({ client_id: appId, scope, launch })).statusCode).toBe(404);
  });

  test.each<[string, (launch: string) => string, string]>([
    ['changed in one letter', (launch) => (launch.startsWith('A') ? 'B' : 'A') + launch.slice(1), 'asking'],
    ['made up', () => 'x'.repeat(75), 'asking'],
    ['too short', (launch) => launch.slice(1), 'invalid_request'],
    ['of other letters', (launch) => `${launch.slice(1)}.`, 'invalid_request'],
    ['without its scope', (launch) => launch, 'invalid_scope'],
  ])('%s', async (_what, change, error) => {
    const launch = change(await launchFor());
    const changes = {
      client_id: appId,
      launch,
      scope: error === 'invalid_scope' ? 'launch/patient patient/*.rs' : scope,
    };
    expect((await as(state().ours.patient).post('/api/apps/asking', requestOf(changes))).statusCode).toBe(404);
    expect((await allow(changes)).statusCode).toBe(404);
    const led = (await ledTo(changes)) as URL;
    expect(led.searchParams.get('error')).toBe(error === 'asking' ? null : error);
  });

  test('that is sent twice', async () => {
    const launch = await launchFor();
    const led = (await ledTo({ client_id: appId, scope, launch }, `&launch=${launch}`)) as URL;
    expect(led.searchParams.get('error')).toBe('invalid_request');
  });
});

describe('an app is not opened', () => {
  test('by another account, or by nobody', async () => {
    const { id } = await grantFor();
    const { stranger, house, ours } = state();
    expect((await open(id, stranger)).statusCode).toBe(404);
    expect((await open(id, ours.doctor)).statusCode).toBe(404);
    expect((await house.app.inject({ method: 'POST', url: `/api/apps/${id}/launch` })).statusCode).toBe(401);
  });
  test('after its access ended, or without an address to open', async () => {
    const { id } = await grantFor();
    bodyOf(await as(state().ours.patient).post(`/api/apps/${id}/end`));
    expect((await open(id)).statusCode).toBe(404);
    await tokensFor();
    const closed = bodyOf<AllowedApp[]>(await as(state().ours.patient).get('/api/apps')).find(
      ({ name }) => name === 'Gesundheitsbuch',
    );
    expect(closed?.can_open).toBe(false);
    expect((await open(closed?.id ?? '')).statusCode).toBe(404);
  });
  test.each(['http://app.example/l', 'https://app.example/l?launch=x', 'https://app.example/l?iss=x', 'javascript:x'])(
    'at %s, which is refused at registration',
    async (uri) => {
      const { code, text } = await konsil(
        ...['app', 'add', 'x', '--by', 'y', '--redirect-uris', redirectUri, '--launch-uri', uri],
      );
      expect([code, text]).toEqual([2, expect.stringContaining('launch URI')]);
    },
  );
});
