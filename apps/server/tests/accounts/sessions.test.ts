import { hourMs, minuteMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { actionsOf } from '../support/audit.ts';
import { TestBrowser } from '../support/browser.ts';
import { requestsAs, password, signInAgain, signUpPatient, type Person } from '../support/people.ts';
import { statementsOf } from '../support/statements.ts';

let house: TestApp;
let patient: Person;
let other: Person;
beforeAll(async () => {
  house = await testApp();
  patient = await signUpPatient(house);
  other = await signUpPatient(house);
});
beforeEach(async () => {
  patient = await signInAgain(house.app, patient);
  other = await signInAgain(house.app, other);
});

const status = async (person: Pick<Person, 'token' | 'csrf'>, app = house.app) =>
  (await requestsAs(app, person).get('/account/isloggedin')).statusCode;

describe('A session ends', () => {
  test('after half an hour without a request, and not before', async () => {
    for (let at = 0; at < 4; at += 1) {
      house.clock.advance(29 * minuteMs);
      expect(await status(patient)).toBe(200);
    }
    house.clock.advance(31 * minuteMs);
    expect(await status(patient)).toBe(401);
  });

  test('after twelve hours in any case', async () => {
    for (let at = 0; at < 12 * 3; at += 1) {
      house.clock.advance(20 * minuteMs);
      if (at < 12 * 3 - 1) expect(await status(patient)).toBe(200);
    }
    house.clock.advance(minuteMs);
    expect(await status(patient)).toBe(401);
  });

  test('and is not revived by a clock set back', async () => {
    house.clock.advance(31 * minuteMs);
    await house.kernel.sessions.sweep();
    house.clock.advance(-24 * hourMs);
    expect(await status(patient)).toBe(401);
    house.clock.advance(24 * hourMs);
  });

  test('despite polling and background requests', async () => {
    const browser = new TestBrowser(house.app);
    await browser.signIn(patient.email, password);
    const before = (await browser.session()).expires;
    house.clock.advance(10 * minuteMs);
    expect((await browser.session()).expires).toBe(before);
    await requestsAs(house.app, patient).get('/account/sessions', undefined, { 'x-background': '1' });
    house.clock.advance(21 * minuteMs);
    expect(await status(patient)).toBe(401);
  });

  test('later when it is extended', async () => {
    house.clock.advance(28 * minuteMs);
    const { expires_at } = (await requestsAs(house.app, patient).post('/account/sessions/extend')).json();
    expect(new Date(expires_at).getTime() - house.clock.now().getTime()).toBeGreaterThan(29 * minuteMs);
  });
});

test('when an account has too many: the least recently used one, with one notification', async () => {
  const strict = await testApp({ SESSIONS_PER_ACCOUNT: '3' });
  const first = await signUpPatient(strict);
  const second = await signInAgain(strict.app, first);
  const third = await signInAgain(strict.app, first);
  strict.clock.advance(minuteMs);
  expect(await status(first, strict.app)).toBe(200);
  const fourth = await signInAgain(strict.app, first);
  expect(await Promise.all([first, second, third, fourth].map((person) => status(person, strict.app)))).toEqual([
    200, 401, 200, 200,
  ]);
  const told = async () =>
    (await strict.outbox(first.email)).filter(({ subject }) => subject === 'Ältere Anmeldungen wurden beendet').length;
  expect(await told()).toBe(1);
  await strict.close();
});

describe('A read-only request', () => {
  test('writes only its audit entry once the idle timeout was extended', async () => {
    house.clock.stop();
    await requestsAs(house.app, patient).get('/account/settings');
    const statements = await statementsOf(async () => {
      for (const path of [
        '/account/settings',
        '/account/me',
        '/account/sessions',
        '/account/isloggedin',
        '/api/process',
      ])
        expect((await requestsAs(house.app, patient).get(path)).statusCode).toBe(200);
    });
    house.clock.goOn();
    expect(statements.length).toBeGreaterThan(5);
    expect(
      statements.filter(
        (text) => /^\s*(update|delete)\b/i.test(text) || /^\s*insert\b(?!.*"audit_records")/is.test(text),
      ),
    ).toEqual([]);
  });
});

describe('The list of sessions', () => {
  test('shows device and time, and marks the current one', async () => {
    await house.app.inject({
      method: 'POST',
      url: '/account/api/login',
      payload: { email: patient.email, password },
      headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    });
    const sessions = (await requestsAs(house.app, patient).get('/account/sessions')).json<
      { id: string; device: string; current: boolean }[]
    >();
    expect(sessions.filter((session) => session.current)).toHaveLength(1);
    expect(sessions.map((session) => session.device)).toContain('Firefox, Windows');
  });

  test("ends one, only of the user's own", async () => {
    const second = await signInAgain(house.app, patient);
    const [foreign] = (await requestsAs(house.app, other).get('/account/sessions')).json<{ id: string }[]>();
    const own = (await requestsAs(house.app, second).get('/account/sessions'))
      .json<{ id: string; current: boolean }[]>()
      .find((session) => session.current);
    expect((await requestsAs(house.app, patient).delete(`/account/sessions/${foreign?.id}`)).statusCode).toBe(404);
    expect(await status(other)).toBe(200);
    expect((await requestsAs(house.app, patient).delete(`/account/sessions/${own?.id}`)).statusCode).toBe(200);
    expect(await status(second)).toBe(401);
    expect(await status(patient)).toBe(200);
    expect(await actionsOf(house, patient.accountId)).toContain('account.session_ended');
  });

  test('ends all others, in every process at once', async () => {
    const [second, third] = [await signInAgain(house.app, patient), await signInAgain(house.app, patient)];
    const process = await house.secondProcess();
    expect(await status(second, process)).toBe(200);
    await requestsAs(process, third).delete('/account/sessions');
    for (const app of [house.app, process]) {
      expect(await status(second, app)).toBe(401);
      expect(await status(patient, app)).toBe(401);
      expect(await status(third, app)).toBe(200);
    }
    expect(await actionsOf(house, patient.accountId)).toContain('account.sessions_ended');
  });
});

describe('CSRF', () => {
  const change = (token: string, csrf: string | undefined, headers: Record<string, string> = {}) =>
    house.app.inject({
      method: 'PUT',
      url: '/account/settings',
      payload: { locale: 'en' },
      headers: { authorization: `Token ${token}`, ...(csrf === undefined ? {} : { 'x-csrftoken': csrf }), ...headers },
    });
  const locale = async () => (await requestsAs(house.app, patient).get('/account/settings')).json().locale;
  const tampered = (csrf: string) => `${csrf.slice(0, -2)}${csrf.endsWith('AA') ? 'BB' : 'AA'}`;

  test('a missing, empty, foreign, old or changed token is refused', async () => {
    const old = patient.csrf;
    const fresh = await signInAgain(house.app, patient);
    for (const csrf of [undefined, '', 'x', other.csrf, old, tampered(fresh.csrf), `${fresh.csrf}.x`]) {
      const answer = await change(fresh.token, csrf);
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'csrf']);
    }
    expect(await locale()).toBe('de');
    expect((await change(fresh.token, fresh.csrf)).statusCode).toBe(200);
    expect(await locale()).toBe('en');
  });

  test('cookies alone authenticate nothing', async () => {
    const browser = new TestBrowser(house.app);
    await browser.signIn(patient.email, password);
    expect((await browser.get('/account/isloggedin')).statusCode).toBe(401);
    expect((await browser.call('POST', '/account/api/logout')).statusCode).toBe(401);
    expect((await browser.product('GET', '/account/isloggedin')).statusCode).toBe(200);
  });

  test('a cookie sent twice is ignored', async () => {
    const browser = new TestBrowser(house.app);
    await browser.signIn(patient.email, password);
    const cookie = `next-auth.session-token=${'A'.repeat(43)}; next-auth.session-token=${browser.cookies.get('next-auth.session-token')}`;
    const answer = await house.app.inject({
      url: '/account/isloggedin',
      headers: { authorization: `Token ${browser.cookies.get('authorization')}`, cookie },
    });
    expect(answer.statusCode).toBe(401);
  });

  test.each([
    'Bearer x',
    'Token',
    'Token ',
    'Token  x',
    'Token x y',
    'Token null',
    `Token ${'A'.repeat(43)}`,
    `Token ${'A'.repeat(50_000)}`,
  ])('"%.20s" is no valid authorization', async (authorization) => {
    expect((await house.app.inject({ url: '/account/isloggedin', headers: { authorization } })).statusCode).toBe(401);
  });
});

test('a new sign-in in a browser ends its previous session', async () => {
  const browser = new TestBrowser(house.app);
  await browser.signIn(patient.email, password);
  const before = {
    token: browser.cookies.get('authorization') ?? '',
    cookie: browser.cookies.get('next-auth.session-token') ?? '',
  };
  await browser.signIn(other.email, password);
  const answer = await house.app.inject({
    url: '/account/isloggedin',
    headers: { authorization: `Token ${before.token}`, cookie: `next-auth.session-token=${before.cookie}` },
  });
  expect(answer.statusCode).toBe(401);
});

test('only hashes of tokens are stored', async () => {
  const { rows } = await house.kernel.connection.pool.query<{ row: string }>(
    'select sessions::text as row from sessions',
  );
  const raw = Buffer.from(patient.token, 'base64url').toString('hex');
  expect(rows.some(({ row }) => row.includes(patient.token) || row.includes(raw))).toBe(false);
});
