import { hourMs, minuteMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { requestsAs, newEmail, password, signInAgain, signUpPatient, type Person } from '../support/people.ts';
import { waitUntil } from '@konsil/server-testing/until';

let house: TestApp;
let patient: Person;
const login = (email: string, secret: string, headers: Record<string, string> = {}) =>
  requestsAs(house.app).post('/account/api/login', { email, password: secret }, headers);

describe('With production limits', () => {
  beforeAll(async () => {
    house = await testApp({ KONSIL_LIMITS_FACTOR: '1' });
    patient = await signUpPatient(house);
  });

  /** Guesses until the account is locked, respecting the delays. */
  const guessUntilShut = async (email: string) => {
    for (let checked = 0; ; ) {
      const answer = await login(email, 'Falsch-Geraten-1');
      if (answer.statusCode === 401) {
        checked += 1;
        continue;
      }
      const wait = Number(answer.headers['retry-after']);
      if (wait > 128) return { checked, answer };
      house.clock.advance(wait * 1000);
    }
  };

  test('wrong passwords are delayed, whatever the forwarded address', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 60; at += 1)
      statuses.push((await login(newEmail(), 'Falsch-Geraten-1', { 'x-forwarded-for': `203.0.113.${at}` })).statusCode);
    expect(new Set(statuses)).toEqual(new Set([401]));
    house.clock.advance(15 * minuteMs);
    statuses.length = 0;
    for (let at = 0; at < 60; at += 1)
      statuses.push(
        (await login(patient.email, 'Falsch-Geraten-1', { 'x-forwarded-for': `203.0.113.${at}` })).statusCode,
      );
    expect(statuses.slice(0, 4)).toEqual([401, 401, 401, 401]);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
    expect(statuses).toContain(429);
    house.clock.advance(15 * minuteMs);
  });

  test('ten wrong passwords stop all checks of the address for 15 minutes', async () => {
    const { checked, answer } = await guessUntilShut(patient.email);
    expect(checked).toBe(10);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(500);
    expect(answer.json()).toEqual({
      type: '/api/problems#too_many',
      title: 'Email or password are incorrect',
      status: 429,
      code: 'too_many',
    });
    const right = await login(patient.email, password);
    expect([right.statusCode, right.body]).toEqual([429, answer.body]);
    const unknown = await guessUntilShut(newEmail());
    expect([unknown.checked, unknown.answer.body]).toEqual([10, answer.body]);

    house.clock.advance(15 * minuteMs);
    expect((await login(patient.email, password)).statusCode).toBe(200);
  });

  test('the owner is notified once, and can still use a known device', async () => {
    const cookies = (await login(patient.email, password)).cookies;
    const device = cookies.find((cookie) => cookie.name === 'konsil-device');
    expect(device).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    await guessUntilShut(patient.email);
    expect((await login(patient.email, password)).statusCode).toBe(429);
    expect(
      (await login(patient.email, password, { cookie: `konsil-device=${encodeURIComponent(device?.value ?? '')}` }))
        .statusCode,
    ).toBe(200);
    // The email is sent asynchronously.
    const notices = async () =>
      (await house.outbox(patient.email)).filter((letter) => letter.subject === 'Viele Anmeldeversuche bei Ihrem Konto')
        .length;
    await waitUntil(async () => (await notices()) > 0);
    expect(await notices()).toBe(1);
  });

  test("another account's device cookie does not help", async () => {
    const stranger = await signUpPatient(house);
    const device = (await login(stranger.email, password)).cookies.find((cookie) => cookie.name === 'konsil-device');
    await guessUntilShut(patient.email);
    expect(
      (await login(patient.email, password, { cookie: `konsil-device=${encodeURIComponent(device?.value ?? '')}` }))
        .statusCode,
    ).toBe(429);
  });

  test('sign-ups from one address are limited to five a minute', async () => {
    house.clock.advance(25 * hourMs);
    house.clock.stop();
    const answers = [];
    for (let at = 0; at < 7; at += 1)
      answers.push(
        await requestsAs(house.app).post('/account/api/signup', {
          email: newEmail(),
          password,
          confirm_password: password,
          consent: true,
        }),
      );
    expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201, 201, 201, 201, 429, 429]);
  });
});

