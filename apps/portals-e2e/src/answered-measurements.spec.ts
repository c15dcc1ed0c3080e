import type { Page } from '@playwright/test';
import type { UploadedItem } from '@konsil/contracts/documents';
import { buildDicom } from '@konsil/pixels/made-dicom';
import { addReport } from './describe-documents.ts';
import { expect, expectAccessible, test, type SignedInPerson } from './fixtures.ts';
import { contentWidth, layoutSettled } from './layout.ts';
import { call, linkToDocument, newCase, upload } from './scans.ts';
import { picture } from './viewer-page.ts';
import { doctorsPathTo } from './waiting-cases.ts';

const side = 64;
/** One image of a patient's CT: a bright disc, half a millimetre a pixel. */
const slice = ({ lastName, firstName }: SignedInPerson, number: number): Buffer => {
  const shade = (index: number) => {
    const [x, y] = [(index % side) - side / 2, Math.floor(index / side) - side / 2];
    return Math.hypot(x, y) < 8 + 2 * number ? 1080 : 900;
  };
  const file = buildDicom(
    [
      ['00080016', 'UI', '1.2.840.10008.5.1.4.1.1.2'],
      ['00080018', 'UI', `1.2.9.6.${number}`],
      ['00080020', 'DA', '20261112'],
      ['00080060', 'CS', 'CT'],
      ['00100010', 'PN', `${lastName}^${firstName}`],
      ['00100030', 'DA', '19680421'],
      ['0020000d', 'UI', '1.2.9.6'],
      ['0020000e', 'UI', '1.2.9.6.100'],
      ['00200011', 'IS', '3'],
      ['00200013', 'IS', String(number)],
      ['00200032', 'DS', `0\\0\\${number * 3}`],
      ['00200037', 'DS', '1\\0\\0\\0\\1\\0'],
      ['00280002', 'US', [1]],
      ['00280004', 'CS', 'MONOCHROME2'],
      ['00280010', 'US', [side]],
      ['00280011', 'US', [side]],
      ['00280030', 'DS', '0.5\\0.5'],
      ['00280100', 'US', [16]],
      ['00280101', 'US', [16]],
      ['00280102', 'US', [15]],
      ['00280103', 'US', [0]],
      ['00281052', 'DS', '-1024'],
      ['00281053', 'DS', '1'],
      ['7fe00010', 'OW', Array.from({ length: side * side }, (_, index) => shade(index))],
    ],
    'explicit',
    [
      ['00020002', 'UI', '1.2.840.10008.5.1.4.1.1.2'],
      ['00020003', 'UI', `1.2.9.6.${number}`],
    ],
  );
  return Buffer.from(file);
};

