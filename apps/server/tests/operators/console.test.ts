import { randomUUID } from 'node:crypto';
import type { consoleRoutes } from '@konsil/contracts/console';
import { pathOf, type RouteContract } from '@konsil/contracts/route';
import { routes } from '@konsil/contracts/routes';
import { closeOperator, inviteOperator } from '@konsil/server-operators/operators';
import type * as z from 'zod/mini';
import { testApp, type TestApp } from '../support/app.ts';
import { aConversation, type FullConversation } from '../support/conversation.ts';
import { acceptedOperator, atConsole, signedInOperator, signInAtConsole, totpOf } from '../support/operators.ts';
import { requestsAs, newEmail, password, type Person } from '../support/people.ts';

type Today = z.output<typeof consoleRoutes.consoleToday.response>;
type Route = [string, RouteContract];

let house: TestApp;
let ours: FullConversation;
let operator: Person & { secret: string };
beforeAll(async () => {
  house = await testApp();
  ours = await aConversation(house);
  operator = await signedInOperator(house, ['people', 'doctors', 'letters', 'audit']);
});

const table = Object.entries(routes) as Route[];
const methodOf = ({ method }: RouteContract) => method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
const urlOf = ({ path }: RouteContract, id: string) =>
  pathOf({ path }, { id, documentId: id, answerValue: 'final_answer', titleValue: 'none', key: 'contact' });

test('an operator sees nothing before the second factor is set up', async () => {
  const fresh = await acceptedOperator(house, ['people']);
  const console = atConsole(house, fresh);
  expect((await console.get('/account/isloggedin')).json()).toMatchObject({
    role: 'operator',
    registration: 'second_factor',
    user_fullname: 'Jonas Petri',
  });
  for (const [name, contract] of table.filter(([, { console: where }]) => where === 'only'))
    expect([name, (await console[methodOf(contract)](urlOf(contract, randomUUID()), {})).statusCode]).toEqual([
      name,
      403,
    ]);
  const { secret } = (await console.post('/account/secondfactor', { current_password: password })).json<{
    secret: string;
  }>();
  expect((await console.post('/account/secondfactor/confirm', { code: totpOf(house, secret) })).statusCode).toBe(200);
  expect((await console.get('/api/console/me')).json()).toEqual({
    name: 'Jonas Petri',
    email: fresh.email,
    permissions: ['people'],
  });
  // It cannot be switched off, and is asked for at each sign-in.
  expect((await console.post('/account/secondfactor/remove', { current_password: password })).statusCode).toBe(404);
  expect((await atConsole(house).post('/account/api/login', { email: fresh.email, password })).json()).toMatchObject({
    code: 'second_factor_required',
  });
});

test("an operator's session is valid at the console only, and signs in nowhere else", async () => {
  for (const [name, contract] of table.filter(([, { console: where }]) => where !== 'only')) {
    // Everybody gets a new challenge.
    if (name === 'startPasskeySignIn') continue;
    const answer = await requestsAs(house.app, operator)[methodOf(contract)](urlOf(contract, ours.ids.case), {});
    const without = await requestsAs(house.app)[methodOf(contract)](urlOf(contract, ours.ids.case), {});
    expect([name, answer.statusCode, answer.body]).toEqual([name, without.statusCode, without.body]);
  }
  house.clock.advance(60_000);
  const elsewhere = await requestsAs(house.app).post('/account/api/login', {
    email: operator.email,
    password,
    code: totpOf(house, operator.secret),
  });
  expect([elsewhere.statusCode, elsewhere.json()]).toEqual([401, expect.objectContaining({ code: 'login_failed' })]);
});

test("the console has no route of a patient's or doctor's", async () => {
  for (const [name, contract] of table.filter(([, { console: where }]) => where === undefined)) {
    for (const id of [ours.ids.case, ours.ids.patient, randomUUID()])
      expect([
        name,
        (await atConsole(house, operator)[methodOf(contract)](urlOf(contract, id), {})).statusCode,
      ]).toEqual([name, 404]);
  }
});

