import { Secret, TOTP } from 'otpauth';
import { dayMs, minuteMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { TestBrowser } from '../support/browser.ts';
import { requestsAs, password, signUpPatient, type Person } from '../support/people.ts';

// An attacker with the right password but without the second factor, with production limits.
let house: TestApp;
let owner: Person;
let totp: TOTP;
beforeAll(async () => {
  house = await testApp({ KONSIL_LIMITS_FACTOR: '1' });
  owner = await signUpPatient(house);
  const { secret } = (
    await requestsAs(house.app, owner).post('/account/secondfactor', { current_password: password })
  ).json();
  totp = new TOTP({ secret: Secret.fromBase32(secret) });
  await requestsAs(house.app, owner).post('/account/secondfactor/confirm', { code: rightCode() });
});
beforeEach(() => house.clock.advance(2 * dayMs));

const rightCode = () => {
  house.clock.advance(minuteMs);
  return totp.generate({ timestamp: house.clock.now().getTime() });
};
/** A six-digit code that is invalid at any time near now. */
const wrongCode = (): string => {
  const near = [-2, -1, 0, 1, 2].map((steps) =>
    totp.generate({ timestamp: house.clock.now().getTime() + steps * 30_000 }),
  );
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? '';
};
const home = '198.51.100.7';
const stranger = '203.0.113.66';
const login = (code: string | undefined, remoteAddress: string, cookie?: string) =>
  house.app.inject({
    method: 'POST',
    url: '/account/api/login',
    remoteAddress,
    payload: { email: owner.email, password, ...(code === undefined ? {} : { code }) },
    headers: cookie ? { cookie } : {},
  });
const statuses = async (times: number, call: () => ReturnType<typeof login>) => {
  const all: number[] = [];
  for (let n = 0; n < times; n += 1) all.push((await call()).statusCode);
  return all;
};
const deviceOf = (answer: Awaited<ReturnType<typeof login>>) =>
  `konsil-device=${encodeURIComponent(answer.cookies.find(({ name }) => name === 'konsil-device')?.value ?? '')}`;
const letters = async (subject: string) =>
  (await house.outbox(owner.email)).filter((letter) => letter.subject === subject).length;
const told = 'Falscher Code nach richtigem Passwort';

test('a sign-in without a code is not counted', async () => {
  expect(new Set(await statuses(40, () => login(undefined, home)))).toEqual(new Set([401]));
  expect((await login(rightCode(), home)).statusCode).toBe(200);
});

test("the portal's two-step sign-in works ten times per 15 minutes", async () => {
  const browser = new TestBrowser(house.app);
  for (let n = 0; n < 10; n += 1) {
    expect((await browser.signIn(owner.email, password)).json().url).toContain('SecondFactorRequired');
    expect((await browser.signIn(owner.email, password, { code: rightCode() })).statusCode).toBe(200);
  }
});

test("an attacker's wrong codes lock out neither the known device nor other addresses", async () => {
  const device = deviceOf(await login(rightCode(), home));
  const tried = await statuses(12, () => login(wrongCode(), stranger));
  expect(tried).toEqual([422, 422, 422, 422, 422, 422, 422, 422, 429, 429, 429, 429]);
  expect((await login(rightCode(), stranger)).statusCode).toBe(429);
  expect((await login(rightCode(), home)).statusCode).toBe(200);
  expect((await login(rightCode(), home, device)).statusCode).toBe(200);
});

test('many addresses get 20 codes per 15 minutes, and the known device still works', async () => {
  const device = deviceOf(await login(rightCode(), home));
  let at = 0;
  const tried = await statuses(60, () => login(wrongCode(), `203.0.${(at += 1)}.1`));
  expect(tried.filter((status) => status === 422)).toHaveLength(20);
  expect((await login(rightCode(), home)).statusCode).toBe(429);
  expect((await login(rightCode(), home, device)).statusCode).toBe(200);
});

test('concurrent codes are limited like sequential ones', async () => {
  const answers = await Promise.all(Array.from({ length: 24 }, () => login(wrongCode(), stranger)));
  expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(8);
});

test('right codes are uncounted: only wrong ones count', async () => {
  const device = deviceOf(await login(rightCode(), home));
  expect(await statuses(7, () => login(wrongCode(), home, device))).toEqual(Array.from({ length: 7 }, () => 422));
  expect((await login(rightCode(), home, device)).statusCode).toBe(200);
  expect((await login(wrongCode(), home, device)).statusCode).toBe(422);
  expect((await login(wrongCode(), home, device)).statusCode).toBe(429);
});

test('a device also has a daily limit', async () => {
  const device = deviceOf(await login(rightCode(), home));
  const tried: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    tried.push(...(await statuses(8, () => login(wrongCode(), home, device))));
    house.clock.advance(16 * minuteMs);
  }
  expect(tried.filter((status) => status === 422)).toHaveLength(50);
});

describe('The owner is notified', () => {
  test('of a wrong code after the right password, once a day', async () => {
    const before = await letters(told);
    await login(wrongCode(), stranger);
    await login(wrongCode(), stranger);
    expect(await letters(told)).toBe(before + 1);
    expect((await house.outbox(owner.email))[0]?.text).toContain('neues');
  });

  test('of repeated wrong codes on a known device, but not of two', async () => {
    const device = deviceOf(await login(rightCode(), home));
    const before = await letters(told);
    await statuses(2, () => login(wrongCode(), home, device));
    expect(await letters(told)).toBe(before);
    await login(wrongCode(), home, device);
    expect(await letters(told)).toBe(before + 1);
  });

  test('of a sign-in from a new device, not from a known one', async () => {
    const news = 'Anmeldung von einem neuen Gerät';
    const before = await letters(news);
    const device = deviceOf(await login(rightCode(), '192.0.2.55'));
    expect(await letters(news)).toBe(before + 1);
    await login(rightCode(), home, device);
    expect(await letters(news)).toBe(before + 1);
  });

  test('of each new browser, but not repeatedly of a client without cookies', async () => {
    const news = 'Anmeldung von einem neuen Gerät';
    const before = await letters(news);
    await login(rightCode(), '192.0.2.77');
    await login(rightCode(), '192.0.2.78');
    expect(await letters(news)).toBe(before);
    await new TestBrowser(house.app).signIn(owner.email, password, { code: rightCode() });
    await new TestBrowser(house.app).signIn(owner.email, password, { code: rightCode() });
    expect(await letters(news)).toBe(before + 2);
  });
});
