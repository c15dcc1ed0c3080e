import { initI18n, storeLocale } from '@konsil/i18n';
import { hasToken, sessionResumed } from '@konsil/api';
import { createSessionClient } from './session-client.ts';
import { ada, berta, dropTokens, holdTokens, sessionServer } from './session-server.fake.ts';

const credentials = { email: 'ada@konsil.example', password: 'Secret-1' };
const leave = jest.fn();
let server: ReturnType<typeof sessionServer>;

beforeAll(() => initI18n({ locale: 'de' }));
beforeEach(() => {
  server = sessionServer();
  dropTokens();
  localStorage.clear();
  jest.spyOn(console, 'warn').mockImplementation();
});

const signedIn = async () => {
  server.user = ada;
  holdTokens();
  const client = createSessionClient({ leave });
  await Promise.all([client.refetch(), client.checkLogin()]);
  return client;
};

test("signing in posts the protocol's form and stores session, login and both cookies", async () => {
  const client = createSessionClient({ leave });
  const result = await client.signIn('credentials', { ...credentials, callbackUrl: 'http://localhost/patient' });
  expect(result).toEqual({
    error: null,
    status: 200,
    ok: true,
    url: 'http://localhost/patient',
    retryAfter: undefined,
  });
  expect(server.calls.slice(0, 3)).toEqual([
    'GET /api/auth/providers',
    'GET /api/auth/csrf',
    'POST /api/auth/callback/credentials',
  ]);
  expect(server.forms[0]).toEqual({
    ...credentials,
    csrfToken: 'csrf-of-the-form',
    callbackUrl: 'http://localhost/patient',
    json: 'true',
  });
  expect(client.getState()).toMatchObject({
    session: { user: { user_fullname: 'Ada Adler' } },
    login: { registration: 'done' },
  });
  expect(hasToken()).toBe(true);
});

test.each([
  ['CredentialsSignin', 401, undefined],
  ['SecondFactorRequired', 401, undefined],
  ['AccessDenied', 403, undefined],
  ['TooMany', 429, 60],
])("a refusal by %s is the result's error", async (error, status, retryAfter) => {
  server.refusal = { status, error, ...(retryAfter !== undefined && { retryAfter }) };
  const client = createSessionClient({ leave });
  expect(await client.signIn('credentials', credentials)).toEqual({ error, status, ok: false, url: null, retryAfter });
  expect(client.getState().session).toBeNull();
});

test.each(['form', 'session', 'tokens'] as const)('reports a browser that stores no %s cookies', async (lost) => {
  server.lostCookies = [lost];
  const client = createSessionClient({ leave });
  expect(await client.signIn('credentials', credentials)).toMatchObject({ error: 'NoCookies', ok: false, url: null });
  expect(client.getState().session).toBeNull();
});

test.each(['providersFail', 'offline'] as const)('signing in fails as Configuration on %s', async (failure) => {
  server[failure] = true;
  expect(await createSessionClient({ leave }).signIn('credentials', credentials)).toMatchObject({
    error: 'Configuration',
    ok: false,
  });
  expect(server.countOf('POST /api/auth/callback/credentials')).toBe(0);
});

test('signing out ends the session everywhere and cannot be undone by Back', async () => {
  const client = await signedIn();
  await client.signOut();
  expect(server.calls).toContain('POST /account/api/logout');
  expect(hasToken()).toBe(false);
  expect(client.getState()).toMatchObject({ session: null, login: null, ended: false });
  expect(JSON.parse(localStorage.getItem('nextauth.message') ?? '')).toMatchObject({
    event: 'session',
    data: { trigger: 'signout' },
  });
  expect(leave).toHaveBeenCalledWith('/');
});

test('signing out shows no "session ended"; other tabs learn of it before the server', async () => {
  const client = await signedIn();
  const states: boolean[] = [];
  client.subscribe(() => states.push(client.getState().ended));
  const signOut = client.signOut();
  expect(localStorage.getItem('nextauth.message')).toContain('signout');
  client.end();
  await signOut;
  expect(states).not.toContain(true);
});

test('signing in and out works without storage for other tabs', async () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const client = await signedIn();
  await client.signOut();
  expect(client.getState()).toMatchObject({ session: null, login: null });
  expect(leave).toHaveBeenCalledWith('/');
  jest.restoreAllMocks();
});

