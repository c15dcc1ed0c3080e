import { signInProblem } from './sign-in-problem.ts';

const refused = { error: 'TooMany', status: 429, ok: false, url: null, retryAfter: 120 };

test('too many passwords read like a wrong one, with the wait', () => {
  expect(signInProblem(refused, 'password')).toEqual({
    ...signInProblem({ ...refused, error: 'CredentialsSignin' }, 'password'),
  });
  expect(signInProblem(refused, 'password')).toMatchObject({ code: 'login_failed', retryAfter: 120 });
});

test('too many codes are reported', () => {
  expect(signInProblem(refused, 'code')).toMatchObject({ code: 'too_many', retryAfter: 120 });
});

test('a browser that stores no cookies gets an explanation instead of a retry', () => {
  const unknown = { error: 'UnknownError', status: 400, ok: false, url: null };
  expect(signInProblem(unknown, 'password').code).toBe('unavailable');
  expect(signInProblem({ ...unknown, error: 'NoCookies' }, 'password').code).toBe('no_cookies');
});

test('reports a password that a clinic refuses as such, not as our failure', () => {
  const required = { error: 'ProviderRequired', status: 403, ok: false, url: null };
  expect(signInProblem(required, 'password').code).toBe('provider_required');
});
