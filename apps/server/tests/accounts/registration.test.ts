import type { FileLocation } from '@konsil/contracts/documents';
import { eq, sql } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { usualKeys } from '@konsil/contracts/shortcut-keys';
import { routes } from '@konsil/contracts/routes';
import { pathOf } from '@konsil/contracts/route';
import { fixture } from '@konsil/server-dicom/testing/fixtures';
import { previewAddresses } from '@konsil/server-documents/delivery/preview-address';
import { documents } from '@konsil/server-domain/schema';
import { hourMs } from '@konsil/server-platform/clock';
import { aCase, sendCase } from '../support/a-case.ts';
import { testApp, type TestApp } from '../support/app.ts';
import { totpOf } from '../support/operators.ts';
import { withOtherTransaction } from '../support/other-transaction.ts';
import { readablePhone } from '@konsil/server-domain/patients/readable-phone';
import {
  requestsAs,
  inviteDoctor,
  linkToken,
  newEmail,
  newPhone,
  password,
  personalData,
  signIn,
  signUpPatient,
  smsCode,
  type Person,
} from '../support/people.ts';
import { uploadOne } from '../support/upload.ts';

let house: TestApp;
beforeAll(async () => {
  house = await testApp({ DOCTORS_NEED_SECOND_FACTOR: '1' });
});

type Tokens = Pick<Person, 'token' | 'csrf'>;
const anId = '5f0c1d5e-8a0b-4c53-9f4e-1c2d3e4f5a6b';
const signUp = (email: string) =>
  requestsAs(house.app).post('/account/api/signup', { email, password, confirm_password: password, consent: true });
const step = async (person: Tokens) =>
  (await requestsAs(house.app, person).get('/account/isloggedin')).json().registration;

/** Routes that incomplete registrations may use: the registration, the session, and public ones. */
const whileRegistering = [
  'logout',
  'isLoggedIn',
  'saveUserData',
  'sendCode',
  'checkCode',
  'extendSession',
  'getSettings',
];
const openToAll = [
  'signup',
  'login',
  'confirmEmail',
  'resendConfirmation',
  'changeUnconfirmedEmail',
  'forgotPassword',
  'resetPassword',
  // By the link of an invitation.
  'joinAsAssistant',
  'legalTexts',
  'legalVersion',
  'startPasskeySignIn',
  'passkeySignIn',
  'finishProviderSignIn',
  'fhirMetadata',
  // The public key that signs archives.
  'getRecordKey',
  // By the signed JWT of a backend client.
  'fhirSmartConfiguration',
  'fhirAuthorize',
  'fhirToken',
  'fhirRevoke',
  // Authenticated by the token of a sealed link.
  'getShareManifest',
  'getShareFile',
];

const callEverything = async (person?: Tokens) => {
  const answers: Record<string, number> = {};
  for (const [name, contract] of Object.entries(routes)) {
    // The console's routes do not exist at the portals (operators/console.test.ts).
    if ('console' in contract && contract.console === 'only') continue;
    if (openToAll.includes(name) || whileRegistering.includes(name)) continue;
    const params = {
      id: anId,
      documentId: anId,
      key: 'a-draft',
      token: 'x',
      name: 'x',
      answerValue: 'final_answer',
      titleValue: 'none',
    };
    const answer = await house.app.inject({
      method: contract.method as NonNullable<InjectOptions['method']>,
      url: pathOf(contract, params),
      headers: person ? { authorization: `Token ${person.token}`, 'x-csrftoken': person.csrf } : {},
    });
    // A route that is not registered yet is a 404 for everybody.
    if (house.app.hasRoute({ method: contract.method, url: contract.path })) answers[name] = answer.statusCode;
  }
  return answers;
};
const ticketed = ['serveFile', 'getFile', 'getPreview', 'getExport', 'getPortrait'];
const expectRefused = (answers: Record<string, number>, status: number) => {
  for (const name of ticketed) delete answers[name];
  expect(answers).toEqual(Object.fromEntries(Object.keys(answers).map((name) => [name, status])));
};

