import type { CDPSession, Page } from '@playwright/test';
import { expect, expectAccessible, origins, test } from './fixtures.ts';
import type { SignedInPerson } from './fixtures.ts';

const { pathname: account } = new URL(`${origins.patient}/patient/account`);

/** A device with passkeys, whose user agrees to each request at once. */
const withAuthenticator = async (page: Page): Promise<{ devtools: CDPSession; authenticatorId: string }> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { devtools, authenticatorId };
};
const beginPasskey = async ({ page, password }: SignedInPerson) => {
  await page.goto(account);
  await page.getByRole('button', { name: 'Passkey hinzufügen' }).click();
  await page.getByLabel('Name des Passkeys').fill('Mein Telefon');
  await page.getByLabel('Aktuelles Passwort').fill(password);
};
const addPasskey = async ({ page }: SignedInPerson) => {
  await page.getByRole('button', { name: 'Passkey anlegen' }).click();
  await expect(page.getByText('Der Passkey ist hinzugefügt.')).toBeVisible();
};
const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /^Menü/ }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Abmelden' }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/login');
};

test('a passkey signs in without a password until it is removed', async ({ patient }) => {
  const { page } = patient;
  await withAuthenticator(page);
  await beginPasskey(patient);
  await expectAccessible(page);
  await addPasskey(patient);

  await signOut(page);
  await page.getByRole('button', { name: 'Passkey benutzen' }).click();
  await expect(page).toHaveURL('/patient');

  await page.goto(account);
  await page.getByRole('button', { name: 'Mein Telefon entfernen' }).click();
  await page.getByLabel('Aktuelles Passwort').fill(patient.password);
  await page.getByRole('button', { name: 'Entfernen', exact: true }).last().click();
  await expect(page.getByText('Sie haben noch keine Passkeys.')).toBeVisible();
  await signOut(page);
  await page.getByRole('button', { name: 'Passkey benutzen' }).click();
  await expect(page.getByText(/Das hat mit dem Passkey nicht geklappt/)).toBeVisible();
});

test('the email field offers a passkey until the button is pressed or the form is left', async ({ patient }) => {
  const { page } = patient;
  const { devtools, authenticatorId } = await withAuthenticator(page);
  await beginPasskey(patient);
  await addPasskey(patient);

  // Every request for a passkey, and how it ended.
  await page.addInitScript(() => {
    const requests: string[] = [];
    Object.assign(window, { requests });
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = (options) => {
      const at = requests.push(`${options?.mediation ?? 'modal'} waits`) - 1;
      const end = (how: string) => (requests[at] = requests[at]?.replace('waits', how) ?? '');
      const passkey = get(options);
      passkey.then(
        () => end('used'),
        () => end(options?.signal?.aborted ? 'aborted' : 'failed'),
      );
      return passkey;
    };
  });
  const requests = () => page.evaluate(() => (window as unknown as { requests: string[] }).requests);
  const answerAtOnce = (enabled: boolean) =>
    devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  const email = page.getByLabel('E-Mail-Adresse');

  await answerAtOnce(false);
  await signOut(page);
  await email.focus();
  await expect.poll(requests).toEqual(['conditional waits']);
  await page.getByRole('link', { name: 'Passwort vergessen' }).click();
  await expect.poll(requests).toEqual(['conditional aborted']);

  await page.goto('/login');
  await email.focus();
  await expect.poll(requests).toEqual(['conditional waits']);
  await page.getByRole('button', { name: 'Passkey benutzen' }).click();
  await expect.poll(requests).toEqual(['conditional aborted', 'modal waits']);
  await expect(page.getByRole('alert')).toHaveCount(0);

  await answerAtOnce(true);
  await page.goto('/login');
  await email.focus();
  await expect(page).toHaveURL('/patient');
  expect(await requests()).toEqual(['conditional used']);
});
