import { randomInt } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { aReport } from './files.ts';
import { codeFor, expect, expectAccessible, linkIn, origins, test, titleOf } from './fixtures.ts';

const password = 'Sechs-Zitronen-7';
// The taps of the case alone; those of the sign-up in between do not count.
const mostTaps = 12;

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('a case begun without an account is sent after the registration, in few taps', async ({ page, doctor }) => {
  const email = `somebody.${randomInt(1e9)}@example.org`;
  const phone = `0151 ${randomInt(1e7, 1e8)}`;
  let taps = 0;
  const tap = async (target: Locator) => {
    await target.tap();
    taps += 1;
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const link = (name: string) => page.getByRole('link', { name });

  await test.step('the concern, before any account', async () => {
    await page.goto(origins.patient);
    await tap(link('Fall beginnen, Konto später'));
    await page.getByLabel('Diagnose oder Beschwerde').fill('Knoten in der Schilddrüse');
    await page.getByLabel('Vorgeschichte').fill('Im Sommer beim Hausarzt aufgefallen.');
    await tap(button('Ist eine Operation nötig?'));
    await tap(button('Weiter: Konto anlegen'));
  });

  await test.step('the registration', async () => {
    await page.getByLabel('E-Mail-Adresse').fill(email);
    await page.getByLabel('Passwort', { exact: true }).fill(password);
    await page.getByLabel('Passwort wiederholen').fill(password);
    await page.getByRole('checkbox', { name: /Ich willige ein/ }).check();
    await button('Weiter').tap();
    await expect(page.getByRole('heading', { name: 'Sehen Sie in Ihr Postfach' })).toBeVisible();
    await page.goto(await linkIn(email));
    await page.getByLabel('Vorname').fill('Miriam');
    await page.getByLabel('Nachname').fill('Adler');
    await page.getByRole('radio', { name: 'weiblich' }).check();
    await page.getByLabel('Geburtsdatum').fill('14.3.1979');
    await page.getByLabel('Mobilnummer').fill(phone);
    await button('Weiter zum Code').tap();
    await page.getByLabel('Code aus der SMS').fill(await codeFor(`+49${phone.replace(' ', '').slice(1)}`));
    await button('Registrierung abschließen').tap();
  });

  await test.step('the case, with one document', async () => {
    await tap(button('Ja, übernehmen'));
    await expect(page.getByLabel('Diagnose oder Beschwerde')).toHaveValue('Knoten in der Schilddrüse');
    await tap(button('Weiter zu passenden Ärzten'));
    await page.getByRole('searchbox', { name: 'Ärztin oder Arzt' }).fill(doctor.lastName);
    await tap(
      page.getByRole('article', { name: new RegExp(doctor.lastName) }).getByRole('button', { name: /fragen$/ }),
    );
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([
        await aReport('Brief.pdf', 'Klinikum Rosenberg. Arztbrief vom 14.09.2026. Patientin Miriam Adler'),
      ]);
    taps += 1;
    await tap(button('Stimmt: Angaben zu Brief.pdf'));
    await tap(link('Weiter zum Senden'));
  });

  await test.step('the address, and the sending', async () => {
    await page.getByLabel('Straße').fill('Lindenweg');
    await page.getByLabel('Hausnummer').fill('12a');
    await page.getByLabel('Postleitzahl').fill('50667');
    await page.getByLabel('Ort', { exact: true }).fill('Köln');
    await tap(button('Anschrift speichern'));
    await tap(page.getByRole('checkbox', { name: /Ich willige ein/ }));
    await tap(button(/^An Dr\. .* senden$/));
    await expect(page.getByRole('heading', { name: 'Gesendet' })).toBeVisible();
  });
  expect(taps).toBeLessThanOrEqual(mostTaps);
});

test('a case begun without an account is offered to whoever signs in on this device', async ({ page, patient }) => {
  await page.goto(origins.patient);
  await page.locator('a[href="/begin"]').click();
  await expect(titleOf(page)).toHaveText('Worum geht es?');
  await expectAccessible(page);
  await page.getByLabel(/^Diagnose oder Beschwerde/).fill('Taubheit im linken Bein');
  await page.getByRole('textbox', { name: 'Frage 1' }).fill('Muss ich operiert werden?');
  await page.getByRole('button', { name: 'Alles löschen' }).click();
  await expect(page.getByLabel(/^Diagnose oder Beschwerde/)).toHaveValue('');
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await expect(page.getByLabel(/^Diagnose oder Beschwerde/)).toHaveValue('Taubheit im linken Bein');

  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Frage 1' })).toHaveValue('Muss ich operiert werden?');
  await page.getByRole('link', { name: 'Ich habe schon ein Konto' }).click();
  await page.getByLabel('E-Mail-Adresse').fill(patient.email);
  await page.getByLabel('Passwort', { exact: true }).fill(patient.password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByRole('button', { name: 'Ja, übernehmen' }).click();
  await expect(page.getByLabel(/^Diagnose oder Beschwerde/)).toHaveValue('Taubheit im linken Bein');
});
