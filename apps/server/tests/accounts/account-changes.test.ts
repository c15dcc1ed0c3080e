import type { Patient } from '@konsil/contracts/patients';
import { TOTP, Secret } from 'otpauth';
import { hourMs, minuteMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { actionsOf } from '../support/audit.ts';
import {
  requestsAs,
  linkToken,
  newEmail,
  newPhone,
  password,
  personalData,
  signIn,
  signInAgain,
  signUpPatient,
  smsCode,
  type Person,
} from '../support/people.ts';

let house: TestApp;
let patient: Person;
beforeAll(async () => {
  house = await testApp();
});
beforeEach(async () => {
  patient = await signUpPatient(house);
});

const next = 'Acht-Birnen-am-Baum-8';
const alive = async (person: Pick<Person, 'token' | 'csrf'>) =>
  (await requestsAs(house.app, person).get('/account/isloggedin')).statusCode === 200;
const subjects = async (email: string) => (await house.outbox(email)).map((letter) => letter.subject);

describe('The password', () => {
  test('is changed with the current one; ends other sessions, rotates tokens, notifies', async () => {
    const elsewhere = await signInAgain(house.app, patient);
    const change = (current_password: string) =>
      requestsAs(house.app, patient).post('/account/password', {
        current_password,
        password: next,
        confirm_password: next,
      });
    const refused = await change('Falsch-Geraten-1');
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors).toMatchObject([{ path: 'current_password', code: 'passwordWrong' }]);
    expect(await alive(elsewhere)).toBe(true);

    const before = house.clock.now();
    const { Authorization: token, CSRF_Token: csrf } = (await change(password)).json();
    expect(await alive(elsewhere)).toBe(false);
    expect(await alive(patient)).toBe(false);
    expect(await alive({ token, csrf })).toBe(true);
    const me = async () => (await requestsAs(house.app, { token, csrf }).get('/account/me')).json();
    const { password_changed_at: changed, no_password: none } = await me();
    expect(Date.parse(changed)).toBeGreaterThanOrEqual(before.getTime());
    expect(none).toBeUndefined();
    expect(await subjects(patient.email)).toContain('Ihr Passwort wurde geändert');
    expect(
      (await requestsAs(house.app).post('/account/api/login', { email: patient.email, password })).statusCode,
    ).toBe(401);
    await signIn(house.app, patient.email, next);
  });

  test('is reset by a link valid for one hour and one use; ends all sessions', async () => {
    expect((await requestsAs(house.app).post('/account/password/forgot', { email: patient.email })).statusCode).toBe(
      202,
    );
    const token = await linkToken(house, patient.email);
    const reset = () =>
      requestsAs(house.app).post('/account/password/reset', { token, password: next, confirm_password: next });
    expect(
      (
        await requestsAs(house.app).post('/account/password/reset', {
          token,
          password: 'Passwort1',
          confirm_password: 'Passwort1',
        })
      ).json(),
    ).toMatchObject({ errors: [{ code: 'passwordCommon' }] });
    expect((await reset()).json()).toEqual({ email: patient.email });
    expect((await reset()).json()).toMatchObject({ code: 'link_expired' });
    expect(await alive(patient)).toBe(false);
    await signIn(house.app, patient.email, next);
  });

  test('cannot be reset by a link after an hour', async () => {
    await requestsAs(house.app).post('/account/password/forgot', { email: patient.email });
    const token = await linkToken(house, patient.email);
    house.clock.advance(hourMs + 1000);
    expect(
      (await requestsAs(house.app).post('/account/password/reset', { token, password: next, confirm_password: next }))
        .statusCode,
    ).toBe(422);
  });

  test('has the same "forgotten" response for every address', async () => {
    const known = await requestsAs(house.app).post('/account/password/forgot', { email: patient.email });
    const unknown = await requestsAs(house.app).post('/account/password/forgot', { email: newEmail() });
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
  });
});

