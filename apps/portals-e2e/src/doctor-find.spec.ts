import { PDFDocument } from 'pdf-lib';
import type { SearchHit } from '@konsil/contracts/search';
import type { UploadedItem } from '@konsil/contracts/documents';
import { expect, expectAccessible, test, titleOf } from './fixtures.ts';
import { call, newCase, upload } from './scans.ts';
import { doctorsPathTo } from './waiting-cases.ts';

test('a doctor finds words in texts and in a PDF, and pages by the palette', async ({ patient, doctor }) => {
  const { page } = doctor;
  const caseId = await newCase(patient, doctor);
  const pdf = await PDFDocument.create();
  for (let number = 1; number <= 30; number += 1)
    pdf
      .addPage([595, 842])
      .drawText(number > 20 ? `Metanephrine im Plasma, Blatt ${number}` : `Blatt ${number}`, { x: 60, y: 700 });
  const [item] = (await upload(patient, caseId, 'Akte.pdf', Buffer.from(await pdf.save()))).body as UploadedItem[];
  const post = async (path: string, body: object) =>
    expect((await call(patient.page, { method: 'POST', path, body })).status).toBeLessThan(300);
  await post(`/api/metadata/${item?.documentId}`, {
    document_medical_kind: 'Laboratory report',
    source_kind: "Doctor's practice",
    issue_date: '2026-10-12',
    source_name: 'Praxis am Markt',
    version: item?.document.version,
  });
  await post(`/api/generalprocessforms/${caseId}`, {
    diagnosis: 'Verdacht auf Phäochromozytom links',
    medical_history: 'Seit Januar Herzrasen.',
    questions: [{ text: 'Muss ich operiert werden?' }],
  });
  await post(`/api/buttonaufgabe/patient/${caseId}`, { consent: true });
  // Texts are indexed in the background.
  await expect
    .poll(
      async () => ((await call(page, { method: 'GET', path: '/api/search?q=herzrasen' })).body as SearchHit[]).length,
    )
    .toBe(1);

  await test.step('goes to the search by the palette, and to the place of a word', async () => {
    await expect(titleOf(page)).toBeVisible();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('combobox', { name: 'Suchen und ausführen' });
    await expect(palette).toBeFocused();
    await expectAccessible(page);
    await palette.fill('suchen');
    await expect(page.getByRole('option', { selected: true })).toHaveText('Suchen');
    await page.keyboard.press('Enter');
    // The inbox has a search of its own, until the page has loaded.
    await page.getByRole('searchbox', { name: 'Name, Geburtsdatum, Fall oder Wort' }).fill('herzras');
    const place = page.getByRole('link', { name: /Seit Januar Herzrasen/ });
    await expect(place).toBeVisible();
    await expectAccessible(page);
    await place.click();
    // The overview beside it shows the same words.
    await expect(page.getByRole('definition').getByText('Seit Januar Herzrasen.').first()).toBeVisible();
    expect(page.url().toLowerCase()).not.toContain('herzras');
  });

  await test.step('opens a page of a PDF with the found places marked', async () => {
    // As a hit in a file leads there: the words are in the history, not in the address.
    const path = `${await doctorsPathTo(doctor, caseId)}/documents/${item?.documentId}#page=22`;
    await page.evaluate(
      (to) => history.replaceState({ usr: { find: 'metanephrine' }, key: 'found', idx: 0 }, '', to),
      path,
    );
    await page.reload();
    await expect(page.getByText('Blatt 22')).toBeInViewport();
    await expect(page.locator('[data-pdf] [data-current]')).toBeInViewport();
    await expect(page.getByText('2 von 10')).toBeVisible();
  });

  await test.step('goes on by keyboard; Ctrl+F reaches all pages', async () => {
    const field = page.getByRole('searchbox', { name: 'Im Dokument suchen' });
    await field.press('Enter');
    await expect(page.getByText('3 von 10')).toBeVisible();
    await expect(page.getByText('Blatt 23')).toBeInViewport();
    await field.press('Escape');
    await expect(page.getByRole('button', { name: 'Im Dokument suchen' })).toBeFocused();
    await page.keyboard.press('Control+f');
    await expect(field).toBeFocused();
    await page.keyboard.type('blatt 7');
    await expect(page.getByText('1 von 1', { exact: true })).toBeVisible();
    await expect(page.getByText('Blatt 7', { exact: true })).toBeInViewport();
  });

  await test.step('finds the patient on a phone by a button', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/doctor');
    await page.getByRole('button', { name: 'Suchen und ausführen' }).click();
    await page.getByRole('combobox', { name: 'Suchen und ausführen' }).fill('herzrasen');
    await page.getByRole('option', { name: /Herzrasen/ }).click();
    await expect(page).toHaveURL(new RegExp(caseId));
  });
});
