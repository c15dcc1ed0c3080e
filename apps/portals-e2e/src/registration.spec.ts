import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { codeFor, expect, expectAccessible, linkIn, origins, test } from './fixtures.ts';

const password = 'Sechs-Zitronen-7';

const signUp = async (page: Page, email: string) => {
  await page.goto(`${origins.patient}/register`);
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByLabel('Passwort wiederholen').fill(password);
  await page.getByRole('checkbox', { name: /Ich willige ein/ }).check();
  await page.getByRole('button', { name: 'Weiter' }).click();
  await expect(page.getByRole('heading', { name: 'Sehen Sie in Ihr Postfach' })).toBeVisible();
};
const signIn = async (page: Page, email: string) => {
  await page.goto(`${origins.patient}/login`);
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
};
const newEmail = () => `somebody.${randomInt(1e9)}@example.org`;
const newPhone = () => `0151 ${randomInt(1e7, 1e8)}`;
const wire = (phone: string) => `+49${phone.replace(' ', '').slice(1)}`;

test('somebody registers, with every detour, and reaches their first page', async ({ page }) => {
  const email = newEmail();
  const [wrongPhone, phone] = [newPhone(), newPhone()];

  await test.step('missing values are reported at their fields, and input stays', async () => {
    await page.goto(`${origins.patient}/register`);
    await page.getByLabel('E-Mail-Adresse').fill('nobody');
    await page.getByLabel('Passwort', { exact: true }).fill('kurz');
    await page.getByRole('button', { name: 'Weiter' }).click();
    await expect(page.getByRole('alert')).toBeFocused();
    await expect(page.getByLabel('E-Mail-Adresse')).toHaveAccessibleDescription(/gültige E-Mail-Adresse/);
    await expect(page.getByLabel('E-Mail-Adresse')).toHaveValue('nobody');
    await expectAccessible(page);
  });

  await test.step('the link signs in the browser that signed up; a mail scanner or a second use does not', async () => {
    await signUp(page, email);
    const link = await linkIn(email);
    await page.request.get(link);
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Ihre Angaben' })).toBeVisible();
    await page.goto(link);
    await page.getByRole('button', { name: 'E-Mail-Adresse bestätigen' }).click();
    await expect(page.getByRole('heading', { name: 'Dieser Link gilt nicht mehr' })).toBeVisible();
  });

  await test.step('returning later continues at the missing step', async () => {
    await page.context().clearCookies();
    await signIn(page, email);
    await expect(page.getByRole('heading', { name: 'Ihre Angaben' })).toBeVisible();
    await page.goto(`${origins.patient}/patient/process`);
    await expect(page.getByRole('heading', { name: 'Ihre Angaben' })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('personal data, with a number in German notation', async () => {
    await page.getByLabel('Vorname').fill('Miriam');
    await page.getByLabel('Nachname').fill('Adler');
    await page.getByRole('radio', { name: 'weiblich' }).check();
    await page.getByLabel('Geburtsdatum').fill('14.3.1979');
    // The address is asked for before the first sending.
    await expect(page.getByRole('textbox')).toHaveCount(4);
    await page.getByLabel('Mobilnummer').fill('0551 39 5000');
    await page.getByRole('button', { name: 'Weiter zum Code' }).click();
    await expect(page.getByLabel('Mobilnummer')).toHaveAccessibleDescription(/Das ist eine Festnetznummer/);
    await page.getByLabel('Mobilnummer').fill(wrongPhone);
    await page.getByRole('button', { name: 'Weiter zum Code' }).click();
    await expect(page.getByRole('heading', { name: 'Bestätigungscode eingeben' })).toBeVisible();
    await codeFor(wire(wrongPhone));
  });

  await test.step("the number is corrected; a wrong code shows the specification's message", async () => {
    await page.getByRole('button', { name: 'Nummer ändern' }).click();
    await page.getByLabel('Mobilnummer').fill(phone);
    await page.getByRole('button', { name: 'Code senden' }).click();
    const code = await codeFor(wire(phone));
    await page.getByLabel('Code aus der SMS').fill(code === '000000' ? '111111' : '000000');
    await expect(page.getByText('Der Bestätigungscode ist nicht richtig').first()).toBeVisible();
    await page.getByLabel('Code aus der SMS').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await page.getByRole('button', { name: 'Registrierung abschließen' }).click();
    await expect(page).toHaveURL(/\/patient\/process\/new$/);
    await expect(page.getByRole('radio', { name: /Miriam Adler/ })).toBeChecked();
  });
});

test("a second registration with the same address shows the specification's message", async ({ page, patient }) => {
  await page.goto(`${origins.patient}/register?lang=en`);
  await page.getByLabel('Email address').fill(patient.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Repeat the password').fill(password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('A user with this email already exists').first()).toBeVisible();
});
