import type { Page } from '@playwright/test';
import { dayIn, morningIn } from './days.ts';
import { expect, test, type SignedInPerson } from './fixtures.ts';
import { caseOf, doctorsPathTo, newWaitingCase } from './waiting-cases.ts';

interface Kind {
  /** The label of the option. */
  name: string;
  /** The described effect. */
  effect: string;
  write: (page: Page, colleague: SignedInPerson) => Promise<void>;
  /** Checks what the patient sees in the case. */
  read: (page: Page, colleague: SignedInPerson) => Promise<void>;
  /** The resulting status. */
  status: string;
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, exact: true });
const yourTurn = async (page: Page, title: RegExp, action: string) => {
  await expect(heading(page, title)).toBeVisible();
  // The answer below names its next step, too.
  await expect(page.getByRole('link', { name: action, exact: true }).first()).toBeVisible();
};
const setDeadline = (page: Page) => page.getByRole('textbox', { name: 'Frist' }).fill(dayIn(20));

const kinds: Kind[] = [
  {
    name: 'Abschließende Antwort',
    effect: 'beantwortet den Fall',
    status: 'answered',
    write: async (page) => {
      await page.getByLabel('Antwort auf Frage 1').fill('Nein, Bewegung hilft.');
      await page.getByRole('button', { name: 'Fertig' }).click();
      await page.getByLabel('Zusammenfassung').fill('Die Befunde sind unauffällig.');
    },
    read: async (page) => {
      await expect(page.getByText('Nein, Bewegung hilft.').first()).toBeVisible();
      // The card stays as it was when the page opened, so that nothing moves under the reader's eyes.
      await expect(heading(page, /hat Ihnen geantwortet$/)).toBeVisible();
      await expect(async () => {
        await page.reload();
        await expect(heading(page, 'Ihr Fall ist beantwortet')).toBeVisible({ timeout: 5_000 });
      }).toPass();
    },
  },
  {
    name: 'Rückfrage',
    effect: 'Fall bleibt offen',
    status: 'with_patient',
    write: async (page) => {
      await page.getByLabel('Ihre Frage').fill('Haben Sie ein taubes Gefühl im Bein?');
      await setDeadline(page);
    },
    read: async (page) => {
      await expect(heading(page, 'Frage an Sie').first()).toBeVisible();
      await yourTurn(page, /hat eine Frage an Sie$/, 'Frage beantworten');
    },
  },
  {
    name: 'Weitere Unterlagen nötig',
    effect: 'mit Aufgabe und Frist',
    status: 'with_patient',
    write: async (page) => {
      await page.getByLabel('Welche Unterlagen fehlen?').fill('Mir fehlt die Aufnahme vom März.');
      await setDeadline(page);
    },
    read: (page) => yourTurn(page, /^Fehlende Unterlagen hochladen$/, 'Unterlagen hochladen'),
  },
  {
    name: 'Keine Beurteilung möglich',
    effect: 'mit Grund und nächstem Schritt',
    status: 'answered',
    write: async (page) => {
      await page.getByLabel(/^Text an /).fill('Leider kann ich Ihnen nicht weiterhelfen.');
      await page.getByLabel('Grund', { exact: true }).fill('Der Befund ist unleserlich.');
      await page.getByLabel('Nächster Schritt').fill('Bitten Sie die Praxis um eine Kopie.');
    },
    read: async (page) => {
      await expect(heading(page, 'Warum das nicht möglich ist')).toBeVisible();
      await expect(page.getByText('Bitten Sie die Praxis um eine Kopie.')).toBeVisible();
    },
  },
  {
    name: 'Andere Ärztin oder anderer Arzt empfohlen',
    effect: 'mit Fachgebiet und Grund',
    status: 'answered',
    write: async (page, { lastName }) => {
      await page.getByLabel('Warum empfehlen Sie das?').fill('Das gehört in die Hände einer Radiologin.');
      await page.getByRole('combobox', { name: 'Ärztin oder Arzt aus dem Verzeichnis' }).fill(lastName);
      await page.getByRole('option', { name: new RegExp(lastName) }).click();
      await setDeadline(page);
    },
    read: async (page, { lastName }) => {
      await expect(heading(page, 'Empfohlen')).toBeVisible();
      await expect(page.getByRole('button', { name: new RegExp(`${lastName} übergeben$`) })).toBeVisible();
    },
  },
  {
    name: 'Termin vereinbaren',
    effect: 'mit Terminvorschlägen',
    status: 'with_patient',
    write: async (page) => {
      await page.getByLabel('Worum geht es bei dem Termin?').fill('Ich möchte Sie selbst untersuchen.');
      await page.getByLabel('Vorschlag 1', { exact: true }).fill(morningIn(12));
      await page.getByRole('button', { name: 'Noch einen Vorschlag' }).click();
      await page.getByLabel('Vorschlag 2', { exact: true }).fill(morningIn(13));
      await page.getByLabel('Ort', { exact: true }).fill('Praxis am Dom');
      await setDeadline(page);
    },
    read: async (page) => {
      await yourTurn(page, /^Wählen Sie einen Termin$/, 'Termin auswählen');
      await expect(page.getByRole('radio', { name: /10:30 Uhr/ })).toHaveCount(2);
    },
  },
];