describe('With wide limits', () => {
  beforeAll(async () => {
    house = await testApp();
    patient = await signUpPatient(house);
  });

  test('a wrong password and an unknown address get the same response in the same time', async () => {
    const bodies = new Set<string>();
    const median = (values: number[]) => values.sort((a, b) => a - b)[values.length / 2] ?? 0;
    const difference = async () => {
      const times: Record<'wrong' | 'unknown', number[]> = { wrong: [], unknown: [] };
      for (let at = 0; at < 30; at += 1) {
        for (const kind of ['wrong', 'unknown'] as const) {
          const begun = performance.now();
          const answer = await login(kind === 'wrong' ? patient.email : newEmail(), 'Falsch-Geraten-1');
          times[kind].push(performance.now() - begun);
          bodies.add(`${answer.statusCode} ${answer.body}`);
        }
      }
      const [wrong, unknown] = [median(times.wrong), median(times.unknown)];
      return Math.abs(wrong - unknown) / Math.max(wrong, unknown);
    };
    // Other tests use the CPU too: a timing leak shows in every round, noise does not.
    let least = await difference();
    for (let round = 1; round < 12 && least >= 0.1; round += 1) least = Math.min(least, await difference());
    expect(least).toBeLessThan(0.1);
    expect([...bodies]).toEqual([
      '401 {"type":"/api/problems#login_failed","title":"Email or password are incorrect","status":401,"code":"login_failed"}',
    ]);
  });

  test('addresses are case-insensitive', async () => {
    expect((await login(patient.email.toUpperCase(), password)).statusCode).toBe(200);
  });

  test('the login response has both tokens of the specification and sets three cookies', async () => {
    const answer = await login(patient.email, password);
    const { CSRF_Token, Authorization } = answer.json<{ CSRF_Token: string; Authorization: string }>();
    const cookies = Object.fromEntries(answer.cookies.map((cookie) => [cookie.name, cookie]));
    expect(cookies.csrftoken).toMatchObject({ value: CSRF_Token, sameSite: 'Strict', path: '/' });
    expect(cookies.authorization).toMatchObject({ value: Authorization, sameSite: 'Strict', path: '/' });
    expect(cookies['next-auth.session-token']).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    for (const cookie of answer.cookies) expect(cookie).not.toHaveProperty('domain');
  });

  test('on https every cookie is Secure with its prefix, whatever the proxy says', async () => {
    const proxied = await testApp({ PUBLIC_PATIENT_ORIGIN: 'https://localhost:4200' });
    const person = await signUpPatient(proxied);
    const answer = await requestsAs(proxied.app).post('/account/api/login', { email: person.email, password });
    expect(answer.cookies.every((cookie) => cookie.secure)).toBe(true);
    expect(answer.cookies.map((cookie) => cookie.name)).toContain('__Secure-next-auth.session-token');
    expect(answer.headers['strict-transport-security']).toContain('max-age=63072000');
    await proxied.close();
  });

  test('tokens never repeat and their bytes are evenly distributed', async () => {
    const tokens: Buffer[] = [];
    for (let at = 0; at < 100; at += 1) {
      const { token } = await signInAgain(house.app, patient);
      tokens.push(Buffer.from(token, 'base64url'));
    }
    expect(new Set(tokens.map((token) => token.toString('hex'))).size).toBe(tokens.length);
    expect(tokens.every((token) => token.length === 32)).toBe(true);
    const counts = new Array<number>(256).fill(0);
    for (const token of tokens) for (const byte of token) counts[byte] = (counts[byte] ?? 0) + 1;
    const expected = (tokens.length * 32) / 256;
    const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // 255 degrees of freedom: exceeded once in a million.
    expect(chiSquare).toBeGreaterThan(160);
    expect(chiSquare).toBeLessThan(380);
  });

  test('names missing fields', async () => {
    const answer = await requestsAs(house.app).post('/account/api/login', { email: 'nobody' });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toEqual([
      { path: 'email', code: 'emailInvalid', message: 'Please enter a valid email' },
      { path: 'password', code: 'passwordMissing', message: 'Please enter a password' },
    ]);
    expect((await requestsAs(house.app).post('/account/api/login', {})).json().errors[0]).toEqual({
      path: 'email',
      code: 'emailMissing',
      message: 'Please enter your email',
    });
  });
});
