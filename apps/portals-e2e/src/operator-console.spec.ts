import { Secret, TOTP } from 'otpauth';
import { expect, expectAccessible, origins, signedIn, test, titleOf } from './fixtures.ts';

const password = 'Konsil-Demo-1';
/** One pixel. */
const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

test("an operator with a second factor sees the installation's state, but no case", async ({ page, browser }) => {
  await test.step('signing in leads to the second factor, whatever page was asked for', async () => {
    await page.goto(`${origins.operator}/operator/account`);
    await page.getByLabel('E-Mail-Adresse').fill('operator@konsil.example');
    await page.getByLabel('Passwort', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await expect(page.getByRole('heading', { name: 'Zweiten Faktor einrichten' })).toBeVisible();
    await expectAccessible(page);
    await page.goto(`${origins.operator}/operator`);
    await expect(page.getByRole('heading', { name: 'Zweiten Faktor einrichten' })).toBeVisible();
  });

  await test.step('after the first code and the recovery codes the console opens', async () => {
    await page.getByLabel('Aktuelles Passwort').fill(password);
    await page.getByRole('button', { name: 'Weiter' }).click();
    const secret = await page.getByText(/^[A-Z2-7 ]{16,}$/).innerText();
    await page.getByLabel('Code aus der App').fill(codeOf(secret.replaceAll(' ', '')));
    await page.getByRole('button', { name: 'Zweiten Faktor einschalten' }).click();
    await page.getByRole('button', { name: 'Ich habe die Codes aufbewahrt' }).click();
    await expect(titleOf(page)).toHaveText('Heute');
  });

  await test.step('today shows lights and numbers, and says that cases are sealed', async () => {
    await expect(page.getByText(/Versiegelt: Fälle/)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Sicherung' })).toBeVisible();
    await expect(page.getByText('Es gibt keine Sicherung.')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('an account is found by the beginning of its address, locked with a reason, and unlocked', async () => {
    await page.getByRole('link', { name: 'Personen' }).click();
    await page.getByLabel('E-Mail-Adresse oder ihr Anfang').fill('patient2@');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Sperren: patient2@konsil.example' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Sperren' }).click();
    await expect(dialog.getByText('Bitte wählen Sie einen Grund')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Grund').selectOption('suspected_misuse');
    await dialog.getByRole('button', { name: 'Sperren' }).click();
    await expect(page.getByText('gesperrt', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Entsperren: patient2@konsil.example' }).click();
    await dialog.getByLabel('Grund').selectOption('mistake');
    await dialog.getByRole('button', { name: 'Entsperren' }).click();
    await expect(page.getByText('gesperrt', { exact: true })).toBeHidden();
  });

  await test.step('a clinic is created with a colour that can be read, and a doctor comes in', async () => {
    await page.getByRole('link', { name: 'Kliniken' }).click();
    await expect(page.getByRole('link', { name: 'Klinik anlegen' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Klinik anlegen' }).click();
    await page.getByRole('button', { name: 'Anlegen' }).click();
    await expect(page.getByText('Bitte geben Sie den Namen der Praxis oder Klinik ein').first()).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Name der Klinik').fill('Klinikum am Stadtpark');
    await page.getByLabel('Farbe').fill('#8ab4d0');
    await expect(page.getByText(/Mindestens 4,5 : 1 sind nötig/)).toBeVisible();
    await page.getByLabel('Farbe').fill('#1f5f7a');
    await expect(page.getByText(/gut lesbar/)).toBeVisible();
    await page.getByLabel('Logo wählen').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
    await page.getByRole('button', { name: 'Standort hinzufügen' }).click();
    await page.getByLabel('Ort', { exact: true }).fill('Bonn');
    await page.getByLabel('Impressum auf Deutsch').fill('Klinikum am Stadtpark gGmbH');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Anlegen' }).click();
    await expect(titleOf(page)).toHaveText('Klinikum am Stadtpark');
    await page.getByLabel('Ärztin oder Arzt suchen').fill('Vogel');
    await page.getByRole('button', { name: /Vogel hinzufügen$/ }).click();
    await expect(page.getByRole('combobox', { name: /^Standort von .*Vogel/ })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Einschalten' }).click();
    await expect(page.getByText('Diese Klinik nimmt Fälle gemeinsam an.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Archivieren' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Archivieren' }).click();
    await expect(page.getByText(/Diese Klinik ist archiviert/)).toBeVisible();
    await page.getByRole('button', { name: 'Zurückholen' }).click();
    await expect(page.getByText(/Diese Klinik ist archiviert/)).toBeHidden();
  });

  await test.step('a legal text is compared with the one in force, published for later, and withdrawn', async () => {
    await page.getByRole('link', { name: 'Rechtstexte' }).click();
    await expect(page.getByText(/zeigen keine Nutzungsbedingungen/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Datenschutzhinweise: Neue Fassung schreiben' }).click();
    await page.getByLabel('Text auf Deutsch').fill('Verantwortlich ist die Klinik.');
    await expect(page.locator('ins', { hasText: 'Klinik' })).toBeVisible();
    await page.getByRole('button', { name: 'Veröffentlichen' }).click();
    await expect(page.getByText('Bitte geben Sie einen Inhalt ein').first()).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Was sich ändert, auf Deutsch').fill('Die Klinik ist verantwortlich.');
    await page.getByLabel('Was sich ändert, auf Englisch').fill('The clinic is responsible.');
    await page.getByRole('textbox', { name: 'Gilt ab' }).fill('31.12.2099');
    await page.getByRole('button', { name: 'Veröffentlichen' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question.getByText(/gilt ab dem 31\.12\.2099/)).toBeVisible();
    await question.getByRole('button', { name: 'Veröffentlichen' }).click();
    await expect(titleOf(page)).toHaveText('Datenschutzhinweise, Fassung 1');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Zurückziehen' }).click();
    await question.getByRole('button', { name: 'Zurückziehen' }).click();
    await expect(page.getByText(/^zurückgezogen/)).toBeVisible();
  });

  await test.step('a specialty gets a form, which is found, and changed with a mistake beside its field', async () => {
    await page.getByRole('link', { name: 'Formulare' }).click();
    await page.getByLabel('Fachgebiet suchen').fill('Herz');
    await expectAccessible(page);
    await page.getByRole('link', { name: /^Kardiologie/ }).click();
    await page.getByRole('button', { name: 'Feld hinzufügen' }).click();
    await expect(page.getByLabel('Frage auf Deutsch')).toBeFocused();
    await page.keyboard.type('Blutdruck');
    await page.getByLabel('Art des Feldes').selectOption({ label: 'Zahl' });
    await page.getByLabel('Mindestens').fill('wenig');
    await page.getByRole('button', { name: 'Felder speichern' }).click();
    await expect(page.getByText('Bitte eine Zahl eintragen, zum Beispiel 10 oder 2,5').first()).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Mindestens').fill('0');
    await page.getByRole('button', { name: 'Felder speichern' }).click();
    await expect(page.getByText('Gespeichert', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Formulare' }).first().click();
    await page.getByLabel('Anzeigen').selectOption('withForm');
    await expect(page.getByRole('link', { name: /^Kardiologie 1 Feld/ })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('a doctor of the specialty takes the form over, goes back, and goes without', async () => {
    const person = {
      role: 'doctor' as const,
      email: 'doctor2@konsil.example',
      password,
      phone: '',
      firstName: '',
      lastName: '',
    };
    const doctor = await signedIn(browser, person);
    const settings = doctor.page.locator('#specialty-form');
    const press = (name: string) => settings.getByRole('button', { name }).click();
    await doctor.page.goto('/doctor/settings#specialty-form');
    await press('Übernehmen und ändern');
    await settings.getByText('Blutdruck').click();
    await settings.getByLabel('Frage auf Deutsch').fill('Blutdruck am Morgen');
    await press('Felder speichern');
    await expect(doctor.page.getByText('Gespeichert', { exact: true })).toBeVisible();
    await expectAccessible(doctor.page);
    await press('Felder des Fachgebiets verwenden');
    const question = doctor.page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Felder des Fachgebiets verwenden' }).click();
    await expect(settings.getByText('Blutdruck', { exact: true })).toBeVisible();
    await expectAccessible(doctor.page);
    await press('Ohne diese Felder');
    await expect(settings.getByText(/^Sie verzichten auf Felder/)).toBeVisible();
    await doctor.leave();
  });

  await test.step('the form is ended, after a question', async () => {
    await page.getByRole('link', { name: /^Kardiologie/ }).click();
    await page.getByRole('button', { name: 'Formular beenden' }).click();
    const question = page.getByRole('alertdialog');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Formular beenden' }).click();
    await expect(titleOf(page)).toHaveText('Formulare');
    await expect(page.getByRole('link', { name: /^Kardiologie kein Formular/ })).toBeVisible();
  });

  await test.step('the log names what was done and why, and letters and limits open', async () => {
    await page.getByRole('link', { name: 'Protokoll', exact: true }).click();
    await expect(page.getByText('Konto entsperrt')).toBeVisible();
    await expect(page.getByText(/Grund: Verdacht auf Missbrauch/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Briefe' }).click();
    await expect(page.getByText('Kein Brief ist liegen geblieben.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Grenzen und Netze' }).click();
    await expect(page.getByText(/LIMIT_SMS_DAY/)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("a patient's address is no page here, and the doctor's session is not the operator's", async () => {
    await page.goto(`${origins.operator}/patient`);
    await expect(titleOf(page)).toHaveText('Diese Seite gibt es nicht');
    await page.goto(`${origins.operator}/operator/account`);
    await expect(page.getByRole('heading', { name: 'Zweiter Faktor' })).toBeVisible();
    await expectAccessible(page);
  });
});
