import { minuteMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { TestBrowser } from '../support/browser.ts';
import { requestsAs, inviteDoctor, newEmail, password, signUpPatient, type Person } from '../support/people.ts';

const portal = 'http://localhost:4200';
let house: TestApp;
let patient: Person;
let browser: TestBrowser;
beforeAll(async () => {
  house = await testApp();
  patient = await signUpPatient(house);
});
beforeEach(() => {
  browser = new TestBrowser(house.app);
});

const url = (answer: { json: () => { url: string } }) => answer.json().url;

describe('Reading', () => {
  test('lists one provider with absolute URLs of the requested origin', async () => {
    expect((await browser.get('/api/auth/providers')).json()).toEqual({
      credentials: {
        id: 'credentials',
        name: 'Konsil',
        type: 'credentials',
        signinUrl: `${portal}/api/auth/signin/credentials`,
        callbackUrl: `${portal}/api/auth/callback/credentials`,
      },
    });
    const elsewhere = await house.app.inject({ url: '/api/auth/providers', headers: { host: 'evil.example' } });
    expect(elsewhere.body).not.toContain('evil.example');
  });

  test('sets a CSRF token and its cookie once', async () => {
    const first = await browser.get('/api/auth/csrf');
    expect(first.headers['cache-control']).toBe('private, no-cache, no-store');
    expect(first.cookies).toMatchObject([{ name: 'next-auth.csrf-token', httpOnly: true, sameSite: 'Lax', path: '/' }]);
    const second = await browser.get('/api/auth/csrf');
    expect(second.cookies).toEqual([]);
    expect(second.json()).toEqual(first.json());
    browser.cookies.set('next-auth.csrf-token', 'forged|00');
    expect((await browser.get('/api/auth/csrf')).cookies).toHaveLength(1);
  });

  test('returns {} when signed out, and {user, expires} for a session', async () => {
    const none = await browser.get('/api/auth/session');
    expect(none.statusCode).toBe(200);
    expect(none.body).toBe('{}');
    expect(none.headers['cache-control']).toContain('no-store');
    await browser.signIn(patient.email, password);
    const answer = await browser.get('/api/auth/session');
    expect(answer.json()).toEqual({
      user: {
        user_patient_id: patient.accountId,
        user_fullname: 'Petra Möller',
        role: 'patient',
        email: patient.email,
        locale: 'de',
      },
      expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect(answer.cookies).toMatchObject([{ name: 'next-auth.session-token', httpOnly: true }]);
  });

  test('clears an invalid session cookie', async () => {
    browser.cookies.set('next-auth.session-token', 'A'.repeat(43));
    const answer = await browser.get('/api/auth/session');
    expect(answer.json()).toEqual({});
    expect(browser.cookies.has('next-auth.session-token')).toBe(false);
  });
});

describe('Signing in', () => {
  test('sets all three cookies of one session, and returns the target URL', async () => {
    const answer = await browser.signIn(patient.email, password, { callbackUrl: '/patient/process?open=1' });
    expect(answer.statusCode).toBe(200);
    expect(url(answer)).toBe(`${portal}/patient/process?open=1`);
    expect((await browser.product('GET', '/account/isloggedin')).json()).toMatchObject({ email: patient.email });
    expect((await browser.session()).user?.email).toBe(patient.email);
  });

  test('by the login request opens the same kind of session', async () => {
    await browser.call('POST', '/account/api/login', { json: { email: patient.email, password } });
    expect((await browser.session()).user?.email).toBe(patient.email);
  });

  test.each([
    [() => patient.email, 'Falsch-Geraten-1'],
    [() => newEmail(), password],
    [() => 'nobody', ''],
    [() => '', ''],
  ])('with wrong credentials returns the named error', async (email, secret) => {
    const answer = await browser.signIn(email(), secret);
    expect(answer.statusCode).toBe(401);
    expect(url(answer)).toBe(`${portal}/api/auth/error?error=CredentialsSignin&provider=credentials`);
    expect((await browser.session()).user).toBeUndefined();
  });

  test('as a deactivated doctor is denied after the check', async () => {
    const doctor = await inviteDoctor(house);
    await house.kernel.connection.pool.query('update accounts set deactivated_at = now() where id = $1', [
      doctor.accountId,
    ]);
    const answer = await browser.signIn(doctor.email, password);
    expect(answer.statusCode).toBe(403);
    expect(url(answer)).toContain('error=AccessDenied');
    expect((await browser.signIn(doctor.email, 'Falsch-Geraten-1')).statusCode).toBe(401);
  });

  test('without a CSRF token does nothing and redirects back', async () => {
    await browser.get('/api/auth/csrf');
    for (const csrfToken of ['', 'x'.repeat(43)]) {
      const answer = await browser.call('POST', '/api/auth/callback/credentials', {
        form: { csrfToken, json: 'true', email: patient.email, password },
      });
      expect(answer.statusCode).toBe(200);
      expect(url(answer)).toBe(`${portal}/api/auth/signin?csrf=true`);
    }
    expect((await browser.session()).user).toBeUndefined();
  });

  test('with a plain form redirects', async () => {
    const right = await browser.signIn(patient.email, password, { json: '', callbackUrl: '/patient' });
    expect([right.statusCode, right.headers.location]).toEqual([302, `${portal}/patient`]);
    const wrong = await browser.signIn(patient.email, 'Falsch-Geraten-1', { json: '' });
    expect([wrong.statusCode, wrong.headers.location]).toEqual([
      302,
      `${portal}/api/auth/error?error=CredentialsSignin&provider=credentials`,
    ]);
  });

  test('too often returns the wait and still a URL', async () => {
    const strict = await testApp({ KONSIL_LIMITS_FACTOR: '1' });
    const guest = new TestBrowser(strict.app);
    const email = newEmail();
    let answer = await guest.signIn(email, 'Falsch-Geraten-1');
    for (let at = 0; at < 10 && answer.statusCode === 401; at += 1)
      answer = await guest.signIn(email, 'Falsch-Geraten-1');
    expect(answer.statusCode).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(url(answer)).toBe(`${portal}/api/auth/error?error=TooMany&provider=credentials`);
    await strict.close();
  });

  test('with another or unknown provider still returns a URL', async () => {
    expect(url(await browser.form('/api/auth/signin/credentials'))).toBe(`${portal}/api/auth/signin`);
    const unknown = await browser.form('/api/auth/callback/github');
    expect(unknown.statusCode).toBe(400);
    expect(url(unknown)).toContain(`${portal}/api/auth/error?error=`);
  });
});

describe('The binding to the browser', () => {
  test('makes a token copied from document.cookie useless without the HttpOnly cookie', async () => {
    await browser.signIn(patient.email, password);
    const copied = { token: browser.cookies.get('authorization') ?? '', csrf: browser.cookies.get('csrftoken') ?? '' };
    expect((await requestsAs(house.app, copied).get('/account/isloggedin')).statusCode).toBe(401);
    expect((await browser.product('GET', '/account/isloggedin')).statusCode).toBe(200);
  });

  test('does not require a cookie from clients that send headers only', async () => {
    expect((await requestsAs(house.app, patient).get('/account/isloggedin')).statusCode).toBe(200);
  });
});

describe('Signing out', () => {
  test.each([
    ['/api/auth/signout', () => browser.form('/api/auth/signout', { callbackUrl: '/' })],
    ['/account/api/logout', () => browser.product('POST', '/account/api/logout')],
  ])('by %s ends the one session behind both', async (_name, signOut) => {
    await browser.signIn(patient.email, password);
    const before = new Map(browser.cookies);
    const answer = await signOut();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['clear-site-data']).toBe('"cache", "storage"');
    for (const name of ['csrftoken', 'authorization', 'next-auth.session-token'])
      expect(browser.cookies.has(name)).toBe(false);

    for (const [name, value] of before) browser.cookies.set(name, value);
    expect((await browser.product('GET', '/account/isloggedin')).statusCode).toBe(401);
    expect(await browser.session()).toEqual({});
  });

  test('without a CSRF token does nothing', async () => {
    await browser.signIn(patient.email, password);
    const answer = await browser.call('POST', '/api/auth/signout', { form: { csrfToken: 'wrong', json: 'true' } });
    expect(url(answer)).toBe(`${portal}/api/auth/signout?csrf=true`);
    expect((await browser.session()).user?.email).toBe(patient.email);
  });
});

describe('Update', () => {
  test('changes the language and extends the session; a wrong CSRF token gets 400 {}', async () => {
    await browser.signIn(patient.email, password);
    const before = (await browser.session()).expires ?? '';
    house.clock.advance(5 * minuteMs);
    expect((await browser.session()).expires).toBe(before);
    const { csrfToken } = (await browser.get('/api/auth/csrf')).json();
    const updated = (
      await browser.call('POST', '/api/auth/session', { json: { csrfToken, data: { locale: 'en', role: 'doctor' } } })
    ).json();
    expect(updated.user).toMatchObject({ locale: 'en', role: 'patient' });
    expect(updated.expires > before).toBe(true);
    const refused = await browser.call('POST', '/api/auth/session', { json: { csrfToken: 'wrong', data: {} } });
    expect([refused.statusCode, refused.body]).toEqual([400, '{}']);
  });
});

describe('Pages', () => {
  test.each([
    [
      '/api/auth/signin?error=SessionRequired&callbackUrl=%2Fpatient',
      '/login?error=SessionRequired&callbackUrl=%2Fpatient',
    ],
    ['/api/auth/signin/credentials?callbackUrl=%2Fpatient', '/login?callbackUrl=%2Fpatient'],
    ['/api/auth/signout?csrf=true', '/logout?csrf=true'],
    ['/api/auth/error?error=CredentialsSignin', '/login?error=CredentialsSignin'],
    ['/api/auth/error?error=OAuthAccountNotLinked', '/login?error=OAuthAccountNotLinked'],
    ['/api/auth/error?error=Configuration', '/error?error=Configuration'],
    ['/api/auth/error', '/error'],
  ])("%s redirects to the portal's own %s", async (asked, page) => {
    const answer = await browser.get(asked);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, `${portal}${page}`]);
  });

  test("are served by the requested portal, or at the API origin by the callback's", async () => {
    const doctors = new TestBrowser(house.app, 'http://localhost:4300');
    expect((await doctors.get('/api/auth/signin')).headers.location).toBe('http://localhost:4300/login');
    const api = new TestBrowser(house.app, 'http://localhost:3000');
    expect(
      (await api.get('/api/auth/signin?callbackUrl=http%3A%2F%2Flocalhost%3A4300%2Fdoctor')).headers.location,
    ).toContain('http://localhost:4300/login?');
  });

  test.each([
    ['GET', '/api/auth/nonsense'],
    ['PUT', '/api/auth/session'],
    ['DELETE', '/api/auth/csrf'],
    ['POST', '/api/auth/nonsense'],
  ] as const)('%s %s is 400', async (method, asked) => {
    expect((await browser.call(method, asked)).statusCode).toBe(400);
  });
});