test("a patient's or doctor's session is worth nothing at the console, and they cannot sign in there", async () => {
  for (const person of [ours.patient, ours.doctor]) {
    for (const [name, contract] of table.filter(([, { console: where }]) => where === 'only')) {
      const url = urlOf(contract, randomUUID());
      expect([name, (await atConsole(house, person)[methodOf(contract)](url, {})).statusCode]).toEqual([name, 401]);
      expect([name, (await requestsAs(house.app, person)[methodOf(contract)](url, {})).statusCode]).toEqual([
        name,
        404,
      ]);
    }
    expect((await atConsole(house, person).get('/account/isloggedin')).statusCode).toBe(401);
    expect((await atConsole(house).post('/account/api/login', { email: person.email, password })).json()).toMatchObject(
      { code: 'login_failed' },
    );
  }
});

test('no page of another origin calls the console', async () => {
  for (const origin of [house.env.origins.patient, house.env.origins.doctor, 'https://evil.example'])
    expect((await atConsole(house, operator).get('/api/console/today', undefined, { origin })).json()).toMatchObject({
      code: 'cross_site',
    });
  const own = await atConsole(house, operator).get('/api/console/today', undefined, {
    origin: house.env.origins.operator,
  });
  expect([own.statusCode, own.headers['access-control-allow-origin']]).toEqual([200, undefined]);
});

test('today counts cases, letters and answer times, and says why a light is not green', async () => {
  const today = (await atConsole(house, operator).get('/api/console/today')).json<Today>();
  expect(today).toMatchObject({ answers: { count: 1 }, uploads_waiting: expect.any(Number) });
  expect(today.cases.open).toBeGreaterThanOrEqual(0);
  expect(today.letters.map(({ channel }) => channel)).toEqual(['email', 'sms']);
  expect(today.lights.map(({ kind }) => kind)).toEqual([
    'backup',
    'anchors',
    'erasures',
    'storage',
    'letters',
    'duties',
  ]);
  expect(today.lights.find(({ kind }) => kind === 'backup')).toMatchObject({ state: 'soon', reason: 'not_configured' });
});

test('no answer of the console contains anything of a case', async () => {
  const { body } = await requestsAs(house.app, ours.doctor).get(`/api/processoverview/${ours.ids.case}`);
  const messages = (await requestsAs(house.app, ours.doctor).get('/api/messagesoverview')).body;
  // Every text of the conversation with a blank in it: names of cases, diagnoses, questions, answers, messages.
  const texts = [...`${body}${messages}`.matchAll(/:"([^"\\]{8,})"/g)]
    .map(([, text = '']) => text)
    .filter((text) => /\s/.test(text) && !/^(Dr|Radiologie)/.test(text));
  expect(texts.length).toBeGreaterThan(5);
  for (const [name, contract] of table.filter(([, { console: where }]) => where)) {
    if (name === 'streamEvents' || name === 'logout') continue;
    const ids = [...Object.values(ours.ids), ours.patient.accountId];
    for (const id of /:id/.test(contract.path) ? ids : [randomUUID()]) {
      if (contract.method !== 'GET') continue;
      const answer = await atConsole(house, operator).get(urlOf(contract, id));
      for (const text of texts) expect([name, answer.body.includes(text)]).toEqual([name, false]);
    }
  }
});

test('an address of a patient is not invited, and a closed account is over at once', async () => {
  await expect(
    inviteOperator(house.kernel, { email: ours.patient.email, fullName: 'X', permissions: [], locale: 'de' }),
  ).rejects.toThrow('has an account already');
  const leaving = await signedInOperator(house, []);
  expect((await atConsole(house, leaving).get('/api/console/me')).statusCode).toBe(200);
  await closeOperator(house.kernel, leaving.email);
  expect((await atConsole(house, leaving).get('/api/console/me')).statusCode).toBe(401);
  await expect(signInAtConsole(house, leaving.email)).rejects.toThrow('login_failed');
  await expect(closeOperator(house.kernel, newEmail())).rejects.toThrow('There is no operator');
});
