import { dayMs } from '@konsil/server-platform/clock';
import { testApp } from '../support/app.ts';
import { requestsAs, linkToken, newEmail, password, signIn, signUpPatient } from '../support/people.ts';
import { accounts } from '@konsil/server-domain/schema';
import { setHold } from '@konsil/server-operators/people';
import { applyTombstones, eraseUnconfirmed } from '@konsil/server-privacy/erasure';
import { writeTombstone } from '@konsil/server-privacy/tombstones';

test('an unconfirmed sign-up is silently erased after 30 days; confirmed ones stay', async () => {
  const house = await testApp();
  const email = newEmail();
  const signUp = () =>
    requestsAs(house.app).post('/account/api/signup', { email, password, confirm_password: password, consent: true });
  expect((await signUp()).statusCode).toBe(201);
  const patient = await signUpPatient(house);

  house.clock.advance(29 * dayMs);
  expect(await eraseUnconfirmed(house.kernel)).toBe(0);
  house.clock.advance(2 * dayMs);
  expect(await eraseUnconfirmed(house.kernel)).toBe(1);
  expect(await eraseUnconfirmed(house.kernel)).toBe(0);

  expect((await requestsAs(house.app).post('/account/api/login', { email, password })).statusCode).toBe(401);
  expect(await house.outbox(email)).toEqual([]);
  await signIn(house.app, patient.email);
  expect((await signUp()).statusCode).toBe(201);
  await signIn(house.app, email);
});

test('a sign-up stays while its confirmation link is valid', async () => {
  const house = await testApp();
  const email = newEmail();
  await requestsAs(house.app).post('/account/api/signup', {
    email,
    password,
    confirm_password: password,
    consent: true,
  });
  house.clock.advance(31 * dayMs);
  expect((await requestsAs(house.app).post('/account/confirm/resend', { email })).statusCode).toBe(202);
  expect(await eraseUnconfirmed(house.kernel)).toBe(0);
  expect(
    (await requestsAs(house.app).post('/account/confirm', { token: await linkToken(house, email) })).statusCode,
  ).toBe(200);
  house.clock.advance(2 * dayMs);
  expect(await eraseUnconfirmed(house.kernel)).toBe(0);
});

test('a sign-up under a legal hold stays for a week after the hold ended', async () => {
  const house = await testApp();
  const email = newEmail();
  const form = { email, password, confirm_password: password, consent: true };
  await requestsAs(house.app).post('/account/api/signup', form);
  const [account] = await house.kernel.db.select().from(accounts);
  const hold = (held: boolean) =>
    house.kernel.db.transaction((tx) => setHold(house.kernel, tx, account?.id ?? '', account?.id ?? '', held));
  await hold(true);
  house.clock.advance(31 * dayMs);
  expect(await eraseUnconfirmed(house.kernel)).toBe(0);
  await hold(false);
  expect(await eraseUnconfirmed(house.kernel)).toBe(0);
  house.clock.advance(6 * dayMs);
  expect(await eraseUnconfirmed(house.kernel)).toBe(0);
  house.clock.advance(2 * dayMs);
  expect(await eraseUnconfirmed(house.kernel)).toBe(1);
});

test('a sign-up confirmed after its erasure failed is not erased at the next start', async () => {
  const house = await testApp();
  const email = newEmail();
  const form = { email, password, confirm_password: password, consent: true };
  await requestsAs(house.app).post('/account/api/signup', form);
  const [account] = await house.kernel.db.select().from(accounts);
  await house.kernel.db.transaction((tx) => writeTombstone(house.kernel, tx, account?.id ?? '', house.clock.now()));
  house.clock.advance(1000);
  await requestsAs(house.app).post('/account/confirm', { token: await linkToken(house, email) });
  expect(await applyTombstones(house.kernel)).toBe(0);
  await signIn(house.app, email);
});