test('each registration step enables the next one, and nothing else', async () => {
  const [email, phone] = [newEmail(), newPhone()];
  expect((await signUp(email)).statusCode).toBe(201);

  const person = await signIn(house.app, email);
  expect(await step(person)).toBe('confirm_email');
  expectRefused(await callEverything(person), 403);
  expect(
    (await requestsAs(house.app, person).post('/account/userdata/post', personalData(phone))).json(),
  ).toMatchObject({
    code: 'registration_incomplete',
  });

  await requestsAs(house.app).post('/account/confirm', { token: await linkToken(house, email) });
  expect(await step(person)).toBe('userdata');
  expectRefused(await callEverything(person), 403);
  expect(
    (await requestsAs(house.app, person).post('/account/phonenumber', { Handynummer: phone })).json(),
  ).toMatchObject({
    code: 'registration_incomplete',
  });

  expect((await requestsAs(house.app, person).post('/account/userdata/post', personalData(phone))).statusCode).toBe(
    200,
  );
  expect(await step(person)).toBe('code');
  expectRefused(await callEverything(person), 403);

  const done = (await requestsAs(house.app, person).post('/account/otp', { code: await smsCode(house, phone) })).json();
  const session = { token: done.Authorization, csrf: done.CSRF_Token };
  expect(await step(session)).toBe('done');
  expect((await requestsAs(house.app, session).get('/account/me')).json()).toMatchObject({
    email,
    phone,
    full_name: 'Petra Möller',
    role: 'patient',
    doctor: null,
    own_patient: {
      first_name: 'Petra',
      last_name: 'Möller',
      relationship: 'self',
      date_of_birth: '1968-04-21',
      phone: readablePhone(phone),
    },
  });
});

/** Sets up the second factor; returns the secret. */
const enrol = async (person: Tokens): Promise<string> => {
  const { secret } = (
    await requestsAs(house.app, person).post('/account/secondfactor', { current_password: password })
  ).json();
  const answer = await requestsAs(house.app, person).post('/account/secondfactor/confirm', {
    code: totpOf(house, secret),
  });
  expect(answer.statusCode).toBe(200);
  return secret;
};

test('a doctor who must set up a second factor has no access before', async () => {
  const doctor = await inviteDoctor(house);
  const calls = requestsAs(house.app, doctor);
  expect((await calls.get('/account/isloggedin')).json()).toMatchObject({
    registration: 'second_factor',
    second_factor_advised: false,
  });
  const answers = await callEverything(doctor);
  // Setting it up is what is left to them: refused for its input only.
  for (const name of ['startSecondFactor', 'confirmSecondFactor']) {
    expect([name, answers[name]]).toEqual([name, 422]);
    delete answers[name];
  }
  expectRefused(answers, 403);
  // The number is changed with the password only, which these routes ask for after the registration.
  for (const url of ['/account/phonenumber', '/account/otp'])
    expect((await calls.post(url, { Handynummer: newPhone(), code: '123456' })).json()).toMatchObject({
      code: 'registration_incomplete',
    });

  await enrol(doctor);
  expect(await step(doctor)).toBe('done');
  expect((await calls.get('/account/me')).json()).toMatchObject({ second_factor: true });
  // Switched off, it is demanded again.
  await calls.post('/account/secondfactor/remove', { current_password: password });
  expect(await step(doctor)).toBe('second_factor');
});

test('open files, images and streams close once a second factor is required', async () => {
  const own = await aCase(house, { doctor: await inviteDoctor(house) });
  const scan = await uploadOne(house.app, own.patient, own.id, 'ct.dcm', fixture('CT_small.dcm'));
  await sendCase(house, own);
  const doctor = requestsAs(house.app, own.doctor);
  await enrol(own.doctor);
  const { Filelocation } = (await doctor.get(`/api/individualdocument/get/${scan.documentId}`)).json<FileLocation>();
  const viewer = async () => {
    const { url } = (await doctor.post(`/api/documents/${scan.documentId}/viewer`)).json<{ url: string }>();
    return new URL(url).pathname + new URL(url).search;
  };
  const { headers } = await house.app.inject({ url: await viewer() });
  const unused = await viewer();
  const session = (await house.kernel.sessions.byToken(own.doctor.token, undefined, false))?.id ?? '';
  const preview = previewAddresses(house.kernel.vault, session, house.clock.now())(scan.documentId);
  const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  const images = `/dicom-web/studies/${scan.document.dicom?.study_uid}/metadata`;
  const opened = async () => [
    (await house.app.inject({ url: new URL(Filelocation).pathname })).statusCode,
    (await house.app.inject({ url: images, headers: { cookie } })).statusCode,
    (await house.app.inject({ url: preview })).statusCode,
    (await house.kernel.sessions.alive([session])).size,
  ];
  await house.kernel.db
    .update(documents)
    .set({ previewKey: sql`storage_key` })
    .where(eq(documents.id, scan.documentId));
  expect(await opened()).toEqual([200, 200, 200, 1]);
  await doctor.post('/account/secondfactor/remove', { current_password: password });
  expect(await opened()).toEqual([404, 404, 404, 0]);
  expect((await house.app.inject({ url: unused })).headers['set-cookie']).toBeUndefined();
});