describe('The mobile number', () => {
  test('is changed with password and code; ends other sessions, notifies the owner', async () => {
    const elsewhere = await signInAgain(house.app, patient);
    const phone = newPhone();
    expect(
      (await requestsAs(house.app, patient).post('/account/phonenumber', { Handynummer: phone })).json().errors,
    ).toMatchObject([{ path: 'current_password', code: 'passwordMissing' }]);
    expect(
      (
        await requestsAs(house.app, patient).post('/account/phonenumber', {
          Handynummer: phone,
          current_password: 'Falsch-Geraten-1',
        })
      ).statusCode,
    ).toBe(422);
    expect(
      (
        await requestsAs(house.app, patient).post('/account/phonenumber', {
          Handynummer: phone,
          current_password: password,
        })
      ).statusCode,
    ).toBe(200);
    expect((await requestsAs(house.app, patient).get('/account/me')).json()).toMatchObject({ phone: patient.phone });

    const { Authorization: token, CSRF_Token: csrf } = (
      await requestsAs(house.app, patient).post('/account/otp', { code: await smsCode(house, phone) })
    ).json();
    expect((await requestsAs(house.app, { token, csrf }).get('/account/me')).json()).toMatchObject({ phone });
    expect(await alive(elsewhere)).toBe(false);
    expect(await subjects(patient.email)).toContain('Ihre Mobilnummer wurde geändert');
  });
});

describe('The number in the own record', () => {
  const change = async (person: Person) => {
    const phone = newPhone();
    await requestsAs(house.app, person).post('/account/phonenumber', {
      Handynummer: phone,
      current_password: password,
    });
    const { Authorization: token, CSRF_Token: csrf } = (
      await requestsAs(house.app, person).post('/account/otp', { code: await smsCode(house, phone) })
    ).json();
    return { ...person, token, csrf, phone };
  };
  const own = async (person: Person) =>
    (await requestsAs(house.app, person).get('/account/me')).json<{ own_patient: Patient }>().own_patient;

  test('follows a new mobile number while they are equal', async () => {
    const someone = await signUpPatient(house);
    const { version } = await own(someone);
    const changed = await change(someone);
    const record = await own(changed);
    expect([record.phone?.replace(/ /g, ''), record.version]).toEqual([changed.phone, version + 1]);
  });

  test('stays if it is another one, such as a landline', async () => {
    const someone = await signUpPatient(house);
    const record = await own(someone);
    await requestsAs(house.app, someone).put(`/api/patients/${record.id}`, { ...record, phone: '+49 221 4710' });
    expect((await own(await change(someone))).phone).toBe('+49 221 4710');
  });

  test('follows a number corrected during the registration', async () => {
    const [email, mistyped] = [newEmail(), newPhone()];
    await requestsAs(house.app).post('/account/api/signup', {
      email,
      password,
      confirm_password: password,
      consent: true,
    });
    await requestsAs(house.app).post('/account/confirm', { token: await linkToken(house, email) });
    const someone = { accountId: '', email, phone: mistyped, ...(await signIn(house.app, email)) };
    await requestsAs(house.app, someone).post('/account/userdata/post', personalData(mistyped));
    const changed = await change(someone);
    expect((await own(changed)).phone?.replace(/ /g, '')).toBe(changed.phone);
  });
});

