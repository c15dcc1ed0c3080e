import type { Settings } from '@konsil/contracts/accounts';
import { testApp, type TestApp } from '../support/app.ts';
import { usualKeys } from '@konsil/contracts/shortcut-keys';
import { accounts } from '@konsil/server-domain/schema';
import { eq } from 'drizzle-orm';
import { dayMs, minuteMs } from '@konsil/server-platform/clock';
import { inviteDoctor, requestsAs, signInAgain, signUpPatient, type Person } from '../support/people.ts';

let house: TestApp;
let patient: Person;
beforeAll(async () => {
  house = await testApp();
  patient = await signUpPatient(house);
});
const keep = (filters: Record<string, string | null>) =>
  requestsAs(house.app, patient).put('/account/settings', { filters });
const kept = async () => (await requestsAs(house.app, patient).get('/account/settings')).json<Settings>().filters;

test('filters are changed list by list without conflicts; null deletes them', async () => {
  await keep({ inbox: 'sort=due', todos: 'status=open' });
  await Promise.all([keep({ inbox: 'sort=waiting' }), keep({ cases: 'view=answered' })]);
  expect(await kept()).toEqual({ inbox: 'sort=waiting', todos: 'status=open', cases: 'view=answered' });
  expect((await keep({ todos: null, 'never-kept': null })).json<Settings>().filters).toEqual({
    inbox: 'sort=waiting',
    cases: 'view=answered',
  });
  await requestsAs(house.app, patient).put('/account/settings', { notify_sms: true });
  expect(await kept()).toEqual({ inbox: 'sort=waiting', cases: 'view=answered' });
});

test('filters are stored for at most fifty lists', async () => {
  const many = Object.fromEntries(Array.from({ length: 49 }, (_, list) => [`list-${list}`, 'sort=due']));
  const refused = await keep(many);
  expect(refused.statusCode).toBe(422);
  expect(refused.json().errors).toMatchObject([{ path: 'filters', code: 'tooMany' }]);
  expect(Object.keys(await kept())).toHaveLength(2);
});

test('refuses one key for two actions; a new action gets its default key', async () => {
  const calls = requestsAs(house.app, patient);
  const twice = { ...usualKeys, page: { ...usualKeys.page, next: 'm' } };
  const refused = await calls.put('/account/settings', { keys: twice });
  expect(refused.json().errors).toMatchObject([
    { path: 'keys.page.history', code: 'keyTaken' },
    { path: 'keys.page.next', code: 'keyTaken' },
  ]);
  const inViewer = { ...usualKeys, viewer: { ...usualKeys.viewer, length: 'w' } };
  expect((await calls.put('/account/settings', { keys: inViewer })).json().errors).toMatchObject([
    { path: 'keys.viewer.window', code: 'keyTaken' },
    { path: 'keys.viewer.length', code: 'keyTaken' },
  ]);
  const { mark: _, ...older } = { ...usualKeys.list, done: 'd' };
  await house.owner.db
    .update(accounts)
    .set({ settings: { keys: { list: older, page: usualKeys.page } } })
    .where(eq(accounts.id, patient.accountId));
  const { keys } = (await calls.get('/account/settings')).json<Settings>();
  expect(keys.list).toMatchObject({ done: 'd', mark: 'x' });
  expect([keys.viewer, keys.pool]).toEqual([usualKeys.viewer, usualKeys.pool]);
});

describe('the request for a second factor', () => {
  const isAsked = async (person: Person) => {
    const again = await signInAgain(house.app, person);
    const login = (await requestsAs(house.app, again).get('/account/isloggedin')).json();
    return login.second_factor_advised as boolean;
  };
  const later = async (person: Person) => {
    const again = await signInAgain(house.app, person);
    expect((await requestsAs(house.app, again).post('/account/secondfactor/later', {})).statusCode).toBe(200);
    return requestsAs(house.app, again);
  };

  test('is shown to doctors at once, and a week after each "later"', async () => {
    const doctor = await inviteDoctor(house);
    expect(await isAsked(doctor)).toBe(true);
    const calls = await later(doctor);
    expect(await isAsked(doctor)).toBe(false);
    // Other settings leave it unchanged, and it is not among them.
    const settings = await calls.put('/account/settings', { notify_sms: true });
    expect(Object.keys(settings.json())).not.toContain('factor_postponed_at');
    expect(await isAsked(doctor)).toBe(false);
    house.clock.advance(7 * dayMs - minuteMs);
    expect(await isAsked(doctor)).toBe(false);
    house.clock.advance(2 * minuteMs);
    expect(await isAsked(doctor)).toBe(true);
  });

  test('is shown to patients a month after registration, and after each "later"', async () => {
    const person = await signUpPatient(house);
    expect(await isAsked(person)).toBe(false);
    house.clock.advance(30 * dayMs + minuteMs);
    expect(await isAsked(person)).toBe(true);
    await later(person);
    expect(await isAsked(person)).toBe(false);
    house.clock.advance(30 * dayMs + minuteMs);
    expect(await isAsked(person)).toBe(true);
  });
});
