import { randomBytes } from 'node:crypto';
import { Passwords } from '@konsil/server-platform/passwords';
import { testApp, type TestApp } from '../support/app.ts';
import { requestsAs, newEmail, signIn } from '../support/people.ts';
import { isCommonPassword } from '@konsil/server-accounts/common-passwords';

const common = `
Password1 Password123 Passw0rd P@ssw0rd P@ssword1 Pa$$word1 Passwort1 Passwort123 Passwort123! Kennwort1 Welcome1 Welcome123 Willkommen1 Hallo123 Hello123
Qwerty123 Qwertz123 Qwer1234 Asdf1234 Yxcvbnm1 1qaz2wsX 1qay2wsX Q1w2e3r4 Zaq12wsx Abc12345 Abcd1234 Aa123456 A1234567 Test1234 Admin123 Letmein1 Changeme1
Sommer2024 Summer2024! Winter2023 Herbst2025 Januar2026 Sunshine1 Princess1 Prinzessin1 Iloveyou1 Football1 Fussball1 Schalke04 Bayern123 Dragon123 Monkey123
Heather123 Yankees1 Patrick123 Asshole1 Klaster123 Gfhjkm123
Michael1 Daniel123 Jessica1 Superman1 Batman123 Starwars1 Computer1 Trustno1 Schatz123 Geheim123 Konsil123 Hamburg1 Deutschland1 Freedom1 Shadow123 Access14
`
  .trim()
  .split(/\s+/);

test.each(common)('refuses %s as common', async (password) =>
  expect(await isCommonPassword(password, null)).toBe(true),
);

test.each([
  'Sechs-Zitronen-7',
  'Konsil-Demo-1',
  'xK9mQ2vLpw',
  'Blaue Tassen, 9 Regen',
  'Rhabarber?Kuchen4',
  'T4nnenw1pfelkratzer',
])('accepts %s', async (password) => expect(await isCommonPassword(password, 'petra.moeller@example.org')).toBe(false));

test("refuses a password made of the user's address", async () => {
  expect(await isCommonPassword('Brzezinska-77', 'olga.brzezinska@example.org')).toBe(true);
  expect(await isCommonPassword('Brzezinska-77', null)).toBe(false);
});

test('a long password is judged by its beginning, without blocking the server', async () => {
  const before = process.cpuUsage();
  expect(await isCommonPassword(`a1${randomBytes(190).toString('base64url')}`, null)).toBe(false);
  const { user } = process.cpuUsage(before);
  expect(user / 1000).toBeLessThan(2000);
});

test('hashes passwords with argon2id at 19 MiB and two passes', async () => {
  expect(await new Passwords().hash('Sechs-Zitronen-7')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('a flood of checks gets 503 instead of a growing queue', async () => {
  const passwords = new Passwords();
  const answers = await Promise.allSettled(Array.from({ length: 70 }, () => passwords.matches(null, 'x')));
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect(refused).toHaveLength(6);
  expect(refused[0]).toMatchObject({ reason: { code: 'unavailable' } });
});

describe('At sign-up', () => {
  let house: TestApp;
  beforeAll(async () => {
    house = await testApp();
  });
  const signUp = (password: string, email = newEmail()) =>
    requestsAs(house.app).post('/account/api/signup', { email, password, confirm_password: password, consent: true });

  test.each(['Kurz-1A', 'nurklein-7', 'NURGROSS-7', 'OhneZahl-Haus', 'Aq7😀😀x', 'Aq7u\u0308o\u0308x'])(
    '%s breaks a rule',
    async (password) => {
      const answer = await signUp(password);
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toMatchObject({ code: 'invalid', errors: [{ path: 'password', code: 'passwordRule' }] });
    },
  );

  test('a common one is refused with an explanation', async () => {
    expect((await signUp('Passwort1')).json()).toMatchObject({
      errors: [{ path: 'password', code: 'passwordCommon' }],
    });
  });

  test.each([64, 128, 256])('one of %i characters counts completely', async (length) => {
    const password = `Aä1€${randomBytes(300).toString('base64url')}`.slice(0, length);
    const email = newEmail();
    expect((await signUp(password, email)).statusCode).toBe(201);
    await signIn(house.app, email, password);
    expect(
      (await requestsAs(house.app).post('/account/api/login', { email, password: password.slice(0, -1) })).statusCode,
    ).toBe(401);
  });

  test('both passwords must match', async () => {
    const answer = await requestsAs(house.app).post('/account/api/signup', {
      email: newEmail(),
      password: 'Sechs-Zitronen-7',
      confirm_password: 'Sechs-Zitronen-8',
      consent: true,
    });
    expect(answer.json().errors).toEqual([
      { path: 'confirm_password', code: 'passwordsDiffer', message: 'Passwords must match' },
    ]);
  });

  test('consent is required', async () => {
    const answer = await requestsAs(house.app).post('/account/api/signup', {
      email: newEmail(),
      password: 'Sechs-Zitronen-7',
      confirm_password: 'Sechs-Zitronen-7',
      consent: false,
    });
    expect(answer.json().errors).toEqual([
      { path: 'consent', code: 'consentMissing', message: 'Please confirm your consent' },
    ]);
  });
});