describe('The callback URL', () => {
  const hostile = [
    '//evil.example',
    '///evil.example',
    '////evil.example/x',
    '/\\evil.example',
    '\\\\evil.example',
    '/\\/evil.example',
    '\\/evil.example',
    '/%5cevil.example',
    '%2F%2Fevil.example',
    '/%2f%2fevil.example',
    'https://evil.example',
    'http://evil.example/a?b#c',
    'HTTPS://EVIL.EXAMPLE',
    'https:evil.example',
    'https:/evil.example',
    'http:\\\\evil.example',
    'ftp://localhost:4200/',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox',
    'file:///etc/passwd',
    'blob:http://localhost:4200/x',
    'http://localhost:4200@evil.example',
    'http://evil@localhost:4200/',
    'http://user:secret@localhost:4200/',
    'http://localhost:4200.evil.example/',
    'http://localhost.evil.example:4200/',
    'http://localhost:42000/',
    'http://127.0.0.1:4200/',
    '/patient\r\nSet-Cookie: a=b',
    '/patient%0d%0aLocation:%20https://evil.example',
    'http://localhost:4200\r\n.evil.example',
    '\thttps://evil.example',
    ' https://evil.example',
    'https://evil.example\\@localhost:4200',
    'http://[::1]:4200/',
    'http://localhost:4200:80/',
    'evil.example',
    'x'.repeat(5000),
  ];
  expect(hostile).toHaveLength(40);

  test.each(hostile)('%j stays on our origin', async (callbackUrl) => {
    for (const send of [
      () => browser.signIn(patient.email, password, { callbackUrl }),
      () => browser.form('/api/auth/signout', { callbackUrl }),
    ]) {
      const answer = await send();
      expect(answer.statusCode).toBeLessThan(500);
      expect(new URL(url(answer)).origin).toBe(portal);
      expect(new URL(url(answer)).username).toBe('');
    }
    const form = await browser.signIn(patient.email, password, { callbackUrl, json: '' });
    expect(new URL(String(form.headers.location)).origin).toBe(portal);
  });

  test('that cannot be parsed is the named error', async () => {
    const answer = await browser.signIn(patient.email, password, { callbackUrl: '\\\\evil.example' });
    expect([answer.statusCode, url(answer)]).toEqual([
      400,
      `${portal}/api/auth/error?error=InvalidCallbackUrl&provider=credentials`,
    ]);
  });

  test("keeps the other portal and the same origin; defaults to the portal's start", async () => {
    expect(url(await browser.signIn(patient.email, password, { callbackUrl: 'http://localhost:4300/doctor' }))).toBe(
      'http://localhost:4300/doctor',
    );
    expect(url(await browser.signIn(patient.email, password, { callbackUrl: `${portal}/patient?a=1#b` }))).toBe(
      `${portal}/patient?a=1#b`,
    );
    expect(url(await new TestBrowser(house.app).signIn(patient.email, password))).toBe(portal);
  });
});

