import type { Browser, BrowserContext, Page } from '@playwright/test';
import { complaintsOf } from './complaints.ts';
import { expect, origins, test, titleOf } from './fixtures.ts';
import { newPatient, type Person } from './people.ts';
import { startSecondServer, type SecondServer } from './second-server.ts';

let second: SecondServer;
test.beforeAll(async () => {
  second = await startSecondServer();
});
test.afterAll(() => second.stop());

const newPassword = 'Sieben-Orangen-8';

const fillSignIn = async (page: Page, { email, password }: Pick<Person, 'email' | 'password'>) => {
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
};
/** Signs a person in on a server's sign-in page; returns their account page. */
const openAccount = async (context: BrowserContext, person: Person, origin: string): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(`${origin}/login?callbackUrl=${encodeURIComponent('/patient/account')}`);
  await fillSignIn(page, person);
  await expect(page.getByRole('heading', { name: 'Konto', level: 1 })).toBeVisible();
  return page;
};
const withBrowsers = async (browser: Browser, work: (one: BrowserContext, other: BrowserContext) => Promise<void>) => {
  const contexts = [await browser.newContext(), await browser.newContext()] as const;
  const complaints = contexts.flatMap((context) => complaintsOf(context, Object.values(second.origins)));
  await work(...contexts);
  for (const context of contexts) await context.close();
  expect(complaints, 'what the pages did').toEqual([]);
};

/** Takes the tokens out of a browser; returns a function that uses them on a server. */
const tokensOf = async (context: BrowserContext) => {
  const cookies = await context.cookies(origins.patient);
  const valueOf = (name: string) => cookies.find((cookie) => cookie.name === name)?.value ?? '';
  const headers = {
    authorization: `Token ${decodeURIComponent(valueOf('authorization'))}`,
    'x-csrftoken': decodeURIComponent(valueOf('csrftoken')),
    cookie: `next-auth.session-token=${valueOf('next-auth.session-token')}`,
  };
  return async (page: Page, origin: string): Promise<number> =>
    (await page.context().request.get(`${origin}/account/isloggedin`, { headers })).status();
};
const ended = (page: Page) => page.getByRole('dialog', { name: 'Bitte melden Sie sich wieder an' });
const answerTo = (page: Page, method: string, path: string) =>
  page.waitForResponse(
    (answer) => answer.request().method() === method && new URL(answer.url()).pathname === path && answer.ok(),
  );

test('"end all" in one browser signs out the other at once, on another server process', async ({ browser }) => {
  const person = await newPatient();
  await withBrowsers(browser, async (one, other) => {
    const there = await openAccount(other, person, second.origins.patient);
    const otherTab = await other.newPage();
    await otherTab.goto(`${second.origins.patient}/patient`);
    await expect(titleOf(otherTab)).toBeVisible();
    const here = await openAccount(one, person, origins.patient);
    const statusOf = await tokensOf(other);
    expect([await statusOf(here, origins.patient), await statusOf(here, second.origins.patient)]).toEqual([200, 200]);

    const done = answerTo(here, 'DELETE', '/account/sessions');
    await here.getByRole('button', { name: 'Alle anderen abmelden' }).click();
    await done;
    await Promise.all([ended(there), ended(otherTab)].map((dialog) => expect(dialog).toBeVisible()));
    expect([await statusOf(here, origins.patient), await statusOf(here, second.origins.patient)]).toEqual([401, 401]);
    await expect(here.getByRole('button', { name: 'Alle anderen abmelden' })).toBeHidden();
  });
});

test('a changed password ends other sessions at once, but not the current one', async ({ browser }) => {
  const person = await newPatient();
  await withBrowsers(browser, async (one, other) => {
    const there = await openAccount(other, person, second.origins.patient);
    const here = await openAccount(one, person, origins.patient);
    const [ofOther, ofOne] = [await tokensOf(other), await tokensOf(one)];
    await here.getByRole('region', { name: 'Passwort' }).getByRole('button', { name: 'Ändern' }).click();
    await here.getByLabel('Aktuelles Passwort').fill(person.password);
    await here.getByLabel('Neues Passwort').fill(newPassword);
    await here.getByLabel('Passwort wiederholen').fill(newPassword);
    const done = answerTo(here, 'POST', '/account/password');
    await here.getByRole('button', { name: 'Passwort ändern' }).click();
    await done;
    await expect(ended(there)).toBeVisible();
    for (const statusOf of [ofOther, ofOne])
      expect([await statusOf(there, origins.patient), await statusOf(there, second.origins.patient)]).toEqual([
        401, 401,
      ]);

    await here.reload();
    await expect(here.getByRole('heading', { name: 'Konto', level: 1 })).toBeVisible();
    await ended(there).getByLabel('Passwort', { exact: true }).fill(newPassword);
    await ended(there).getByRole('button', { name: 'Anmelden' }).click();
    await expect(ended(there)).toBeHidden();
  });
});

test('signing out ends the session on every server process and in every tab at once', async ({ browser }) => {
  const person = await newPatient();
  await withBrowsers(browser, async (one, other) => {
    const here = await openAccount(one, person, origins.patient);
    const tab = await one.newPage();
    await tab.goto(`${origins.patient}/patient/patients`);
    await expect(tab.getByRole('heading', { name: 'Personen' })).toBeVisible();
    // Another origin on the same host shares the cookies but not the storage.
    const elsewhere = await one.newPage();
    await elsewhere.goto(`${second.origins.patient}/patient/patients`);
    await expect(elsewhere.getByRole('heading', { name: 'Personen' })).toBeVisible();
    const statusOf = await tokensOf(one);
    const stranger = await other.newPage();

    await here.getByRole('button', { name: /Menü/ }).click();
    const done = answerTo(here, 'POST', '/account/api/logout');
    await here.getByRole('button', { name: 'Abmelden', exact: true }).click();
    await done;
    await Promise.all([expect(tab).toHaveURL(`${origins.patient}/`), expect(ended(elsewhere)).toBeVisible()]);
    expect([await statusOf(stranger, origins.patient), await statusOf(stranger, second.origins.patient)]).toEqual([
      401, 401,
    ]);
  });
});
