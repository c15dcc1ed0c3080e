import { randomInt } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { aReport } from './files.ts';
import { codeFor, expect, expectAccessible, linkIn, origins, test, titleOf } from './fixtures.ts';

const password = 'Sechs-Zitronen-7';
/** From the start page to the sent case, with the registration (docs/decisions/shortest-way.md). */
const shortest = { screens: 9, taps: 14, typed: 9 };

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Hands the code of the next SMS to the page, as browsers on phones do. */
const readSms = async (page: Page, phone: string) => {
  await page.exposeFunction('codeOfSms', () => codeFor(phone));
  await page.addInitScript(() => {
    Object.assign(window, { OTPCredential: class {} });
    Object.defineProperty(navigator.credentials, 'get', {
      value: async () => ({ code: await (window as unknown as { codeOfSms: () => Promise<string> }).codeOfSms() }),
    });
  });
};

test('a case begun without an account is sent in few screens, taps and typed fields', async ({ page, doctor }) => {
  const email = `somebody.${randomInt(1e9)}@example.org`;
  const phone = `0151 ${randomInt(1e7, 1e8)}`;
  await readSms(page, `+49${phone.replace(' ', '').slice(1)}`);
  const way = { screens: 0, taps: 0, typed: 0 };
  const screen = async (title: string | RegExp) => {
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    way.screens += 1;
  };
  const tap = async (target: Locator) => {
    await target.tap();
    way.taps += 1;
  };
  const type = async (label: string, text: string) => {
    await page.getByLabel(label, { exact: label === 'Passwort' }).fill(text);
    way.typed += 1;
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const consent = () => page.getByRole('checkbox', { name: /Ich willige ein/ });

  await test.step('the concern and the account', async () => {
    await page.goto(origins.patient);
    await screen(/./);
    await tap(page.getByRole('link', { name: 'Fall beginnen' }));
    await screen('Worum geht es?');
    await type('Diagnose oder Beschwerde', 'Knoten in der Schilddrüse');
    await tap(button('Seit einigen Monaten'));
    await tap(button('Ist eine Operation nötig?'));
    await type('E-Mail-Adresse', email);
    await type('Passwort', password);
    await tap(button('Zeigen').first());
    await expect(page.getByLabel('Passwort wiederholen')).toHaveValue(password);
    await tap(consent());
    await tap(button('Konto anlegen und weiter'));
  });

  await test.step('the registration', async () => {
    await screen('Sehen Sie in Ihr Postfach');
    await page.goto(await linkIn(email));
    way.taps += 1;
    await screen('Ihre Angaben');
    await type('Vorname', 'Miriam');
    await type('Nachname', 'Adler');
    await type('Geburtsdatum', '14.3.1979');
    await tap(page.getByText('weiblich'));
    await type('Mobilnummer', phone);
    await tap(button('Weiter zum Code'));
    // The page of the code goes on by itself.
    way.screens += 1;
  });

  await test.step('the doctor, and one document', async () => {
    await screen('Neuer Fall');
    await expect(page.getByText('Es gilt für Miriam Adler.')).toBeVisible();
    await tap(
      page.getByRole('article', { name: new RegExp(doctor.lastName) }).getByRole('button', { name: /fragen$/ }),
    );
    await screen('Unterlagen hochladen');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([
        await aReport('Brief.pdf', 'Klinikum Rosenberg. Arztbrief vom 14.09.2026. Patientin Miriam Adler'),
      ]);
    way.taps += 1;
    await tap(button('Stimmt, weiter zum Senden'));
  });

  await test.step('the address, and the sending', async () => {
    await screen('Alles richtig so?');
    await expect(page.getByText('Seit einigen Monaten.')).toBeVisible();
    await type('Straße', 'Lindenweg 12a');
    await type('Postleitzahl', '50667');
    await expect(page.getByLabel('Hausnummer')).toHaveValue('12a');
    await expect(page.getByLabel('Ort', { exact: true })).toHaveValue('Köln');
    await tap(consent());
    await tap(button(/^An Dr\. .* senden$/));
    await screen('Gesendet');
  });
  expect(way).toEqual(shortest);
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
