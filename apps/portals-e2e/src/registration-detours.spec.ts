import type { Page } from '@playwright/test';
import { ageLinks } from './aged-links.ts';
import { codeFor, expect, lettersTo, linkIn, origins, test } from './fixtures.ts';
import { newUnconfirmedPatient, newUnverifiedPatient, type Person } from './people.ts';

const signIn = async (page: Page, { email, password }: Person) => {
  await page.goto(`${origins.patient}/login`);
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
};
const another = (code: string, by: number) => String((Number(code) + by) % 1e6).padStart(6, '0');
/** The number of messages with a code or such a link that an address or number got. */
const countTo = async (to: string, what: RegExp) => (await lettersTo(to)).filter(({ text }) => what.test(text)).length;
/** Waits until it got one more of them than before. */
const oneMore = (to: string, what: RegExp, before: number) => expect.poll(() => countTo(to, what)).toBe(before + 1);
const aCode = /\d{6}/;
const aResetLink = /(https?:\/\/\S+reset-password\S+)/;

test('a code is invalid after five wrong attempts; a new one completes registration', async ({ page }) => {
  const person = await newUnverifiedPatient();
  // The one of the registration.
  await codeFor(person.phone);
  await page.clock.install();
  await signIn(page, person);
  const before = await countTo(person.phone, aCode);
  await page.getByLabel('Mobilnummer').fill(`0${person.phone.slice(3)}`);
  await page.getByRole('button', { name: 'Code senden' }).click();
  // Here, because a minute is soon over.
  await expect(page.getByText(/Neuer Code möglich in \d+ Sekunden?/)).toBeVisible();
  await oneMore(person.phone, aCode, before);
  const code = await codeFor(person.phone);
  /** The first of them continues automatically. */
  const enter = async (typed: string, isFirst = false) => {
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/account/otp'));
    await page.getByLabel('Code aus der SMS').fill(typed);
    if (!isFirst) await page.getByRole('button', { name: 'Registrierung abschließen' }).click();
    await answered;
  };

  for (let by = 1; by <= 5; by += 1) {
    await enter(another(code, by), by === 1);
    await expect(page.getByLabel('Code aus der SMS')).toHaveAccessibleDescription(
      /Der Bestätigungscode ist nicht richtig/,
    );
  }
  await expect(page.getByText('Nach fünf falschen Eingaben gilt dieser Code nicht mehr.')).toBeVisible();
  await enter(code);
  await expect(page.getByText('Der Bestätigungscode ist nicht richtig').first()).toBeVisible();

  await page.clock.fastForward('01:01');
  await page.getByRole('button', { name: 'Neuen Code senden' }).click();
  await expect(page.getByText('Ein neuer Code ist unterwegs.')).toBeVisible();
  await expect(page.getByLabel('Code aus der SMS')).toBeFocused();
  await oneMore(person.phone, aCode, before + 1);
  await enter(await codeFor(person.phone), true);
  await expect(page).toHaveURL(/\/patient$/);
});

test('an expired confirmation link says so and offers a new one that works', async ({ page }) => {
  const person = await newUnconfirmedPatient();
  const link = await linkIn(person.email);
  await ageLinks(person.email, 24);
  await page.goto(link);
  await page.getByRole('button', { name: 'E-Mail-Adresse bestätigen' }).click();
  await expect(page.getByRole('heading', { name: 'Dieser Link gilt nicht mehr' })).toBeVisible();

  await page.getByRole('link', { name: 'Neuen Link anfordern' }).click();
  await page.getByLabel('E-Mail-Adresse').fill(person.email);
  await page.getByRole('button', { name: 'Link noch einmal senden' }).click();
  await expect(page.getByText(/ist ein neuer Link unterwegs/)).toBeVisible();
  await oneMore(person.email, /https?:/, 1);
  await page.goto(await linkIn(person.email));
  await page.getByRole('button', { name: 'E-Mail-Adresse bestätigen' }).click();
  await expect(page.getByText('Ihre E-Mail-Adresse ist bestätigt.')).toBeVisible();
  await page.getByLabel('Passwort', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByRole('heading', { name: 'Ihre Angaben' })).toBeVisible();
});

test('an expired reset link says so and offers a new one that sets the password', async ({ page, patient }) => {
  const newPassword = 'Sieben-Orangen-8';
  const ask = async () => {
    const before = await countTo(patient.email, aResetLink);
    await page.getByLabel('E-Mail-Adresse').fill(patient.email);
    await page.getByRole('button', { name: 'Link senden' }).click();
    await expect(page.getByRole('heading', { name: 'Sehen Sie in Ihr Postfach' })).toBeVisible();
    await oneMore(patient.email, aResetLink, before);
    return linkIn(patient.email, aResetLink);
  };
  const setPassword = async (link: string) => {
    await page.goto(link);
    await page.getByLabel('Neues Passwort').fill(newPassword);
    await page.getByLabel('Passwort wiederholen').fill(newPassword);
    await page.getByRole('button', { name: 'Passwort festlegen' }).click();
  };
  await page.goto(`${origins.patient}/forgot-password`);
  const link = await ask();
  await ageLinks(patient.email, 1);
  await setPassword(link);
  await expect(page.getByText('Der Link wurde schon benutzt oder ist abgelaufen.')).toBeVisible();

  await page.getByRole('link', { name: 'Neuen Link anfordern' }).click();
  await setPassword(await ask());
  await expect(page.getByText('Ihr neues Passwort gilt jetzt.')).toBeVisible();
});
