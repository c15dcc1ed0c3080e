import { accountRoutes } from '@konsil/contracts/accounts';
import { caseRoutes } from '@konsil/contracts/cases';
import { messageRoutes } from '@konsil/contracts/messages';
import { callRoute } from './ask.ts';
import { clearTokens, hasToken, storeTokens } from './cookies.ts';
import { configureApi } from './origin.ts';
import type { ProblemError } from './problem.ts';
import { sessionEnded, sessionUsed } from './session-signals.ts';

const id = '0b8b5f2e-6f0f-4d6c-9a51-0d9e1a4b7c10';
const asked: Request[] = [];
const answerWith = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  jest.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    asked.push(new Request(input as string, init));
    return Promise.resolve(
      new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } }),
    );
  });
const problemOf = async (call: Promise<unknown>) =>
  ((await call.catch((error: unknown) => error)) as ProblemError).problem;

beforeEach(() => {
  asked.length = 0;
  configureApi();
  clearTokens();
});

test('a request carries both tokens as the specification names them', async () => {
  storeTokens({ CSRF_Token: 'c.1', Authorization: 't=1' });
  answerWith(200, { ok: true });
  await callRoute(accountRoutes.logout, {});
  expect(asked[0]?.headers.get('x-csrftoken')).toBe('c.1');
  expect(asked[0]?.headers.get('authorization')).toBe('Token t=1');
});

test('session cookies are limited to this site and browser session', () => {
  const written = jest.spyOn(document, 'cookie', 'set');
  storeTokens({ CSRF_Token: 'c', Authorization: 't' });
  expect(written.mock.calls.map(([cookie]) => cookie)).toEqual([
    'csrftoken=c; Path=/; SameSite=Strict',
    'authorization=t; Path=/; SameSite=Strict',
  ]);
  expect(hasToken()).toBe(true);
  clearTokens();
  expect(hasToken()).toBe(false);
});

test('builds path, query and body from the contract, without empty filters', async () => {
  answerWith(200, { items: [], next_cursor: null, total: 0, counts: {} });
  await callRoute(caseRoutes.listCases, { query: { search: 'Knoten & Co', view: undefined, patient: '' } });
  expect(asked[0]?.url).toBe('http://localhost/api/process?search=Knoten+%26+Co');
  answerWith(201, {});
  await callRoute(messageRoutes.sendMessage, { params: { id }, body: { subject: 'S', message: 'M' }, key: 'intent-1' });
  expect(asked[1]?.url).toBe(`http://localhost/api/messages/${id}`);
  expect(await asked[1]?.json()).toEqual({ subject: 'S', message: 'M' });
  expect(asked[1]?.headers.get('idempotency-key')).toBe('intent-1');
});

test('sends requests with cookies to another API origin', async () => {
  configureApi({ origin: 'https://api.example/' });
  answerWith(200, {});
  await callRoute(accountRoutes.getAccount, {});
  expect(asked[0]?.url).toBe('https://api.example/account/me');
  expect(asked[0]?.credentials).toBe('include');
});

test('stores new tokens from a response', async () => {
  storeTokens({ CSRF_Token: 'old', Authorization: 'old' });
  answerWith(200, { CSRF_Token: 'new', Authorization: 'fresh' });
  await callRoute(accountRoutes.checkCode, { body: { code: '123456' } });
  answerWith(200, { ok: true });
  await callRoute(accountRoutes.logout, {});
  expect(asked[1]?.headers.get('authorization')).toBe('Token fresh');
});

test('maps an error response to a problem with fields, current state and retry time', async () => {
  answerWith(422, { code: 'invalid', errors: [{ path: 'email', code: 'emailInvalid', message: 'x' }] });
  expect(await problemOf(callRoute(accountRoutes.getAccount, {}))).toMatchObject({
    status: 422,
    code: 'invalid',
    errors: [{ path: 'email' }],
  });
  answerWith(409, { code: 'version_conflict', current: { version: 3 } });
  expect(await problemOf(callRoute(accountRoutes.getAccount, {}))).toMatchObject({ current: { version: 3 } });
  answerWith(429, { code: 'too_many' }, { 'retry-after': '30' });
  expect(await problemOf(callRoute(accountRoutes.getAccount, {}))).toMatchObject({ code: 'too_many', retryAfter: 30 });
});

test("maps a proxy's error page by its status", async () => {
  jest
    .spyOn(globalThis, 'fetch')
    .mockResolvedValue(new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } }));
  expect(await problemOf(callRoute(accountRoutes.getAccount, {}))).toMatchObject({ code: 'unavailable', errors: [] });
});

test('maps a missing response to a network problem', async () => {
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
  expect(await problemOf(callRoute(accountRoutes.getAccount, {}))).toEqual({ status: 0, code: 'network', errors: [] });
});

test('maps a truncated or foreign response to a network problem', async () => {
  const broken = new ReadableStream({
    start: (pieces) => {
      pieces.enqueue(new TextEncoder().encode('{"email": "a@'));
      pieces.error(new TypeError('network error'));
    },
  });
  const json = { 'content-type': 'application/json' };
  const answers = [
    new Response(broken, { headers: json }),
    new Response('{"email": "a@', { headers: json }),
    new Response('<h1>Welcome to the hotel</h1>', { headers: { 'content-type': 'text/html' } }),
  ];
  for (const answer of answers) {
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(answer);
    expect(await problemOf(callRoute(accountRoutes.getAccount, {}))).toEqual({
      status: 0,
      code: 'network',
      errors: [],
    });
  }
});

test('announces an ended session, not a wrong password; a success counts as activity', async () => {
  const [ended, used] = [jest.fn(), jest.fn()];
  const stop = [sessionEnded.listen(ended), sessionUsed.listen(used)];
  answerWith(401, { code: 'login_failed' });
  await problemOf(callRoute(accountRoutes.login, { body: { email: 'a@b.de', password: 'x' } }));
  expect(ended).not.toHaveBeenCalled();
  answerWith(401, { code: 'unauthorized' });
  await problemOf(callRoute(accountRoutes.getAccount, {}));
  expect(ended).toHaveBeenCalledTimes(1);
  expect(used).not.toHaveBeenCalled();
  answerWith(200, {});
  await callRoute(accountRoutes.getAccount, {});
  expect(used).toHaveBeenCalledTimes(1);
  stop.forEach((unlisten) => unlisten());
});
