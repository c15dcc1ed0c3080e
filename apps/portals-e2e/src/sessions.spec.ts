import type { Browser } from '@playwright/test';
import { TOTP } from 'otpauth';
import { expect, linkIn, origins, test } from './fixtures.ts';
import { expectFocusIn } from './keyboard.ts';
import { draftSaved } from './saved-drafts.ts';

/** Signs in elsewhere as this person and ends all other sessions. */
const endOtherSessions = async (browser: Browser, { email, password }: { email: string; password: string }) => {
  const elsewhere = await browser.newContext();
  const login = await elsewhere.request.post(`${origins.patient}/account/api/login`, {
    data: { email, password },
    headers: { origin: origins.patient },
  });
  const { Authorization, CSRF_Token } = (await login.json()) as { Authorization: string; CSRF_Token: string };
  await elsewhere.request.delete(`${origins.patient}/account/sessions`, {
    headers: { origin: origins.patient, authorization: `Token ${Authorization}`, 'x-csrftoken': CSRF_Token },
  });
  await elsewhere.close();
};

test('signing out ends every tab, and Back shows nothing', async ({ patient: { page } }) => {
  const other = await page.context().newPage();
  await other.goto('/patient/patients');
  await expect(other.getByRole('heading', { name: 'Personen' })).toBeVisible();
  await page.getByRole('button', { name: /Menü/ }).click();
  await page.getByRole('button', { name: 'Abmelden' }).click();
  await expect(page).toHaveURL(`${origins.patient}/`);
  await expect(other).not.toHaveURL(/\/patient\/patients$/);
  await page.goBack();
  await expect(page.getByText('Petra Möller')).toHaveCount(0);
});

test('a session that expires under an open form resumes in place, with its input', async ({
  patient: { page, email, password },
}) => {
  await page.goto('/patient/patients/new');
  await page.getByLabel('Vorname').fill('Jakob');
  await endOtherSessions(page.context().browser()!, { email, password });
  const dialog = page.getByRole('dialog', { name: 'Bitte melden Sie sich wieder an' });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Passwort', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Anmelden' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Vorname')).toHaveValue('Jakob');
  await expect(page.getByLabel('Vorname')).toBeFocused();
});

test('a submission after the session expired is sent after signing in again', async ({
  patient: { page, password },
}) => {
  await page.goto('/patient/contact');
  const saved = draftSaved(page, 'Wie lade ich eine CD hoch?');
  await page.getByLabel('Betreff').fill('Eine Frage');
  await page.getByRole('textbox', { name: 'Nachricht' }).fill('Wie lade ich eine CD hoch?');
  // Wait for the draft: it would be refused as well, and ask to sign in before the message is sent.
  await saved;
  await expect(page.getByText(/^Gespeichert um/)).toBeVisible();
  await page.context().clearCookies();
  await page.getByRole('button', { name: /senden/i }).click();
  const dialog = page.getByRole('dialog', { name: 'Bitte melden Sie sich wieder an' });
  await expectFocusIn(dialog);
  await dialog.getByLabel('Passwort', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Ihre Nachricht ist unterwegs')).toBeVisible();
});

test('a first page opened with an expired session redirects to the sign-in and back', async ({
  patient: { page, email, password },
}) => {
  await expect(page.getByRole('heading', { level: 1, name: /^Guten Tag/ })).toBeVisible();
  await page.goto('about:blank');
  await endOtherSessions(page.context().browser()!, { email, password });
  await page.goto('/patient');
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByText('Legen Sie Ihren ersten Fall an')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a page that needs a session redirects to the sign-in and back', async ({
  page,
  patient: { email, password },
}) => {
  await page.goto(`${origins.patient}/patient/settings`);
  await expect(page).toHaveURL(/\/login\?.*error=SessionRequired/);
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page).toHaveURL(`${origins.patient}/patient/settings`);
});

test('with a second factor the password alone grants no access', async ({ page, doctor }) => {
  await doctor.page.goto('/doctor/account');
  await doctor.page.getByRole('button', { name: 'Einschalten' }).click();
  await doctor.page.getByLabel('Aktuelles Passwort').fill(doctor.password);
  await doctor.page.getByRole('button', { name: 'Weiter' }).click();
  const secret = (await doctor.page.getByText(/^[A-Z2-7 ]{16,}$/).textContent()) ?? '';
  const totp = new TOTP({ secret: secret.replaceAll(' ', '') });
  await doctor.page.getByLabel('Code aus der App').fill(totp.generate());
  await doctor.page.getByRole('button', { name: 'Zweiten Faktor einschalten' }).click();
  const codes = doctor.page
    .getByRole('status')
    .filter({ hasText: 'Ihre Wiederherstellungscodes' })
    .getByRole('listitem');
  await expect(codes.first()).toBeVisible();
  const recovery = (await codes.first().textContent()) ?? '';

  await page.goto(`${origins.doctor}/login`);
  await page.getByLabel('E-Mail-Adresse').fill(doctor.email);
  await page.getByLabel('Passwort', { exact: true }).fill(doctor.password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByLabel('Code aus der App')).toBeVisible();
  await page.getByRole('button', { name: 'Wiederherstellungscode benutzen' }).click();
  await page.getByRole('textbox', { name: 'Wiederherstellungscode' }).fill(recovery);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page).toHaveURL(`${origins.doctor}/doctor`);
});

test('a forgotten password is reset by its link, and the old one is invalid', async ({ page, patient: { email } }) => {
  await page.goto(`${origins.patient}/forgot-password`);
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByRole('button', { name: 'Link senden' }).click();
  await expect(page.getByRole('heading', { name: 'Sehen Sie in Ihr Postfach' })).toBeVisible();
  const link = await linkIn(email, /(https?:\/\/\S+reset-password\S+)/);
  await page.goto(link);
  await page.getByLabel('Neues Passwort').fill('Sieben-Orangen-8');
  await page.getByLabel('Passwort wiederholen').fill('Sieben-Orangen-8');
  await page.getByRole('button', { name: 'Passwort festlegen' }).click();
  await expect(page.getByText('Ihr neues Passwort gilt jetzt.')).toBeVisible();
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill('Sieben-Orangen-8');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page).toHaveURL(/\/patient$/);
});
