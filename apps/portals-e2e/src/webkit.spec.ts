import { writeFile } from 'node:fs/promises';
import { aHeicPhoto, aPhotographedPage, aReport, type UploadFile } from './files.ts';
import { expect, origins, test as base } from './fixtures.ts';
import { newPatient, type Person } from './people.ts';
import { linkToScan, newCase } from './scans.ts';
import { caseOf, doctorsPathTo, newWaitingCase } from './waiting-cases.ts';
import { hasWebKit, WebKitPage } from './webkit.ts';

interface Fixtures {
  /** A WebKit window of this size. */
  openWebKit: (origin: string, size: { width: number; height: number }) => Promise<WebKitPage>;
  /** Signs a person in by the form, in a WebKit window of this size. */
  inWebKit: (person: Person, size: { width: number; height: number }) => Promise<WebKitPage>;
}
const test = base.extend<Fixtures>({
  // eslint-disable-next-line no-empty-pattern -- Playwright asks for a pattern
  openWebKit: async ({}, provide) => {
    const pages: WebKitPage[] = [];
    await provide(async (origin, size) => {
      const page = await WebKitPage.open(origin, size);
      pages.push(page);
      return page;
    });
    await Promise.all(pages.map((page) => page.close()));
  },
  inWebKit: async ({ openWebKit }, provide) => {
    await provide(async ({ email, password, role }, size) => {
      const page = await openWebKit(origins[role], size);
      await page.goto('/login?lang=de');
      await page.fill('E-Mail-Adresse', email);
      await page.fill('Passwort', password);
      await page.press('Anmelden');
      if (role === 'doctor') await page.press('Später');
      return page;
    });
  },
});
test.skip(!hasWebKit, 'WebKit is not installed (Debian: webkit2gtk-driver, xvfb)');

const onDisk = async ({ name, buffer }: UploadFile): Promise<string> => {
  const path = test.info().outputPath(name);
  await writeFile(path, buffer);
  return path;
};

test('in WebKit, a patient adds a child, creates a case, uploads files and sends it', async ({ doctor, inWebKit }) => {
  const page = await inWebKit(await newPatient(), { width: 390, height: 844 });
  await page.sees('Guten Tag');
  await page.goto('/patient/patients/new');
  await page.choose('mein Kind');
  await page.fill('Vorname', 'Lina');
  await page.fill('Nachname', 'Möller');
  await page.choose('weiblich');
  await page.fill('Geburtsdatum', '30.8.2012');
  await page.fill('Straße', 'Am Markt');
  await page.fill('Hausnummer', '1');
  await page.fill('Postleitzahl', '50667');
  await page.sees('Zur Postleitzahl eingetragen: Köln');
  await page.press('Person hinzufügen');
  await page.sees('Lina Möller');

  await page.goto('/patient/process/new');
  await page.choose('Lina Möller');
  await page.fill('Diagnose oder Beschwerde', 'Verdacht auf Meniskusriss');
  await page.fill('Vorgeschichte', 'Beim Handball verdreht.');
  await page.fill('Frage 1', 'Muss operiert werden?');
  await page.press('Weiter zu Ärztinnen und Ärzten');
  await page.fill('Ärztin oder Arzt', doctor.lastName);
  await page.press(`Dr. ${doctor.lastName} fragen`);

  await page.sees('Unterlagen hochladen');
  await page.upload([await onDisk(await aReport('Befund.pdf', 'MRT Knie')), await onDisk(aHeicPhoto())]);
  await page.press('Dieselben Angaben für mehrere Dateien');
  // Each row behind the dialog has the same question.
  await page.sees('Für 2 Dateien speichern');
  await page.fill('Was ist das?', 'Arztbrief');
  await page.fill('Datum des Dokuments', '1.10.2026');
  await page.choose('Krankenhaus');
  await page.fill('Name der Praxis oder Klinik', 'Klinik am See');
  await page.press('Für 2 Dateien speichern');
  await page.sees('2 fertig');
  await page.press('Weiter zum Senden');
  await page.choose('Ich willige');
  await page.press('An Dr.');
  await page.sees('Was jetzt passiert');

  const { patient, documents } = await caseOf(doctor, (await page.path()).split('/')[3] ?? '');
  expect(patient).toMatchObject({ first_name: 'Lina', date_of_birth: '2012-08-30' });
  expect(documents.map(({ file_name: name, issue_date: day }) => [name, day]).sort()).toEqual([
    ['Befund.pdf', '2026-10-01'],
    ['IMG_2041.jpg', '2026-10-01'],
  ]);
});

