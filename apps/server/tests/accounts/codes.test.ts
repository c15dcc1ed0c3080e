import { hourMs, minuteMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import {
  requestsAs,
  linkToken,
  newEmail,
  newPhone,
  password,
  personalData,
  signIn,
  smsCode,
} from '../support/people.ts';

let house: TestApp;
afterEach(() => house.close());

/** A patient with a confirmed address, before the personal data. */
const halfWay = async () => {
  const email = newEmail();
  await requestsAs(house.app).post('/account/api/signup', {
    email,
    password,
    confirm_password: password,
    consent: true,
  });
  await requestsAs(house.app).post('/account/confirm', { token: await linkToken(house, email) });
  return { email, phone: newPhone(), ...(await signIn(house.app, email)) };
};
type Half = Awaited<ReturnType<typeof halfWay>>;
const atCode = async (): Promise<Half> => {
  const person = await halfWay();
  await requestsAs(house.app, person).post('/account/userdata/post', personalData(person.phone));
  return person;
};
const enter = (person: Pick<Half, 'token' | 'csrf'>, code: string, app = house.app) =>
  requestsAs(app, person).post('/account/otp', { code });
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('An SMS code', () => {
  beforeEach(async () => {
    house = await testApp();
  });

  test('has six digits, and may be entered with spaces', async () => {
    const person = await atCode();
    const code = await smsCode(house, person.phone);
    expect(code).toMatch(/^\d{6}$/);
    const answer = await enter(person, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(answer.statusCode).toBe(200);
    expect(Object.keys(answer.json())).toEqual(['CSRF_Token', 'Authorization']);
  });

  test("ends with the line that lets browsers autofill it on the portal's domain only", async () => {
    const person = await atCode();
    const code = await smsCode(house, person.phone);
    const { hostname } = new URL(house.kernel.env.origins.patient);
    expect((await house.outbox(person.phone))[0]?.text.split('\n').at(-1)).toBe(`@${hostname} #${code}`);
  });

  test('is invalid after five wrong attempts, also if right', async () => {
    const person = await atCode();
    const code = await smsCode(house, person.phone);
    for (let at = 0; at < 5; at += 1) {
      const answer = await enter(person, wrongOf(code));
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toMatchObject({ code: 'wrong_code', title: 'Verification code is incorrect' });
    }
    expect((await enter(person, code)).json()).toMatchObject({ code: 'wrong_code' });
  });

  test('counts attempts across a restart and two processes', async () => {
    const person = await atCode();
    const code = await smsCode(house, person.phone);
    const second = await house.secondProcess();
    for (let at = 0; at < 3; at += 1) await enter(person, wrongOf(code));
    for (let at = 0; at < 2; at += 1) await enter(person, wrongOf(code), second);
    expect((await enter(person, code, second)).statusCode).toBe(422);
  });

  test('counts a hundred concurrent guesses as five attempts', async () => {
    const person = await atCode();
    const code = await smsCode(house, person.phone);
    await Promise.all(Array.from({ length: 100 }, () => enter(person, wrongOf(code))));
    expect((await enter(person, code)).statusCode).toBe(422);
  });

  test('expires after ten minutes', async () => {
    const person = await atCode();
    house.clock.advance(11 * minuteMs);
    expect((await enter(person, await smsCode(house, person.phone))).json()).toMatchObject({ code: 'wrong_code' });
  });

  test('works once', async () => {
    const person = await atCode();
    const code = await smsCode(house, person.phone);
    const { CSRF_Token: csrf, Authorization: token } = (await enter(person, code)).json();
    expect((await enter({ token, csrf }, code)).json()).toMatchObject({ code: 'wrong_code' });
  });

  test('belongs to the session that requested it', async () => {
    const person = await atCode();
    const elsewhere = await signIn(house.app, person.email);
    expect((await enter(elsewhere, await smsCode(house, person.phone))).json()).toMatchObject({ code: 'wrong_code' });
  });

  test('rotates the session tokens when it is entered', async () => {
    const person = await atCode();
    const renewed = (await enter(person, await smsCode(house, person.phone))).json();
    expect((await requestsAs(house.app, person).get('/account/isloggedin')).statusCode).toBe(401);
    expect(
      (
        await requestsAs(house.app, { token: renewed.Authorization, csrf: renewed.CSRF_Token }).get(
          '/account/isloggedin',
        )
      ).json(),
    ).toMatchObject({ registration: 'done' });
  });

  test('is replaced by a new one, also for another number', async () => {
    const person = await atCode();
    const [first, other] = [await smsCode(house, person.phone), newPhone()];
    expect((await requestsAs(house.app, person).post('/account/phonenumber', { Handynummer: other })).statusCode).toBe(
      200,
    );
    const second = await smsCode(house, other);
    if (first !== second) expect((await enter(person, first)).statusCode).toBe(422);
    const { CSRF_Token: csrf, Authorization: token } = (await enter(person, second)).json();
    expect((await requestsAs(house.app, { token, csrf }).get('/account/me')).json()).toMatchObject({ phone: other });
  });

  test.each(['', '+49', '12345', '+49301234567', '+4917', '+999171234567'])(
    'is not sent to "%s"',
    async (Handynummer) => {
      const person = await halfWay();
      const answer = await requestsAs(house.app, person).post('/account/userdata/post', {
        ...personalData(person.phone),
        Handynummer,
      });
      expect(answer.statusCode).toBe(422);
      expect(answer.json().errors).toMatchObject([{ path: 'Handynummer' }]);
    },
  );
});

describe('With production limits', () => {
  beforeEach(async () => {
    house = await testApp({ KONSIL_LIMITS_FACTOR: '1' });
  });

  test('a second SMS has to wait a minute; at most three per 15 minutes and ten a day', async () => {
    const person = await atCode();
    const send = () => requestsAs(house.app, person).post('/account/phonenumber', { Handynummer: newPhone() });
    const early = await send();
    expect(early.statusCode).toBe(429);
    expect(Number(early.headers['retry-after'])).toBeLessThanOrEqual(60);

    const sent = async () => (await house.outbox()).filter((letter) => letter.channel === 'sms').length;
    for (let at = 0; at < 20; at += 1) {
      house.clock.advance(minuteMs / 2 + 1000);
      await send();
    }
    expect(await sent()).toBe(3);
    let fresh = person;
    for (let at = 0; at < 100; at += 1) {
      house.clock.advance(10 * minuteMs);
      if (at % 2 === 1) fresh = { ...person, ...(await signIn(house.app, person.email)) };
      await requestsAs(house.app, fresh).post('/account/phonenumber', { Handynummer: newPhone() });
    }
    expect(await sent()).toBe(10);
    house.clock.advance(24 * hourMs);
    fresh = { ...person, ...(await signIn(house.app, person.email)) };
    expect(
      (await requestsAs(house.app, fresh).post('/account/phonenumber', { Handynummer: newPhone() })).statusCode,
    ).toBe(200);
  });
});

describe('SMS codes of all accounts together', () => {
  const statusOf = async (phone: string): Promise<number> => {
    const person = await halfWay();
    return (await requestsAs(house.app, person).post('/account/userdata/post', personalData(phone))).statusCode;
  };
  const limitedTo = async (setting: string) => {
    house = await testApp({ KONSIL_LIMITS_FACTOR: '1', TRUSTED_NETWORKS: '127.0.0.0/8', [setting]: '2' });
  };

  test('are limited for each network of numbers, and others still get theirs', async () => {
    await limitedTo('LIMIT_SMS_PREFIX_DAY');
    expect([await statusOf('+4915112345671'), await statusOf('+4915112345672')]).toEqual([200, 200]);
    expect(await statusOf('+4915112345673')).toBe(429);
    expect(await statusOf('+4917012345674')).toBe(200);
    house.clock.advance(24 * hourMs);
    expect(await statusOf('+4915112345675')).toBe(200);
  });

  test('are limited whatever the number', async () => {
    await limitedTo('LIMIT_SMS_DAY');
    expect([await statusOf('+4915112345671'), await statusOf('+4917012345672')]).toEqual([200, 200]);
    expect(await statusOf('+4916012345673')).toBe(429);
    house.clock.advance(24 * hourMs);
    expect(await statusOf('+4916012345674')).toBe(200);
  });
});
