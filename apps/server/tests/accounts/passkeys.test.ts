import { minuteMs } from '@konsil/server-platform/clock';
import { accounts, auditRecords, passkeys } from '@konsil/server-domain/schema';
import { and, desc, eq } from 'drizzle-orm';
import { testApp, type TestApp } from '../support/app.ts';
import { actionsOf } from '../support/audit.ts';
import { type Ceremony, TestAuthenticator } from '../support/authenticator.ts';
import { requestsAs, inviteDoctor, password, signInAgain, signUpPatient, type Person } from '../support/people.ts';

let house: TestApp;
let patient: Person;
beforeAll(async () => {
  house = await testApp();
  patient = await signUpPatient(house);
});

const origin = () => house.env.origins.patient;
interface Options {
  options: { challenge: string; user?: { id: string }; rpId?: string };
}
const start = async (person: Person): Promise<Options['options']> =>
  (
    await requestsAs(house.app, person).post('/account/passkeys/options', { current_password: password })
  ).json<Options>().options;
const add = async (person: Person, ceremony: Partial<Ceremony> = {}, authenticator = new TestAuthenticator()) => {
  const { challenge, user } = await start(person);
  authenticator.userHandle = Buffer.from(user?.id ?? '', 'base64url').toString();
  const passkey = authenticator.create({ challenge, origin: origin(), ...ceremony });
  const answer = await requestsAs(house.app, person).post('/account/passkeys', { name: 'Telefon', passkey });
  return { authenticator, answer, passkey };
};
const startSignIn = async (): Promise<string> =>
  (await requestsAs(house.app).post('/account/api/passkey/options', {})).json<Options>().options.challenge;
const signIn = (passkey: object) => requestsAs(house.app).post('/account/api/passkey', { passkey });
const use = async (authenticator: TestAuthenticator, ceremony: Partial<Ceremony> = {}) =>
  signIn(authenticator.get({ challenge: await startSignIn(), origin: origin(), ...ceremony }));
const refused = expect.objectContaining({ code: 'passkey_refused' }) as unknown;
const lettersTo = async (email: string) => (await house.outbox(email)).map(({ subject }) => subject);

test('a passkey is added after the password, is listed by its name, and signs in alone', async () => {
  expect(
    (await requestsAs(house.app, patient).post('/account/passkeys/options', { current_password: 'x' })).statusCode,
  ).toBe(422);
  const { authenticator, answer } = await add(patient);
  expect(answer.statusCode).toBe(201);
  expect((await requestsAs(house.app, patient).get('/account/passkeys')).json()).toEqual([
    expect.objectContaining({ name: 'Telefon', last_used_at: null, synced: false }),
  ]);
  const tokens = (await use(authenticator)).json<{ Authorization: string; CSRF_Token: string }>();
  const { user_patient_id } = (
    await requestsAs(house.app, { token: tokens.Authorization, csrf: tokens.CSRF_Token } as Person).get(
      '/account/isloggedin',
    )
  ).json();
  expect(user_patient_id).toBe(patient.accountId);
  expect(await lettersTo(patient.email)).toContain('Neuer Passkey');
});

test('a passkey replaces the second factor; the password alone still needs it', async () => {
  const doctor = await inviteDoctor(house);
  const { authenticator } = await add(doctor, { origin: house.env.origins.doctor });
  await house.kernel.db.update(accounts).set({ secondFactorAt: new Date() }).where(eq(accounts.id, doctor.accountId));
  const byPassword = await requestsAs(house.app).post('/account/api/login', { email: doctor.email, password });
  expect(byPassword.json()).toMatchObject({ code: 'second_factor_required' });
  expect((await use(authenticator, { origin: house.env.origins.doctor })).statusCode).toBe(200);
});

test.each([
  ['of another origin', { origin: 'https://evil.example', rpId: 'localhost' }],
  ['for another host', { rpId: 'evil.example' }],
  ['without user verification', { userVerification: false }],
  ['with a challenge of ours for something else', { challenge: 'other' }],
  ['with a made-up challenge', { challenge: Buffer.alloc(56, 7).toString('base64url') }],
])('a passkey %s can neither be added nor sign in', async (_, fault: Partial<Ceremony>) => {
  const { authenticator } = await add(patient);
  const forAdding = fault.challenge === 'other' ? { challenge: await startSignIn() } : fault;
  const forSignIn = fault.challenge === 'other' ? { challenge: (await start(patient)).challenge } : fault;
  expect((await add(patient, forAdding)).answer.json()).toEqual(refused);
  expect((await use(authenticator, forSignIn)).json()).toEqual(refused);
});

test('a challenge works once, for five minutes, and for adding only in its session', async () => {
  const { authenticator, passkey } = await add(patient);
  expect((await requestsAs(house.app, patient).post('/account/passkeys', { name: 'Zwei', passkey })).json()).toEqual(
    refused,
  );
  const assertion = authenticator.get({ challenge: await startSignIn(), origin: origin() });
  expect((await signIn(assertion)).statusCode).toBe(200);
  expect((await signIn(assertion)).json()).toEqual(refused);

  const late = authenticator.get({ challenge: await startSignIn(), origin: origin() });
  house.clock.advance(6 * minuteMs);
  expect((await signIn(late)).json()).toEqual(refused);

  const elsewhere = await signInAgain(house.app, patient);
  const { challenge } = await start(elsewhere);
  expect((await add(patient, { challenge })).answer.json()).toEqual(refused);
});