test('in WebKit, a photographed page is found, straightened and uploaded', async ({ patient, doctor, inWebKit }) => {
  const caseId = await newCase(patient, doctor);
  const page = await inWebKit(patient, { width: 390, height: 844 });
  await page.sees('Guten Tag');
  await page.goto(`/patient/process/${caseId}/documents/new`);
  await page.upload([await onDisk(await aPhotographedPage('Brief.jpg'))]);
  await page.sees('Wir haben die Ränder des Blatts gefunden');
  await page.read('return document.querySelector("img[alt$=\'so wird die Seite\']")?.naturalWidth || null');
  await page.press('So hochladen');
  await page.sees('Noch nicht beschrieben');
  const { documents } = await caseOf(patient, caseId);
  expect(documents.map(({ file_name: name, content_type: type }) => [name, type])).toEqual([
    ['Brief.jpg', 'image/jpeg'],
  ]);
});

test('in WebKit, a doctor reads a report and answers', async ({ patient, doctor, inWebKit }) => {
  const caseId = await newWaitingCase(patient, doctor, 'Muss ich operiert werden?', ['MRT vom Oktober']);
  const page = await inWebKit(doctor, { width: 1440, height: 900 });
  await page.sees('Eingang');
  await page.goto(`${await doctorsPathTo(doctor, caseId)}/answer`);
  // A new case begins with its overview.
  await page.press('Laborbefund');
  await page.sees('MRT vom Oktober');
  await page.fill('Antwort auf Frage 1', 'Das sage ich Ihnen mit den Bildern.');
  await page.choose('Weitere Unterlagen nötig');
  await page.fill('Welche Unterlagen fehlen?', 'Mir fehlen die Aufnahmen.');
  await page.press('Senden');
  await page.sees('Antwort gesendet');
  const [answer] = (await caseOf(patient, caseId)).answers;
  // Unfinished answers stay with the doctor.
  expect(answer).toMatchObject({ option: 'further_documents_needed', question_answers: [] });
});

test('in WebKit, the foot of a medical summary form stays above the on-screen keyboard', async ({
  patient,
  doctor,
  inWebKit,
}) => {
  const caseId = await newWaitingCase(patient, doctor, 'Darf ich Sport machen?');
  const page = await inWebKit(doctor, { width: 390, height: 844 });
  await page.sees('Eingang');
  await page.goto((await doctorsPathTo(doctor, caseId)).replace(/process.*/, 'epicrisis/edit'));
  await page.fill('Empfehlung', 'Schonen');
  // Desktop WebKit has no on-screen keyboard: simulate the viewport event of a phone.
  await page.read(`
    const height = innerHeight - 300;
    Object.defineProperty(visualViewport, 'height', { configurable: true, value: height });
    visualViewport.dispatchEvent(new Event('resize'));
    return height;
  `);
  await page.read(`
    const [foot, area] = [document.querySelector('form > footer'), document.activeElement].map((part) => part.getBoundingClientRect());
    return Math.abs(innerHeight - 300 - foot.bottom) < 1 && area.bottom <= foot.top + 0.5;
  `);
});

test('in WebKit, images are scrolled by the slider, and a length is measured', async ({
  patient,
  doctor,
  openWebKit,
}) => {
  const link = new URL(await linkToScan(patient, await newCase(patient, doctor), 'ct-series-7.zip'));
  const page = await openWebKit(link.origin, { width: 390, height: 844 });
  await page.goto(link.pathname + link.search);
  await page.sees('Bild 1 von');
  await page.press('Serien');
  await page.press('SmartScore');
  await page.sees('Bild 1 von 5');
  await page.drag('.place-bar', [0, -0.45], [0, 0.45]);
  await page.sees('Bild 5 von 5');
  await page.read('return document.querySelector("[data-phase=shown]") !== null');
  await page.press('Strecke');
  await page.drag('.pane-canvas', [-0.2, 0], [0.2, 0]);
  await page.sees(' mm');
});