test("ends the session through the protocol when the API's sign-out fails", async () => {
  const client = await signedIn();
  server.logoutFails = true;
  await client.signOut();
  expect(server.user).toBeNull();
  expect(server.forms.at(-1)).toMatchObject({ csrfToken: 'csrf-of-the-form', json: 'true' });
});

test('requests the login once, however often a page mounts', () => {
  holdTokens();
  const client = createSessionClient({ leave });
  client.start();
  client.start();
  expect(server.calls.sort()).toEqual(['GET /account/isloggedin', 'GET /api/auth/session']);
});

test('the chosen language survives signing out', async () => {
  storeLocale('de');
  const client = await signedIn();
  const signedOut = client.signOut();
  // The server's response clears the browser's storage.
  document.cookie = 'konsil_locale=; Path=/; Max-Age=0';
  await signedOut;
  expect(document.cookie).toContain('konsil_locale=de');
});

test('a session without tokens is a sign-out leftover and gets ended', async () => {
  server.user = ada;
  const client = createSessionClient({ leave });
  await client.refetch();
  expect(server.user).toBeNull();
  expect(client.getState()).toMatchObject({ session: null, fetched: true, ended: false });
});

test('without a connection the session stays unchanged', async () => {
  const client = await signedIn();
  server.offline = true;
  await client.refetch();
  expect(client.getState().session?.user.user_patient_id).toBe(ada);
});

test.each([
  ['a busy server', { status: 503, text: '{"code":"unavailable"}' }],
  ['a page of the network', { status: 200, text: '<html>Please sign in to the Wi-Fi</html>' }],
  ['a response that was cut', { status: 200, text: '{"user":{"user_pat' }],
])('%s does not end the session', async (_what, answer) => {
  const client = await signedIn();
  server.sessionAnswer = answer;
  await client.refetch();
  expect(client.getState()).toMatchObject({ session: { user: { user_patient_id: ada } }, ended: false });
});

test('an empty response ends the session', async () => {
  const client = await signedIn();
  server.sessionAnswer = { status: 200, text: '' };
  await client.refetch();
  expect(client.getState()).toMatchObject({ session: null, ended: true });
});

test('an expired session is marked; the same user continues in place', async () => {
  const client = await signedIn();
  const resumed = jest.fn();
  const stop = sessionResumed.listen(resumed);
  server.user = null;
  await client.refetch();
  expect(client.getState()).toMatchObject({ session: null, ended: true, login: { user_patient_id: ada } });
  expect(leave).not.toHaveBeenCalled();

  await client.signIn('credentials', credentials);
  expect(client.getState()).toMatchObject({ ended: false, session: { user: { user_patient_id: ada } } });
  expect(resumed).toHaveBeenCalledTimes(1);
  stop();
});

test('another user who signs in over an open page sees nothing of it', async () => {
  const client = await signedIn();
  server.user = berta;
  await client.refetch();
  expect(leave).toHaveBeenCalledWith('/');
  expect(client.getState().session?.user.user_patient_id).toBe(ada);
});

test('concurrent refetches share one request', async () => {
  const client = await signedIn();
  const before = server.countOf('GET /api/auth/session');
  await Promise.all([client.refetch(), client.refetch(), client.refetch()]);
  expect(server.countOf('GET /api/auth/session')).toBe(before + 1);
});

test('activity extends the session, up to its absolute end', async () => {
  const client = await signedIn();
  const first = client.getState().endsAt ?? 0;
  const changed = jest.fn();
  const unsubscribe = client.subscribe(changed);
  const now = Date.now();
  // Too little to redraw the pages for.
  jest.spyOn(Date, 'now').mockReturnValue(now + 10_000);
  client.noteUse();
  expect(changed).not.toHaveBeenCalled();
  unsubscribe();
  jest.spyOn(Date, 'now').mockReturnValue(now + 10 * 60_000);
  client.noteUse();
  expect((client.getState().endsAt ?? 0) - first).toBeGreaterThan(9 * 60_000);
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse(server.absolute) - 60_000);
  client.noteUse();
  expect(client.getState().endsAt).toBe(Date.parse(server.absolute));
  jest.restoreAllMocks();
});
