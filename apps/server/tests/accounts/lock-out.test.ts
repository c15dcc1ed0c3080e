import { dayMs, minuteMs } from '@konsil/server-platform/clock';
import { accounts } from '@konsil/server-domain/schema';
import type { Hit } from '@konsil/server-platform/limits';
import { testApp, type TestApp } from '../support/app.ts';
import { withOtherTransaction } from '../support/other-transaction.ts';
import { linkToken, newEmail, password, signUpPatient, type Person } from '../support/people.ts';

// Attackers who know an address and use any number of IP addresses, with production limits.
let house: TestApp;
let owner: Person;
beforeAll(async () => {
  house = await testApp({ KONSIL_LIMITS_FACTOR: '1' });
  owner = await signUpPatient(house);
});
beforeEach(() => {
  house.clock.goOn();
  house.clock.advance(dayMs);
});

let strangers = 0;
const aStranger = () => `203.0.${Math.floor((strangers += 1) / 250)}.${strangers % 250}`;
const post = (url: string, payload: object, remoteAddress = '198.51.100.7', headers: Record<string, string> = {}) =>
  house.app.inject({ method: 'POST', url, payload, remoteAddress, headers });
const guess = (email: string, from = aStranger()) =>
  post('/account/api/login', { email, password: 'Falsch-Geraten-1' }, from);
const signIn = (headers: Record<string, string> = {}) =>
  post('/account/api/login', { email: owner.email, password }, undefined, headers);
const forgot = (from?: string) => post('/account/password/forgot', { email: owner.email }, from);
const resetLetters = async () =>
  (await house.outbox(owner.email)).filter(({ subject }) => subject === 'Neues Passwort festlegen');
const reset = async (token: string) => post('/account/password/reset', { token, password, confirm_password: password });

const shut = async () => {
  for (;;) {
    const answer = await guess(owner.email);
    const wait = Number(answer.headers['retry-after'] ?? 0);
    if (wait > 128) return;
    house.clock.advance(wait * 1000);
  }
};

test('a new password by link works at once and stays known during an attack', async () => {
  await shut();
  expect((await signIn()).statusCode).toBe(429);
  await forgot();
  const answer = await reset(await linkToken(house, owner.email));
  expect((await signIn()).statusCode).toBe(200);
  const device = answer.cookies.find(({ name }) => name === 'konsil-device');
  expect(device).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  await shut();
  expect((await signIn()).statusCode).toBe(429);
  expect((await signIn({ cookie: `konsil-device=${encodeURIComponent(device?.value ?? '')}` })).statusCode).toBe(200);
});

test("another person's link requests cancel no link and flood no mailbox", async () => {
  await forgot();
  const own = await linkToken(house, owner.email);
  for (let n = 0; n < 30; n += 1) expect((await forgot(aStranger())).statusCode).toBe(202);
  expect((await forgot()).statusCode).toBe(202);
  expect((await resetLetters()).length).toBeLessThanOrEqual(4);
  expect((await reset(own)).statusCode).toBe(200);
  expect((await reset(await linkToken(house, owner.email))).statusCode).toBe(422);
});

test("after a day of such requests, the owner's request still gets a working link", async () => {
  const before = (await resetLetters()).length;
  for (let n = 0; n < 23 * 4; n += 1) {
    await forgot(aStranger());
    house.clock.advance(15 * minuteMs);
  }
  expect((await resetLetters()).length - before).toBeLessThan(45);
  expect((await forgot()).statusCode).toBe(202);
  expect((await reset(await linkToken(house, owner.email))).statusCode).toBe(200);
});

test('repeated requests are told to wait', async () => {
  const statuses = [];
  for (let n = 0; n < 4; n += 1)
    statuses.push((await post('/account/password/forgot', { email: newEmail() }, '198.51.100.9')).statusCode);
  for (let n = 0; n < 4; n += 1) statuses.push((await forgot('198.51.100.9')).statusCode);
  expect(statuses).toEqual([202, 202, 202, 202, 202, 202, 202, 429]);
});

test('a distributed brute-force attack does not lock out account owners', async () => {
  const everywhere: Hit = { limit: { name: 'sign-in:all', most: 2000, windowMs: 15 * minuteMs }, subject: '' };
  for (let at = 0; at < 20; at += 1)
    await Promise.all(Array.from({ length: 100 }, () => house.kernel.limits.count(everywhere)));
  expect((await signIn()).statusCode).toBe(200);
  house.clock.stop();
  const one = aStranger();
  const statuses = [];
  for (let n = 0; n < 4; n += 1) statuses.push((await guess(newEmail(), one)).statusCode);
  expect(statuses).toEqual([401, 401, 401, 429]);
  expect((await signIn()).statusCode).toBe(200);
  house.clock.advance(15 * minuteMs);
  expect((await guess(newEmail(), one)).statusCode).toBe(401);
});

test('a throttled response takes the same time whether or not the account exists', async () => {
  await shut();
  house.clock.advance(dayMs);
  await withOtherTransaction(house, async (other) => {
    await other.query("select 1 from limits where key like 'notice:%' for update");
    await shut();
    await other.untilSomeoneWaits();
  });
});

describe('Correcting an unconfirmed address', () => {
  const register = async () => {
    const email = newEmail();
    expect(
      (await post('/account/api/signup', { email, password, confirm_password: password, consent: true }, aStranger()))
        .statusCode,
    ).toBe(201);
    return email;
  };
  const correct = (email: string, new_email: string, from?: string) =>
    post('/account/confirm/change', { email, password, new_email }, from);

  test('reveals no more than a sign-up', async () => {
    const from = aStranger();
    const codes: string[] = [];
    const taken = Array.from({ length: 30 }, () => newEmail('taken'));
    await house.kernel.db.insert(accounts).values(
      taken.map((email) => ({
        role: 'patient' as const,
        email,
        locale: 'de' as const,
        createdAt: house.clock.now(),
      })),
    );
    let email = '';
    for (const [n, address] of taken.entries()) {
      if (n % 3 === 0) email = await register();
      codes.push((await correct(email, address, from)).json().code);
      house.clock.advance(minuteMs);
    }
    expect(codes.filter((code) => code === 'email_taken').length).toBeLessThanOrEqual(20);
    expect(codes).toContain('too_many');
  });

  test('works three times', async () => {
    const first = await register();
    let email = first;
    const statuses = [];
    for (let n = 0; n < 4; n += 1) {
      const next = newEmail();
      const answer = await correct(email, next, aStranger());
      statuses.push(answer.statusCode);
      if (answer.statusCode === 202) email = next;
    }
    expect(statuses).toEqual([202, 202, 202, 429]);
  });

  test('to one taken concurrently is refused as taken', async () => {
    const [email, wanted] = [await register(), newEmail()];
    await withOtherTransaction(house, async (other) => {
      await other.query(
        "insert into accounts (id, role, email, locale) values (gen_random_uuid(), 'patient', $1, 'de')",
        [wanted],
      );
      const call = correct(email, wanted);
      await other.untilSomeoneWaits();
      await other.commit();
      const answer = await call;
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'email_taken']);
    });
  });
});