test('without a session only public routes respond', async () => expectRefused(await callEverything(), 401));

test('changing the number during registration adds no second patient', async () => {
  const [email, phone, other] = [newEmail(), newPhone(), newPhone()];
  await signUp(email);
  await requestsAs(house.app).post('/account/confirm', { token: await linkToken(house, email) });
  const person = await signIn(house.app, email);
  await requestsAs(house.app, person).post('/account/userdata/post', personalData(phone));
  await requestsAs(house.app, person).post('/account/userdata/post', { ...personalData(other), city: 'Bonn' });
  const done = (await requestsAs(house.app, person).post('/account/otp', { code: await smsCode(house, other) })).json();
  const account = (
    await requestsAs(house.app, { token: done.Authorization, csrf: done.CSRF_Token }).get('/account/me')
  ).json();
  expect(account).toMatchObject({ phone: other, own_patient: { city: 'Bonn', phone: readablePhone(other) } });
});

test('personal data without an address keeps the one that was given before', async () => {
  const [email, phone, other] = [newEmail(), newPhone(), newPhone()];
  await signUp(email);
  await requestsAs(house.app).post('/account/confirm', { token: await linkToken(house, email) });
  const person = await signIn(house.app, email);
  const { street, house_number, zipcode, city, ...rest } = personalData(phone);
  const address = { street, house_number, zipcode, city };
  await requestsAs(house.app, person).post('/account/userdata/post', { ...rest, ...address });
  await requestsAs(house.app, person).post('/account/userdata/post', { ...rest, Handynummer: other });
  const done = (await requestsAs(house.app, person).post('/account/otp', { code: await smsCode(house, other) })).json();
  const account = (
    await requestsAs(house.app, { token: done.Authorization, csrf: done.CSRF_Token }).get('/account/me')
  ).json();
  expect(account.own_patient).toMatchObject(address);
});

test('registration requires the fields of the specification, but the address, which may follow', async () => {
  const [email] = [newEmail()];
  await signUp(email);
  await requestsAs(house.app).post('/account/confirm', { token: await linkToken(house, email) });
  const person = await signIn(house.app, email);
  const answer = await requestsAs(house.app, person).post('/account/userdata/post', { zipcode: '123456' });
  expect(answer.statusCode).toBe(422);
  const byPath = Object.fromEntries(
    answer.json().errors.map((error: { path: string; message: string }) => [error.path, error.message]),
  );
  expect(Object.keys(byPath).sort()).toEqual([
    'Handynummer',
    'date_of_birth',
    'first_name',
    'gender',
    'last_name',
    'zipcode',
  ]);
  expect(byPath.zipcode).toBe('Until 5 digits');
});

test('a duplicate address is reported to the caller and its owner', async () => {
  const email = newEmail();
  await signUp(email);
  const again = await signUp(email.toUpperCase());
  expect(again.statusCode).toBe(409);
  expect(again.json()).toMatchObject({ code: 'email_taken', title: 'A user with this email already exists' });
  expect((await house.outbox(email)).map((letter) => letter.subject)).toContain('Ihr Konto bei Konsil');
});

test('a database failure while notifying the owner is reported as such', async () => {
  const email = newEmail();
  await signUp(email);
  await signUp(email);
  await withOtherTransaction(house, async (other) => {
    await other.query("select 1 from limits where key like 'notice:%' for update");
    const call = signUp(email);
    await other.untilSomeoneWaits();
    await other.query(
      "select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    expect((await call).statusCode).toBe(503);
  });
});

test('twelve concurrent sign-ups with one address create one account', async () => {
  const email = newEmail();
  const answers = await Promise.all(Array.from({ length: 12 }, () => signUp(email)));
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, ...Array.from({ length: 11 }, () => 409)]);
});

