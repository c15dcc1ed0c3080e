import { expect, expectAccessible, origins, test } from './fixtures.ts';

test('a passkey signs in without a password until it is removed', async ({ patient }) => {
  const { page } = patient;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const { pathname: account } = new URL(`${origins.patient}/patient/account`);
  await page.goto(account);
  await page.getByRole('button', { name: 'Passkey hinzufügen' }).click();
  await page.getByLabel('Name des Passkeys').fill('Mein Telefon');
  await page.getByLabel('Aktuelles Passwort').fill(patient.password);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Passkey anlegen' }).click();
  await expect(page.getByText('Der Passkey ist hinzugefügt.')).toBeVisible();

  const signOut = async () => {
    await page.getByRole('button', { name: /^Menü/ }).click();
    await page.getByRole('banner').getByRole('button', { name: 'Abmelden' }).click();
    await expect(page).toHaveURL('/');
    await page.goto('/login');
  };
  await signOut();
  await page.getByRole('button', { name: 'Passkey benutzen' }).click();
  await expect(page).toHaveURL('/patient');

  await page.goto(account);
  await page.getByRole('button', { name: 'Mein Telefon entfernen' }).click();
  await page.getByLabel('Aktuelles Passwort').fill(patient.password);
  await page.getByRole('button', { name: 'Entfernen', exact: true }).last().click();
  await expect(page.getByText('Sie haben noch keine Passkeys.')).toBeVisible();
  await signOut();
  await page.getByRole('button', { name: 'Passkey benutzen' }).click();
  await expect(page.getByText(/Das hat mit dem Passkey nicht geklappt/)).toBeVisible();
});