test('refuses and records a counter that goes back, and notifies the owner', async () => {
  const authenticator = new TestAuthenticator();
  authenticator.counter = 5;
  await add(patient, {}, authenticator);
  authenticator.counter = 6;
  expect((await use(authenticator)).statusCode).toBe(200);
  expect((await use(authenticator)).json()).toEqual(refused);
  expect(await lettersTo(patient.email)).toContain('Ein Passkey wurde nicht angenommen');
  const [last] = await house.kernel.db
    .select()
    .from(auditRecords)
    .where(and(eq(auditRecords.subjectId, patient.accountId), eq(auditRecords.action, 'account.sign_in_failed')))
    .orderBy(desc(auditRecords.id))
    .limit(1);
  expect(JSON.parse(last?.detail ?? '{}')).toMatchObject({ reason: 'passkey_refused' });
});

test("another user's passkey, an unknown one and a foreign user handle fail alike", async () => {
  const other = await signUpPatient(house);
  const { authenticator } = await add(patient);
  const { authenticator: theirs } = await add(other);
  const stranger = new TestAuthenticator();
  const answers = [await use(stranger)];
  // The owner's credential id, signed by another key.
  answers.push(
    await signIn({
      ...theirs.get({ challenge: await startSignIn(), origin: origin() }),
      id: authenticator.id.toString('base64url'),
      rawId: authenticator.id.toString('base64url'),
    }),
  );
  theirs.userHandle = patient.accountId;
  answers.push(await use(theirs));
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
  expect(answers[0]?.json()).toEqual(refused);
  const [row] = (await requestsAs(house.app, other).get('/account/passkeys')).json<{ id: string }[]>();
  for (const [method, path] of [
    ['put', ''],
    ['post', '/remove'],
  ] as const)
    expect(
      (
        await requestsAs(house.app, patient)[method](`/account/passkeys/${row?.id}${path}`, {
          name: 'x',
          current_password: password,
        })
      ).statusCode,
    ).toBe(404);
});

test('removing a passkey takes the password and ends it; its name is encrypted', async () => {
  const person = await signUpPatient(house);
  const { authenticator, answer } = await add(person);
  const { id } = answer.json<{ id: string }>();
  const renamed = await requestsAs(house.app, person).put(`/account/passkeys/${id}`, { name: 'Marker-Telefon' });
  expect(renamed.json()).toMatchObject({ name: 'Marker-Telefon' });
  const [row] = await house.kernel.db.select().from(passkeys).where(eq(passkeys.id, id));
  expect(row?.sealed.includes('Marker-Telefon')).toBe(false);
  expect(
    (await requestsAs(house.app, person).post(`/account/passkeys/${id}/remove`, { current_password: 'x' })).statusCode,
  ).toBe(422);
  expect(
    (await requestsAs(house.app, person).post(`/account/passkeys/${id}/remove`, { current_password: password }))
      .statusCode,
  ).toBe(200);
  expect((await use(authenticator)).json()).toEqual(refused);
  expect(await lettersTo(person.email)).toContain('Passkey entfernt');
  expect(await actionsOf(house, person.accountId)).toEqual(
    expect.arrayContaining(['account.passkey_added', 'account.passkey_renamed', 'account.passkey_removed']),
  );
});

test.each(['deactivatedAt', 'lockedAt'] as const)('a closed or locked account is refused (%s)', async (column) => {
  const person = await signUpPatient(house);
  const { authenticator } = await add(person);
  await house.kernel.db
    .update(accounts)
    .set({ [column]: new Date() })
    .where(eq(accounts.id, person.accountId));
  expect((await use(authenticator)).json()).toEqual(refused);
});

describe('What a session alone must not do', () => {
  const exportData = (person: Person, body: object = {}) => requestsAs(house.app, person).post('/account/export', body);
  const prove = (person: Person, body: object) => requestsAs(house.app, person).post('/account/proof', body);
  const proof = async (authenticator: TestAuthenticator) => ({
    passkey: authenticator.get({ challenge: await startSignIn(), origin: origin() }),
  });

  test('a password or passkey proves identity for ten minutes, in this session only', async () => {
    const owner = await signUpPatient(house);
    const { authenticator } = await add(owner);
    const missing = await exportData(owner);
    expect(missing.json()).toMatchObject({ errors: [{ path: 'current_password', code: 'passwordMissing' }] });
    expect((await prove(owner, await proof(authenticator))).json()).toEqual({ ok: true });
    expect(await actionsOf(house, owner.accountId)).toContain('account.proved');
    expect((await exportData(owner)).statusCode).toBe(200);
    expect((await requestsAs(house.app, owner).post('/account/passkeys/options', {})).statusCode).toBe(200);
    expect((await exportData(await signInAgain(house.app, owner))).statusCode).toBe(422);
    house.clock.advance(9 * minuteMs);
    expect((await requestsAs(house.app, owner).post('/account/erasure', {})).statusCode).toBe(200);
    // An empty proof is refused, also while an earlier one holds.
    expect((await prove(owner, {})).statusCode).toBe(422);
    house.clock.advance(2 * minuteMs);
    expect((await exportData(owner)).statusCode).toBe(422);
    expect((await prove(owner, { current_password: password })).statusCode).toBe(200);
    expect((await exportData(owner)).statusCode).toBe(200);
  });

  test('a foreign, replayed or copied passkey, or a wrong password, proves no identity', async () => {
    const [owner, stranger] = [await signUpPatient(house), await signUpPatient(house)];
    const { authenticator } = await add(owner);
    const used = await proof(authenticator);
    expect((await prove(stranger, used)).json()).toEqual(refused);
    expect((await prove(owner, used)).statusCode).toBe(200);
    expect((await prove(owner, used)).json()).toEqual(refused);
    expect((await prove(owner, { current_password: 'Falsch-7-Falsch' })).statusCode).toBe(422);
    expect((await exportData(stranger)).statusCode).toBe(422);
  });
});
