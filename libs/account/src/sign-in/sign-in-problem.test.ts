import { signInProblem } from './sign-in-problem.ts';

const refused = { error: 'TooMany', status: 429, ok: false, url: null, retryAfter: 120 };

test('who tries passwords too often is told the same as of a wrong one, and how long to wait', () => {
  expect(signInProblem(refused, 'password')).toEqual({
    ...signInProblem({ ...refused, error: 'CredentialsSignin' }, 'password'),
  });
  expect(signInProblem(refused, 'password')).toMatchObject({ code: 'login_failed', retryAfter: 120 });
});

test('who tries codes too often is told so', () => {
  expect(signInProblem(refused, 'code')).toMatchObject({ code: 'too_many', retryAfter: 120 });
});

test('whose browser keeps no cookies is told so, not to try again', () => {
  const unknown = { error: 'UnknownError', status: 400, ok: false, url: null };
  expect(signInProblem(unknown, 'password').code).toBe('unavailable');
  expect(signInProblem({ ...unknown, error: 'NoCookies' }, 'password').code).toBe('no_cookies');
});