describe('The email address', () => {
  const change = (email: string, current_password = password) =>
    requestsAs(house.app, patient).post('/account/email', { email, current_password });

  test('changes once the new one is confirmed; notifies both, ends all sessions', async () => {
    const email = newEmail('new');
    expect((await change(email, 'Falsch-Geraten-1')).statusCode).toBe(422);
    expect((await change(email)).statusCode).toBe(202);
    expect((await requestsAs(house.app, patient).get('/account/me')).json()).toMatchObject({
      email: patient.email,
      pending_email: email,
    });
    expect(await subjects(patient.email)).toContain('Ihre E-Mail-Adresse soll geändert werden');
    expect(
      (await requestsAs(house.app).post('/account/confirm', { token: await linkToken(house, email) })).json(),
    ).toEqual({
      email,
    });
    expect(await subjects(patient.email)).toContain('Ihre E-Mail-Adresse wurde geändert');
    expect(await alive(patient)).toBe(false);
    const session = await signIn(house.app, email);
    expect((await requestsAs(house.app, session).get('/account/me')).json()).toMatchObject({
      email,
      pending_email: null,
    });
  });

  const waiting = async () =>
    (
      await requestsAs(house.app, await signIn(house.app, patient.email, next).catch(() => patient)).get('/account/me')
    ).json().pending_email;
  const confirm = (token: string) => requestsAs(house.app).post('/account/confirm', { token });

  test('if pending, is discarded by other security changes, with its link', async () => {
    const secrets = () => requestsAs(house.app, patient).post('/account/secondfactor', { current_password: password });
    const steps: [string, () => Promise<unknown>][] = [
      ['all other sessions end', () => requestsAs(house.app, patient).delete('/account/sessions')],
      [
        'a second factor',
        async () => {
          const { secret } = (await secrets()).json();
          await requestsAs(house.app, patient).post('/account/secondfactor/confirm', {
            code: new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: house.clock.now().getTime() }),
          });
        },
      ],
      [
        'none any more',
        () => requestsAs(house.app, patient).post('/account/secondfactor/remove', { current_password: password }),
      ],
      [
        'another password',
        () =>
          requestsAs(house.app, patient).post('/account/password', {
            current_password: password,
            password: next,
            confirm_password: next,
          }),
      ],
    ];
    for (const [what, step] of steps) {
      const email = newEmail('stranger');
      expect([what, (await change(email)).statusCode]).toEqual([what, 202]);
      await step();
      expect([what, await waiting()]).toEqual([what, null]);
      expect([what, (await confirm(await linkToken(house, email))).json().code]).toEqual([what, 'link_expired']);
    }
    await signIn(house.app, patient.email, next);
  });

  test('if pending, is discarded when a link resets the password', async () => {
    const email = newEmail('stranger');
    await change(email);
    await requestsAs(house.app).post('/account/password/forgot', { email: patient.email });
    await requestsAs(house.app).post('/account/password/reset', {
      token: await linkToken(house, patient.email),
      password: next,
      confirm_password: next,
    });
    expect((await confirm(await linkToken(house, email))).json()).toMatchObject({ code: 'link_expired' });
    expect(await waiting()).toBeNull();
    expect(
      (await house.outbox(patient.email)).find(({ subject }) => subject === 'Ihre E-Mail-Adresse soll geändert werden')
        ?.text,
    ).toContain('/forgot-password');
  });

  test('if pending, can be re-sent and cancelled', async () => {
    const email = newEmail('new');
    expect((await requestsAs(house.app, patient).post('/account/email/resend')).json()).toMatchObject({
      code: 'not_allowed_now',
    });
    await change(email);
    const first = await linkToken(house, email);
    expect((await requestsAs(house.app, patient).post('/account/email/resend')).statusCode).toBe(202);
    const second = await linkToken(house, email);
    expect(second).not.toBe(first);
    expect((await confirm(first)).json()).toMatchObject({ code: 'link_expired' });
    expect((await requestsAs(house.app, patient).delete('/account/email')).json()).toMatchObject({
      email: patient.email,
      pending_email: null,
    });
    expect((await confirm(second)).json()).toMatchObject({ code: 'link_expired' });
  });

  test('is never confirmed by a link sent to another address', async () => {
    const sent = newEmail('first');
    await requestsAs(house.app).post('/account/api/signup', {
      email: sent,
      password,
      confirm_password: password,
      consent: true,
    });
    const confirming = await linkToken(house, sent);
    await requestsAs(house.app).post('/account/password/forgot', { email: sent });
    const resetting = await linkToken(house, sent);
    const never = newEmail('never');
    expect(
      (await requestsAs(house.app).post('/account/confirm/change', { email: sent, password, new_email: never }))
        .statusCode,
    ).toBe(202);
    expect(
      (
        await requestsAs(house.app).post('/account/password/reset', {
          token: resetting,
          password: next,
          confirm_password: next,
        })
      ).json(),
    ).toMatchObject({ code: 'link_expired' });
    expect((await confirm(confirming)).json()).toMatchObject({ code: 'link_expired' });
    expect(
      (await requestsAs(house.app, await signIn(house.app, never)).get('/account/isloggedin')).json(),
    ).toMatchObject({
      registration: 'confirm_email',
    });
    expect((await confirm(await linkToken(house, never))).json()).toEqual({ email: never });
  });

  test('invalidates every link that was sent to the old one', async () => {
    await requestsAs(house.app).post('/account/password/forgot', { email: patient.email });
    const old = await linkToken(house, patient.email);
    const email = newEmail('new');
    await change(email);
    await confirm(await linkToken(house, email));
    expect(
      (
        await requestsAs(house.app).post('/account/password/reset', {
          token: old,
          password: next,
          confirm_password: next,
        })
      ).json(),
    ).toMatchObject({ code: 'link_expired' });
  });

  test('a taken address is refused silently, and only its owner is notified', async () => {
    const other = await signUpPatient(house);
    const free = await change(newEmail());
    const taken = await change(other.email);
    expect([taken.statusCode, taken.body]).toEqual([free.statusCode, free.body]);
    expect(await subjects(other.email)).toContain('Ihr Konto bei Konsil');
  });
});

