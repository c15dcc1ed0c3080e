import { randomInt } from 'node:crypto';
import { accountRoutes } from '@konsil/contracts/accounts';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import * as z from 'zod/mini';
import { inviteDoctor as invite, type NewDoctor } from '@konsil/server-consultation/doctors/invitations';
import { saveSecrets } from '@konsil/server-domain/accounts/accounts.queries';
import { consentTextVersion } from '@konsil/server-domain/accounts/legal-texts';
import { acceptLegalText, versionsInForce } from '@konsil/server-domain/accounts/legal-versions';
import { insertPatient } from '@konsil/server-domain/patients/patient-record';
import { accounts, consents, mailLinks } from '@konsil/server-domain/schema';
import type { Tx } from '@konsil/server-platform/database/client';
import type { TestApp } from './app.ts';

export const password = 'Sechs-Zitronen-7';

/** A person with a session. */
export interface Person {
  accountId: string;
  email: string;
  phone: string;
  token: string;
  csrf: string;
}
type Method = (url: string, body?: unknown, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;

/** Sends requests as a person, with both headers; anonymous without one. */
export const requestsAs = (
  app: FastifyInstance,
  person?: Pick<Person, 'token' | 'csrf'>,
): Record<'get' | 'post' | 'put' | 'delete', Method> => {
  const call =
    (method: NonNullable<InjectOptions['method']>): Method =>
    (url, body, headers = {}) =>
      app.inject({
        method,
        url,
        ...(body === undefined ? {} : { payload: body as object }),
        headers: {
          ...(person ? { authorization: `Token ${person.token}`, 'x-csrftoken': person.csrf } : {}),
          ...headers,
        },
      });
  return {
    get: (url, _body, headers) => call('GET')(url, undefined, headers),
    post: call('POST'),
    put: call('PUT'),
    delete: call('DELETE'),
  };
};

let people = 0;
export const newEmail = (name = 'person'): string => `${name}.${(people += 1)}.${randomInt(1e9)}@example.org`;
export const newPhone = (): string => `+49151${randomInt(1e7, 1e8)}`;

/** Signs in with email and password. */
export const signIn = async (
  app: FastifyInstance,
  email: string,
  secret = password,
): Promise<Pick<Person, 'token' | 'csrf'>> => {
  const answer = await requestsAs(app).post('/account/api/login', { email, password: secret });
  if (answer.statusCode !== 200) throw new Error(`Signing in answered ${answer.statusCode}: ${answer.body}`);
  const { CSRF_Token: csrf, Authorization: token } = answer.json<{ CSRF_Token: string; Authorization: string }>();
  return { token, csrf };
};

/** The token in the newest link sent to an address. */
export const linkToken = async (test: TestApp, email: string): Promise<string> =>
  /token=([\w-]+)/.exec(await test.newestText(email, 'token='))?.[1] ?? '';
/** The code in the newest SMS to a number. */
export const smsCode = async (test: TestApp, phone: string): Promise<string> =>
  /\d{6}/.exec(await test.newestText(phone))?.[0] ?? '';

export const personalData = (phone: string) => ({
  first_name: 'Petra',
  last_name: 'Möller',
  gender: 'F',
  date_of_birth: '1968-04-21',
  street: 'Lindenweg',
  house_number: '12a',
  zipcode: '50667',
  city: 'Köln',
  Handynummer: phone,
});

const enterCode = async (
  test: TestApp,
  app: FastifyInstance,
  session: Pick<Person, 'token' | 'csrf'>,
  phone: string,
) => {
  const answer = await requestsAs(app, session).post('/account/otp', { code: await smsCode(test, phone) });
  const { CSRF_Token: csrf, Authorization: token } = answer.json<{ CSRF_Token: string; Authorization: string }>();
  return { csrf, token };
};
const accountIdOf = async (app: FastifyInstance, session: Pick<Person, 'token' | 'csrf'>): Promise<string> =>
  (await requestsAs(app, session).get('/account/isloggedin')).json<{ user_patient_id: string }>().user_patient_id;

const noAddress = { street: '', house_number: '', zipcode: '', city: '' };
/** A session in no browser, like that of a call with a token. */
const startSession = async (
  { kernel }: TestApp,
  tx: Tx,
  { id, email, phone }: { id: string; email: string; phone: string },
): Promise<Person> => {
  const { token, csrf } = await kernel.sessions.start(tx, id, { name: '', isBrowser: false });
  return { accountId: id, email, phone, token, csrf };
};

/**
 * A registered patient with a session, stored at once: most tests need somebody, not the way there. Nothing was sent,
 * and neither the registration nor the sign-in is in an access log; see `registerPatient`.
 */
export const signUpPatient = async (
  test: TestApp,
  data: Partial<ReturnType<typeof personalData>> = {},
  email = newEmail('patient'),
): Promise<Person> => {
  const { env, vault, clock, db, passwords } = test.kernel;
  const now = clock.now();
  const { Handynummer: phone, ...fields } = z.parse(accountRoutes.saveUserData.body, {
    ...personalData(newPhone()),
    ...data,
  });
  const passwordHash = await passwords.hash(password);
  return db.transaction(async (tx) => {
    const [account] = await tx
      .insert(accounts)
      .values({
        role: 'patient',
        email,
        passwordHash,
        locale: 'de',
        createdAt: now,
        emailConfirmedAt: now,
        userDataAt: now,
        phoneConfirmedAt: now,
      })
      .returning({ id: accounts.id });
    const id = account?.id ?? '';
    const textVersion = await consentTextVersion(tx, env, 'health_data', now);
    await tx.insert(consents).values({ accountId: id, kind: 'health_data', givenAt: now, textVersion });
    for (const text of await versionsInForce(tx, now)) await acceptLegalText(tx, id, text.id, now);
    await insertPatient(tx, vault, id, 'self', { ...noAddress, ...fields, phone }, now);
    await saveSecrets(tx, vault, id, { full_name: `${fields.first_name} ${fields.last_name}`, phone });
    return startSession(test, tx, { id, email, phone });
  });
};

/** Registers a patient account through all steps. */
export const registerPatient = async (
  test: TestApp,
  data: Partial<ReturnType<typeof personalData>> = {},
  email = newEmail('patient'),
): Promise<Person> => {
  const { app } = test;
  const phone = newPhone();
  await requestsAs(app).post('/account/api/signup', { email, password, confirm_password: password, consent: true });
  await requestsAs(app).post('/account/confirm', { token: await linkToken(test, email) });
  const first = await signIn(app, email);
  await requestsAs(app, first).post('/account/userdata/post', { ...personalData(phone), ...data, Handynummer: phone });
  const session = await enterCode(test, app, first, phone);
  return { accountId: await accountIdOf(app, session), email, phone, ...session };
};

const invited = (email: string, data: Partial<NewDoctor>): NewDoctor => ({
  email,
  title: 'Dr. med.',
  first_name: 'Jonas',
  last_name: 'Weber',
  specialty: 'Radiologie',
  city: 'Köln',
  languages: ['de', 'en'],
  reply_days: 3,
  locale: 'de',
  ...data,
});

/** An invited doctor who has accepted, stored at once with a session; see `registerDoctor`. */
export const inviteDoctor = async (test: TestApp, data: Partial<NewDoctor> = {}): Promise<Person> => {
  const { vault, clock, db, passwords } = test.kernel;
  const now = clock.now();
  const [email, phone] = [data.email ?? newEmail('doctor'), newPhone()];
  const { accountId } = await invite(test.kernel, invited(email, data));
  const passwordHash = await passwords.hash(password);
  return db.transaction(async (tx) => {
    await tx
      .update(accounts)
      .set({ passwordHash, passwordChangedAt: now, emailConfirmedAt: now, phoneConfirmedAt: now })
      .where(eq(accounts.id, accountId));
    await tx.update(mailLinks).set({ usedAt: now }).where(eq(mailLinks.accountId, accountId));
    await saveSecrets(tx, vault, accountId, { phone });
    return startSession(test, tx, { id: accountId, email, phone });
  });
};

/** Invites a doctor, who accepts by the link and verifies a mobile number. */
export const registerDoctor = async (test: TestApp, data: Partial<NewDoctor> = {}): Promise<Person> => {
  const { app, kernel } = test;
  const [email, phone] = [data.email ?? newEmail('doctor'), newPhone()];
  await invite(kernel, invited(email, data));
  await requestsAs(app).post('/account/password/reset', {
    token: await linkToken(test, email),
    password,
    confirm_password: password,
  });
  const first = await signIn(app, email);
  await requestsAs(app, first).post('/account/phonenumber', { Handynummer: phone });
  const session = await enterCode(test, app, first, phone);
  return { accountId: await accountIdOf(app, session), email, phone, ...session };
};

/** A doctor invites an assistant, who joins by the link and verifies a mobile number. */
export const inviteAssistant = async (
  test: TestApp,
  doctor: Person,
  data: { first_name?: string; last_name?: string; email?: string } = {},
): Promise<Person> => {
  const { app } = test;
  const [email, phone] = [data.email ?? newEmail('assistant'), newPhone()];
  const invited = await requestsAs(app, doctor).post('/api/assistants', {
    first_name: 'Anna',
    last_name: 'Muster',
    ...data,
    email,
  });
  if (invited.statusCode !== 201) throw new Error(`Inviting answered ${invited.statusCode}: ${invited.body}`);
  await requestsAs(app).post('/account/join', {
    token: await linkToken(test, email),
    password,
    confirm_password: password,
  });
  const first = await signIn(app, email);
  await requestsAs(app, first).post('/account/phonenumber', { Handynummer: phone });
  const session = await enterCode(test, app, first, phone);
  return { accountId: await accountIdOf(app, session), email, phone, ...session };
};

/** A new session of a person: another device, or after advancing the clock. */
export const signInAgain = async (app: FastifyInstance, person: Person): Promise<Person> => ({
  ...person,
  ...(await signIn(app, person.email)),
});