/** Accepts the first proposed time. */
const acceptAppointment = async (page: Page): Promise<void> => {
  await page
    .getByRole('radio', { name: /10:30 Uhr/ })
    .first()
    .check();
  await page.getByRole('button', { name: 'Diesen Termin annehmen' }).click();
  await expect(page.getByText(/^Ihr Termin: /)).toBeVisible();
  await expect(heading(page, 'Termin')).toBeFocused();
};
/** The calendar file downloaded by a button. */
const calendarFrom = async (page: Page, button: string): Promise<string> => {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('konsil.ics');
  const stream = await file.createReadStream();
  return (await stream.toArray()).join('');
};

test('each of the six kinds of answer shows the patient its meaning and next step', async ({
  patient,
  doctor,
  colleague,
}) => {
  test.setTimeout(20 * 60_000);
  let appointmentCase = '';
  for (const { name, effect, write, read, status } of kinds) {
    await test.step(name, async () => {
      const caseId = await newWaitingCase(patient, doctor, 'Muss ich operiert werden?');
      appointmentCase = caseId;
      const path = await doctorsPathTo(doctor, caseId);
      await doctor.page.goto(`${path}/answer`);
      await doctor.page.getByRole('radio', { name: `${name} ${effect}` }).check();
      await write(doctor.page, colleague);
      await doctor.page.getByRole('button', { name: /^Senden/ }).click();
      await expect(doctor.page.getByText(/^Antwort gesendet/)).toBeVisible();
      await expect.poll(async () => (await caseOf(patient, caseId)).status).toBe(status);
      await patient.page.goto(`/patient/process/${caseId}`);
      await read(patient.page, colleague);
    });
  }

  await test.step('the patient accepts a time and exports it, the doctor sees it', async () => {
    await acceptAppointment(patient.page);
    const calendar = await calendarFrom(patient.page, 'Im Kalender speichern');
    const start = (await doctor.page.evaluate((at) => new Date(at).toISOString(), morningIn(12))).replace(
      /[-:]|\.\d+/g,
      '',
    );
    expect(calendar).toContain(`DTSTART:${start}\r\n`);
    expect(calendar).toContain('LOCATION:Praxis am Dom\r\n');
    expect(calendar).not.toContain('Rücken');
    expect((await caseOf(patient, appointmentCase)).status).toBe('answered');
    await expect(doctor.page.getByText('Termin angenommen').first()).toBeVisible();
  });

  await test.step('the patient cancels; the doctor proposes anew, and the patient accepts', async () => {
    await patient.page.getByRole('button', { name: 'Termin absagen' }).first().click();
    await patient.page.getByRole('alertdialog').getByRole('button', { name: 'Termin absagen' }).click();
    await expect(heading(patient.page, /^Ihr Termin ist abgesagt: /)).toBeVisible();
    await expect(patient.page.getByText(/^Abgesagt von Ihnen/).first()).toBeFocused();
    expect(await calendarFrom(patient.page, 'Absage in meinen Kalender übernehmen')).toContain('STATUS:CANCELLED\r\n');
    expect((await caseOf(patient, appointmentCase)).turn).toBe('doctor');

    await doctor.page.getByRole('link', { name: 'Andere Zeiten vorschlagen' }).click();
    await expect(doctor.page.locator('textarea:focus')).toBeVisible();
    await expect(doctor.page.getByRole('radio', { name: /^Termin vereinbaren/ })).toBeChecked();
    await doctor.page.getByLabel('Worum geht es bei dem Termin?').fill('Schade, dann ein anderes Mal.');
    await doctor.page.getByLabel('Vorschlag 1', { exact: true }).fill(morningIn(15));
    await setDeadline(doctor.page);
    await doctor.page.getByRole('button', { name: /^Senden/ }).click();
    await expect(doctor.page.getByText(/^Antwort gesendet/).last()).toBeVisible();

    await expect(heading(patient.page, 'Wählen Sie einen Termin').first()).toBeVisible();
    await acceptAppointment(patient.page);
    expect((await caseOf(patient, appointmentCase)).status).toBe('answered');
  });

  await test.step('the doctor cancels: the patient sees it', async () => {
    await doctor.page.getByRole('button', { name: 'Termin absagen' }).click();
    await doctor.page.getByRole('alertdialog').getByRole('button', { name: 'Termin absagen' }).click();
    await expect(doctor.page.getByText(/^Abgesagt von Ihnen/)).toBeFocused();
    await expect(patient.page.getByText(/^Abgesagt von /).first()).toBeVisible();
    await expect(heading(patient.page, /^Ihr Termin ist abgesagt: /)).toBeVisible();
  });
});