const details = {
  document_medical_kind: 'CT scan',
  source_kind: 'Hospital',
  source_name: 'Klinikum Südhafen',
  issue_date: '2026-11-12',
};
const look = async (page: Page, name: string) => {
  const folder = process.env['LOOK'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};

test('marks and measurements go with the answer, and the patient sees the same place', async ({ patient, doctor }) => {
  const caseId = await newCase(patient, doctor);
  let documentId = '';
  for (const number of [1, 2, 3]) {
    const { body } = await upload(patient, caseId, `ct${number}.dcm`, slice(patient, number));
    documentId = (body as UploadedItem[])[0]?.documentId ?? '';
    expect(
      (await call(patient.page, { method: 'POST', path: `/api/metadata/${documentId}`, body: details })).status,
    ).toBe(200);
  }
  await addReport(patient, caseId, 'labor.pdf', 'Cortisol nach Dexamethason: erhöht');
  const sent = await call(patient.page, {
    method: 'POST',
    path: `/api/buttonaufgabe/patient/${caseId}`,
    body: { consent: true },
  });
  expect(sent.status).toBe(201);

  const viewer = await doctor.page.context().newPage();
  await viewer.goto(await linkToDocument(doctor, documentId));
  await expect(viewer.locator('[data-phase="shown"]')).toBeVisible();
  await viewer.keyboard.press('End');
  await expect(picture(viewer)).toHaveAttribute('aria-valuetext', /^Bild 3 von 3/);
  await expect(viewer.locator('[data-phase="shown"]')).toBeVisible();
  await viewer.keyboard.press('l');
  for (const key of ['Enter', 'Enter', ...Array.from({ length: 10 }, () => 'ArrowRight'), 'Enter'])
    await viewer.keyboard.press(key);
  await viewer.getByRole('button', { name: /^Liste der Messungen/ }).click();
  await viewer.getByRole('textbox', { name: 'Name der Messung 1' }).fill('Knoten links');
  // Earlier ones save the length and its name.
  const saved = viewer.waitForResponse(
    (answer) => answer.ok() && /"Knoten links".*"for_answer"/.test(answer.request().postData() ?? ''),
  );
  await viewer.getByRole('button', { name: 'In die Antwort' }).click();
  await expect(viewer.getByRole('button', { name: 'Geht mit der Antwort' })).toHaveAttribute('aria-pressed', 'true');
  await saved;
  await expect(viewer.getByText(/^Ihr Entwurf, gespeichert um/)).toBeVisible();
  const value = (await viewer.locator('.measurement-value').first().textContent()) ?? '';
  expect(value).toMatch(/^\d+,\d mm$/);
  await look(viewer, 'viewer-doctor');

  const form = doctor.page;
  await form.goto(`${await doctorsPathTo(doctor, caseId)}/answer`);
  await form.getByLabel('Antwort auf Frage 1').fill('Ja, er ist gewachsen.');
  await form.getByRole('button', { name: 'Fertig' }).click();
  await form.getByLabel('Zusammenfassung').fill('Der Knoten ist gewachsen.');
  await expect(form.getByRole('checkbox', { name: `Knoten links: ${value}` })).toBeChecked();
  // A place on a page, and the measurement: each as a number in the text.
  await form
    .getByRole('link', { name: /^Laborbefund/ })
    .first()
    .click();
  const sheet = form.getByRole('group', { name: /^Seite 1/ });
  await expect(sheet).toHaveAttribute('aria-busy', 'false');
  await form.getByRole('button', { name: 'Stelle markieren' }).click();
  await sheet.scrollIntoViewIfNeeded();
  await layoutSettled(form);
  const box = (await sheet.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await form.mouse.move(box.x + box.width * 0.1, box.y + box.height * 0.05);
  await form.mouse.down();
  await form.mouse.move(box.x + box.width * 0.9, box.y + box.height * 0.15, { steps: 3 });
  await form.mouse.up();
  await expect(form.getByLabel('Zusammenfassung')).toHaveValue('Der Knoten ist gewachsen. [1]');
  await form.getByRole('textbox', { name: /^\[1\] Laborbefund/ }).fill('Ihr Cortisol');
  await form.getByRole('button', { name: 'Als Beleg einfügen' }).click();
  await expect(form.getByLabel('Zusammenfassung')).toHaveValue('Der Knoten ist gewachsen. [1] [2]');
  await expectAccessible(form);
  await look(form, 'form-doctor');
  await form.getByRole('button', { name: /^Senden/ }).click();
  await expect(form.getByText(/^Antwort gesendet: /)).toBeVisible();

  const page = patient.page;
  await page.goto(`/patient/process/${caseId}`);
  await page.getByText(`Knoten links: ${value}`, { exact: true }).scrollIntoViewIfNeeded();
  await look(page, 'answer-patient');
  await page.getByRole('link', { name: 'Beleg 1: Ihr Cortisol' }).first().click();
  await expect(page.locator('[data-region="current"]')).toBeInViewport();
  await expect(page.getByRole('note')).toHaveText('Beleg 1:Ihr Cortisol');
  await expect(page.getByRole('heading', { name: /Laborbefund/ }).first()).toBeVisible();
  await look(page, 'pin-patient');
  await page.goBack();
  await page.getByRole('button', { name: 'Beleg 2' }).first().click();
  const place = page;
  // Not the first image, but the measured one.
  await expect(picture(place)).toHaveAttribute('aria-valuetext', /^Bild 3 von 3/);
  await expect(place.locator('.measure[data-sent="true"]')).toContainText('Knoten links');
  // For a patient in plain words: no window, no tools to measure with.
  await expect(place.getByText(/^Gemessen von /)).toBeVisible();
  await expect(place.locator('.handle')).toHaveCount(0);
  await expect(place.getByRole('button', { name: 'Strecke messen' })).toHaveCount(0);
  await expect(place.getByText(/Mitte|HU$/)).toHaveCount(0);
  await place.getByRole('button', { name: 'Heller' }).press('Enter');
  await place.keyboard.press('ArrowLeft');
  await expect(place.getByRole('button', { name: 'Nächstes Bild' })).toBeFocused();
  await place.keyboard.press('ArrowLeft');
  await place.keyboard.press('Enter');
  await expect(picture(place)).toHaveAttribute('aria-valuetext', /^Bild 2 von 3/);
  await place.getByRole('button', { name: 'Zeigen', exact: true }).click();
  await expect(picture(place)).toHaveAttribute('aria-valuetext', /^Bild 3 von 3/);
  await expectAccessible(place);
  await look(place, 'viewer-patient');
  await place.setViewportSize({ width: 390, height: 844 });
  await place.getByRole('button', { name: 'Liste schließen' }).click();
  await expect(place.getByRole('button', { name: 'Was markiert wurde' })).toBeVisible();
  await expect.poll(() => contentWidth(place)).toBeLessThanOrEqual(390);
  await look(place, 'viewer-patient-390');
  if (process.env['LOOK']) {
    const english = await place.context().newPage();
    await english.setViewportSize({ width: 390, height: 844 });
    await english.goto(place.url().replace('#', '&lang=en#'));
    await english.locator('[data-phase="shown"]').waitFor();
    await look(english, 'viewer-patient-390-en');
    await english.close();
  }
  await place.setViewportSize({ width: 1440, height: 900 });
  await place.getByRole('button', { name: 'Alle Werkzeuge' }).click();
  await place.getByRole('button', { name: /^Liste der Messungen/ }).click();
  const [report] = await Promise.all([
    place.waitForEvent('download'),
    place.getByRole('button', { name: /DICOM-Bericht/ }).click(),
  ]);
  expect(report.suggestedFilename()).toBe('measurements.dcm');
});