describe('Cross-site requests', () => {
  const state = [
    '/api/auth/session',
    '/api/auth/callback/credentials',
    '/api/auth/signin/credentials',
    '/api/auth/signout',
    '/api/auth/_log',
    '/account/api/login',
    '/account/api/signup',
    '/account/api/logout',
    '/account/contact',
  ];

  test.each(state)('%s refuses another site', async (path) => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    ] as Record<string, string>[]) {
      const answer = await house.app.inject({
        method: 'POST',
        url: path,
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'email=x',
      });
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({ code: 'cross_site' });
    }
  });

  test.each(state)('%s refuses text/plain', async (path) => {
    const answer = await house.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'text/plain' },
      payload: '{"email":"x"}',
    });
    expect(answer.statusCode).toBe(path === '/account/api/logout' || path === '/account/contact' ? 401 : 415);
  });

  test('an API route refuses a form', async () => {
    const answer = await house.app.inject({
      method: 'POST',
      url: '/account/api/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'email=x&password=y',
    });
    expect(answer.statusCode).toBe(415);
  });

  test('a refusal of the protocol always contains a URL', async () => {
    const answer = await house.app.inject({
      method: 'POST',
      url: '/api/auth/signout',
      headers: { 'content-type': 'text/plain', host: 'localhost:4200' },
      payload: 'x',
    });
    expect(answer.json().url).toBe(`${portal}/api/auth/error?error=UnknownError`);
  });
});

test('a beacon gets an empty 200, whatever it contains', async () => {
  const answer = await browser.call('POST', '/api/auth/_log', {
    form: { level: 'error', code: 'CLIENT_FETCH_ERROR', client: 'true', message: 'a\r\nb', url: '/api/auth/session' },
  });
  expect([answer.statusCode, answer.body]).toEqual([200, '']);
  expect((await browser.call('POST', '/api/auth/_log', { form: { message: 'x'.repeat(20_000) } })).statusCode).toBe(
    413,
  );
});
