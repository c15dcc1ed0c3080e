import { problemCodes } from '@konsil/contracts/problem-codes';
import type { ProblemBody } from '@konsil/contracts/problem';
import { testApp, type TestApp } from '../support/app.ts';

let house: TestApp;
beforeAll(async () => {
  house = await testApp();
});
afterAll(() => house.close());

const refused = (language?: string) =>
  house.app.inject({
    method: 'POST',
    url: '/account/api/signup',
    headers: language === undefined ? {} : { 'accept-language': language },
    payload: { email: '', password: 'x', confirm_password: 'x', consent: true },
  });

test.each([
  [undefined, 'en'],
  ['*', 'en'],
  ['fr, it;q=0.5', 'en'],
  ['en;q=0.4, de-AT', 'de'],
  ['de; q=0.3, en-GB; q=0.9', 'en'],
  ['de;q=0, en', 'en'],
])('Accept-Language %s gets problems in %s', async (language, locale) => {
  const answer = await refused(language);
  const { title, errors } = answer.json<ProblemBody>();
  const german = locale === 'de';
  expect(answer.headers['content-language']).toBe(locale);
  expect(title).toBe(german ? 'Bitte prüfen Sie die markierten Angaben.' : 'Please check the marked entries.');
  expect(errors?.find(({ path }) => path === 'email')?.message).toBe(
    german ? 'Bitte geben Sie Ihre E-Mail-Adresse ein' : 'Please enter your email',
  );
});

test('a refusal of the session protocol follows Accept-Language, too', async () => {
  const answer = await house.app.inject({ url: '/api/auth/nothing', headers: { 'accept-language': 'de' } });
  expect(answer.json()).toMatchObject({ code: 'unreadable', title: expect.stringMatching(/^Die Anfrage/) });
});

test("a problem's type URL explains it in both languages", async () => {
  const { type } = (await refused()).json<ProblemBody>();
  const [path, anchor] = type.split('#');
  const page = await house.app.inject(String(path));
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain(`id="${anchor}"`);
  for (const code of problemCodes) expect(page.body).toContain(`<article id="${code}">`);
  expect(page.body).toContain('<p lang="de">Bitte prüfen Sie die markierten Angaben.</p>');
});
