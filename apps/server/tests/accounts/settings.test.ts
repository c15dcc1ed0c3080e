import type { Settings } from '@konsil/contracts/accounts';
import { testApp, type TestApp } from '../support/app.ts';
import { requestsAs, signUpPatient, type Person } from '../support/people.ts';

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
