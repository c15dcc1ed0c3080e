import { dayMs } from '@konsil/server-platform/clock';
import { notifyReachedLimits } from '../../src/reached-limits.ts';
import { testApp, type TestApp } from '../support/app.ts';
import { newEmail, password, requestsAs } from '../support/people.ts';

let house: TestApp;
beforeEach(async () => {
  house = await testApp({ KONSIL_LIMITS_FACTOR: '1', LIMIT_SIGN_UPS_DAY: '1' });
});
afterEach(() => house.close());

const signUp = async (app = house.app) =>
  (
    await requestsAs(app).post('/account/api/signup', {
      email: newEmail(),
      password,
      confirm_password: password,
      consent: true,
    })
  ).statusCode;
const lettersAbout = async (word: string) =>
  (await house.outbox(house.env.OPERATOR_EMAIL)).filter(({ subject }) => subject.includes(word));

test('the operator gets one e-mail a day for a limit that shut people out, from all processes', async () => {
  const other = await house.secondProcess();
  expect([await signUp(), await signUp(), await signUp(other)]).toEqual([201, 429, 429]);
  for (const { kernel } of [house, other, house]) await notifyReachedLimits(kernel);
  const [letter, ...more] = await lettersAbout('LIMIT_SIGN_UPS_DAY');
  expect(more).toEqual([]);
  expect(letter?.text).toContain('TRUSTED_NETWORKS');
  expect(letter?.text).toContain('an der Konsole');
  house.clock.advance(dayMs);
  await notifyReachedLimits(house.kernel);
  expect(await lettersAbout('LIMIT_SIGN_UPS_DAY')).toHaveLength(1);
  expect([await signUp(), await signUp()]).toEqual([201, 429]);
  await notifyReachedLimits(house.kernel);
  expect(await lettersAbout('LIMIT_SIGN_UPS_DAY')).toHaveLength(2);
});

test('the e-mail about the limit of calls does not lead to the console, which cannot change it', async () => {
  house.kernel.limits.reached.add('calls:ip');
  await notifyReachedLimits(house.kernel);
  const [letter] = await lettersAbout('LIMIT_CALLS_MINUTE');
  expect(letter?.text).toContain('in den Einstellungen des Servers');
  expect(letter?.text).not.toContain('Konsole');
});

test('limits of one account or number, which stop guessing, send no e-mail', async () => {
  const guess = () =>
    requestsAs(house.app).post('/account/api/login', { email: 'nobody@example.org', password: 'Wrong-Password-7' });
  let last = await guess();
  for (let tries = 0; tries < 5 && last.statusCode !== 429; tries += 1) last = await guess();
  expect(last.statusCode).toBe(429);
  await notifyReachedLimits(house.kernel);
  expect(await house.outbox(house.env.OPERATOR_EMAIL)).toEqual([]);
});
