import type { OperatorPermission } from '@konsil/contracts/console-codes';
import { inviteOperator as invite } from '@konsil/server-operators/operators';
import { Secret, TOTP } from 'otpauth';
import type { TestApp } from './app.ts';
import { requestsAs, linkToken, newEmail, password, type Person } from './people.ts';

/** Sends requests to the console's origin. */
export const atConsole = (test: TestApp, person?: Pick<Person, 'token' | 'csrf'>): ReturnType<typeof requestsAs> => {
  const { get, post, put, delete: remove } = requestsAs(test.app, person);
  const there =
    (method: typeof get): typeof get =>
    (url, body, headers) =>
      method(url, body, { host: new URL(test.env.origins.operator).host, ...headers });
  return { get: there(get), post: there(post), put: there(put), delete: there(remove) };
};

export const totpOf = (test: TestApp, secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: test.clock.now().getTime() });

/** Signs in at the console. */
export const signInAtConsole = async (test: TestApp, email: string, code?: string) => {
  const answer = await atConsole(test).post('/account/api/login', { email, password, code });
  if (answer.statusCode !== 200) throw new Error(`Signing in answered ${answer.statusCode}: ${answer.body}`);
  const { CSRF_Token: csrf, Authorization: token } = answer.json<{ CSRF_Token: string; Authorization: string }>();
  return { csrf, token };
};

/** Invites an operator who accepts; without a second factor yet. */
export const acceptedOperator = async (
  test: TestApp,
  permissions: OperatorPermission[],
  fullName = 'Jonas Petri',
): Promise<Person> => {
  const email = newEmail('operator');
  await invite(test.kernel, { email, fullName, permissions, locale: 'de' });
  await atConsole(test).post('/account/password/reset', {
    token: await linkToken(test, email),
    password,
    confirm_password: password,
  });
  const session = await signInAtConsole(test, email);
  const known = (await atConsole(test, session).get('/account/isloggedin')).json<{ user_patient_id: string }>();
  return { accountId: known.user_patient_id, email, phone: '', ...session };
};

/** Invites an operator who accepts and sets up a second factor. */
export const signedInOperator = async (
  test: TestApp,
  permissions: OperatorPermission[],
  fullName?: string,
): Promise<Person & { secret: string }> => {
  const person = await acceptedOperator(test, permissions, fullName);
  const console = atConsole(test, person);
  const { secret } = (await console.post('/account/secondfactor', { current_password: password })).json<{
    secret: string;
  }>();
  await console.post('/account/secondfactor/confirm', { code: totpOf(test, secret) });
  return { ...person, secret };
};