describe('The second factor', () => {
  const totp = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: house.clock.now().getTime() });
  const switchOn = async () => {
    const { secret, uri } = (
      await requestsAs(house.app, patient).post('/account/secondfactor', { current_password: password })
    ).json();
    expect(uri).toMatch(/^otpauth:\/\/totp\/Konsil:/);
    expect(
      (await requestsAs(house.app, patient).post('/account/secondfactor/confirm', { code: '000000' })).json(),
    ).toMatchObject({ code: 'wrong_code' });
    const { recovery_codes } = (
      await requestsAs(house.app, patient).post('/account/secondfactor/confirm', { code: totp(secret) })
    ).json();
    return { secret, recovery_codes: recovery_codes as string[] };
  };
  const login = (code?: string) =>
    requestsAs(house.app).post('/account/api/login', {
      email: patient.email,
      password,
      ...(code === undefined ? {} : { code }),
    });

  test('is required at sign-in: without a right code there is no data', async () => {
    const { secret } = await switchOn();
    const without = await login();
    expect(without.statusCode).toBe(401);
    expect(without.json()).toMatchObject({ code: 'second_factor_required' });
    expect(without.cookies).toEqual([]);
    expect((await login('123456')).json()).toMatchObject({ code: 'wrong_code' });
    house.clock.advance(minuteMs);
    const code = totp(secret);
    expect((await login(code)).statusCode).toBe(200);
    expect((await login(code)).json()).toMatchObject({ code: 'wrong_code' });
    expect(await subjects(patient.email)).toContain('Zweiter Faktor eingeschaltet');
    expect(await actionsOf(house, patient.accountId)).toContain('account.second_factor_on');
  });

  test('accepts a recovery code once, in any spelling', async () => {
    const { recovery_codes } = await switchOn();
    expect(new Set(recovery_codes).size).toBe(10);
    const [first = ''] = recovery_codes;
    expect((await login(first.toUpperCase().replaceAll('-', ' '))).statusCode).toBe(200);
    expect((await login(first)).statusCode).toBe(422);
    const session = await signInWith(recovery_codes[1] ?? '');
    expect((await requestsAs(house.app, session).get('/account/me')).json()).toMatchObject({
      second_factor: true,
      recovery_codes_left: 8,
    });
  });
  const signInWith = async (code: string) => {
    const { Authorization: token, CSRF_Token: csrf } = (await login(code)).json();
    return { token, csrf };
  };

  test('is disabled with the password', async () => {
    await switchOn();
    expect(
      (
        await requestsAs(house.app, patient).post('/account/secondfactor/remove', {
          current_password: 'Falsch-Geraten-1',
        })
      ).statusCode,
    ).toBe(422);
    expect(
      (await requestsAs(house.app, patient).post('/account/secondfactor/remove', { current_password: password }))
        .statusCode,
    ).toBe(200);
    expect((await login()).statusCode).toBe(200);
    expect(await actionsOf(house, patient.accountId)).toContain('account.second_factor_off');
  });
});

test("a contact message to the operator has the sender's reply address", async () => {
  const answer = await requestsAs(house.app, patient).post('/account/contact', {
    subject: 'Frage zum Konto',
    message: 'Wie ändere ich meinen Namen?',
  });
  expect(answer.statusCode).toBe(202);
  const [letter] = await house.outbox('operator@konsil.example');
  expect(letter).toMatchObject({ subject: 'Kontakt: Frage zum Konto' });
  expect(letter?.text).toContain(`Von: ${patient.email} (Patientenkonto)`);
});

test('the legal texts are public', async () => {
  const texts = (await requestsAs(house.app).get('/account/legal')).json();
  for (const language of ['de', 'en']) {
    expect(texts.imprint[language]).toContain('operator@konsil.example');
    expect(texts.privacy[language]).toContain('Art. 9');
  }
});
