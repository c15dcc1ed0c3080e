import { createHash, randomBytes } from 'node:crypto';
import { expect, expectAccessible, origins, test } from './fixtures.ts';

const redirectUri = 'https://app.example/callback';
const verifier = randomBytes(32).toString('base64url');

test('a patient signs in, lets an app read, and ends it', async ({ browser, patient }) => {
  const base = `${origins.patient}/fhir`;
  const start = `${base}/auth/authorize?${new URLSearchParams({
    response_type: 'code',
    // The demo's app.
    client_id: '7d2f6c1e-4b8a-4e0b-9a57-3c1d5e8f2a60',
    redirect_uri: redirectUri,
    scope: 'launch/patient patient/*.rs offline_access',
    state: 'the-state',
    aud: base,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })}`;
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'de-DE',
    // The app's page is taken for one of the public internet, and the server is on this machine.
    permissions: ['local-network-access'],
  });
  const phone = await context.newPage();
  await phone.route('https://app.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${start}">Verbinden</a>` }),
  );

  await test.step('the app leads to the sign-in, and from there to its request', async () => {
    await phone.goto('https://app.example/');
    await phone.getByRole('link', { name: 'Verbinden' }).click();
    await phone.getByLabel('E-Mail-Adresse').fill(patient.email);
    await phone.getByLabel('Passwort', { exact: true }).fill(patient.password);
    await phone.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await expect(phone.getByRole('heading', { name: 'Darf die App „Gesundheitsbuch“ lesen?' })).toBeVisible();
    await expectAccessible(phone);
  });

  let code = '';
  await test.step('nobody is chosen beforehand; allowing leads back with a code', async () => {
    await phone.getByRole('button', { name: 'Erlauben' }).click();
    await expect(phone.getByRole('alert').first()).toBeVisible();
    await expectAccessible(phone);
    await phone.getByRole('radio').first().check({ force: true });
    await phone.getByRole('button', { name: 'Erlauben' }).click();
    await phone.waitForURL(`${redirectUri}?**`);
    const { searchParams } = new URL(phone.url());
    expect([searchParams.get('state'), searchParams.get('iss')]).toEqual(['the-state', base]);
    code = searchParams.get('code') ?? '';
  });

  await test.step('a page of the app gets a token and reads', async () => {
    const read = await phone.evaluate(
      async ([address = '', form = '']) => {
        const given = (await (
          await fetch(`${address}/auth/token`, { method: 'POST', body: new URLSearchParams(form) })
        ).json()) as { access_token: string; patient: string };
        const answer = await fetch(`${address}/Patient/${given.patient}`, {
          headers: { authorization: `Bearer ${given.access_token}` },
        });
        return answer.status;
      },
      [
        base,
        String(
          new URLSearchParams({
            grant_type: 'authorization_code',
            client_id: '7d2f6c1e-4b8a-4e0b-9a57-3c1d5e8f2a60',
            code,
            redirect_uri: redirectUri,
            code_verifier: verifier,
          }),
        ),
      ],
    );
    expect(read).toBe(200);
  });
  await context.close();

  await test.step('the patient finds the app with their data, and ends it', async () => {
    const { page } = patient;
    await page.goto('/patient/privacy');
    const apps = page.getByRole('region', { name: 'Apps mit Zugriff' });
    await expect(apps.getByText('Gesundheitsbuch')).toBeVisible();
    await expectAccessible(page);
    await apps.getByRole('button', { name: /^Zugriff beenden: Gesundheitsbuch/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Zugriff beenden' }).click();
    await expect(apps.getByText('Keine App hat Zugriff.')).toBeVisible();
  });
});