describe('An emailed link', () => {
  test('has 256 bits in the hash of a portal page, and is not used up by opening it', async () => {
    const email = newEmail();
    await signUp(email);
    const [letter] = await house.outbox(email);
    expect(letter?.text).toMatch(/http:\/\/localhost:4200\/register\/confirm#token=[\w-]{43}\s/);
    const token = await linkToken(house, email);
    for (const method of ['GET', 'HEAD'] as const)
      await house.app.inject({ method, url: `/account/confirm?token=${token}` });
    expect((await requestsAs(house.app).post('/account/confirm', { token })).json()).toEqual({ email });
  });

  test('works once', async () => {
    const email = newEmail();
    await signUp(email);
    const token = await linkToken(house, email);
    const answers = await Promise.all([1, 2, 3].map(() => requestsAs(house.app).post('/account/confirm', { token })));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 422, 422]);
    expect((await requestsAs(house.app).post('/account/confirm', { token })).json()).toMatchObject({
      code: 'link_expired',
    });
  });

  test('expires after 24 hours, and can be sent again', async () => {
    const email = newEmail();
    await signUp(email);
    const token = await linkToken(house, email);
    house.clock.advance(24 * hourMs + 1000);
    expect((await requestsAs(house.app).post('/account/confirm', { token })).statusCode).toBe(422);
    expect((await requestsAs(house.app).post('/account/confirm/resend', { email })).statusCode).toBe(202);
    const fresh = await linkToken(house, email);
    expect(fresh).not.toBe(token);
    expect((await requestsAs(house.app).post('/account/confirm', { token: fresh })).statusCode).toBe(200);
  });

  test('is replaced by a newer one', async () => {
    const email = newEmail();
    await signUp(email);
    const token = await linkToken(house, email);
    await requestsAs(house.app).post('/account/confirm/resend', { email });
    expect((await requestsAs(house.app).post('/account/confirm', { token })).statusCode).toBe(422);
  });

  test('has the same "send again" response for every address', async () => {
    const email = newEmail();
    await signUp(email);
    const known = await requestsAs(house.app).post('/account/confirm/resend', { email });
    const unknown = await requestsAs(house.app).post('/account/confirm/resend', { email: newEmail() });
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
  });

  test('goes to the corrected address after the password was given', async () => {
    const [wrong, right] = [newEmail('typo'), newEmail('right')];
    await signUp(wrong);
    const old = await linkToken(house, wrong);
    expect(
      (
        await requestsAs(house.app).post('/account/confirm/change', {
          email: wrong,
          password: 'Falsch-Geraten-1',
          new_email: right,
        })
      ).statusCode,
    ).toBe(401);
    expect(
      (await requestsAs(house.app).post('/account/confirm/change', { email: wrong, password, new_email: right }))
        .statusCode,
    ).toBe(202);
    expect((await requestsAs(house.app).post('/account/confirm', { token: old })).statusCode).toBe(422);
    expect(
      (await requestsAs(house.app).post('/account/confirm', { token: await linkToken(house, right) })).json(),
    ).toEqual({
      email: right,
    });
    await signIn(house.app, right);
  });
});

test('a doctor accepts the invitation and verifies a mobile number', async () => {
  const doctor = await inviteDoctor(house, { first_name: 'Ayşe', last_name: 'Demir' });
  await enrol(doctor);
  expect((await requestsAs(house.app, doctor).get('/account/me')).json()).toMatchObject({
    role: 'doctor',
    full_name: 'Dr. med. Ayşe Demir',
    own_patient: null,
    doctor: { specialty: 'Radiologie', reply_days: 3, accepts_cases: true },
  });
  const profile = {
    title: 'Prof.',
    first_name: 'Ayşe',
    last_name: 'Demir',
    specialty: 'Neuroradiologie',
    city: 'Bonn',
    languages: ['de', 'tr'],
    reply_days: 5,
    accepts_cases: false,
  };
  expect((await requestsAs(house.app, doctor).put('/account/doctor', profile)).json()).toMatchObject({
    full_name: 'Prof. Ayşe Demir',
    doctor: profile,
  });
});

test("patients cannot use a doctor's routes, and extra fields are not stored", async () => {
  const patient = await signUpPatient(house);
  const profile = {
    title: '',
    first_name: 'A',
    last_name: 'B',
    specialty: 'C',
    city: 'D',
    languages: ['de'],
    reply_days: 5,
    accepts_cases: true,
  };
  expect((await requestsAs(house.app, patient).put('/account/doctor', profile)).statusCode).toBe(404);
  const settings = await requestsAs(house.app, patient).put('/account/settings', {
    locale: 'en',
    role: 'doctor',
    userId: anId,
    created_at: '2000-01-01T00:00:00Z',
  });
  expect(settings.json()).toEqual({
    locale: 'en',
    notify_email: 'each',
    notify_sms: false,
    shortcuts: true,
    keys: usualKeys,
    goes_on: true,
    filters: {},
  });
  expect((await requestsAs(house.app, patient).get('/account/me')).json()).toMatchObject({
    role: 'patient',
    locale: 'en',
  });
  const login = async () => (await requestsAs(house.app, patient).get('/account/isloggedin')).json<object>();
  expect(await login()).not.toHaveProperty('simple_texts');
  await requestsAs(house.app, patient).put('/account/settings', { simple_texts: true });
  expect(await login()).toMatchObject({ locale: 'en', simple_texts: true });
});
