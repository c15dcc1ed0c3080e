import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import type { UploadedItem } from '@konsil/contracts/documents';
import { expect, test } from './fixtures.ts';
import { root } from './installation.ts';
import { newCase, upload } from './scans.ts';

test('a long document shows its page, jumps by number, and keeps only near pages', async ({ patient, doctor }) => {
  const { page } = patient;
  const pdf = await PDFDocument.create();
  for (let number = 1; number <= 80; number += 1)
    pdf.addPage([595, 842]).drawText(`Blatt ${number}`, { x: 60, y: 760 });
  const caseId = await newCase(patient, doctor);
  const [item] = (await upload(patient, caseId, 'Akte.pdf', Buffer.from(await pdf.save()))).body as UploadedItem[];
  await page.goto(`/patient/process/${caseId}/documents/${item?.documentId}`);

  const number = page.getByRole('textbox', { name: /^Seite\s*von 80/ });
  await expect(number).toHaveValue('1');
  await number.fill('57');
  await expect(page.getByText('Blatt 57')).toBeInViewport();
  await number.blur();
  await expect(number).toHaveValue('57');
  const held = () =>
    page
      .locator('canvas')
      .evaluateAll(
        (sheets) =>
          sheets.filter(
            (sheet) => (sheet as HTMLCanvasElement).width > 0 && sheet.nextElementSibling?.textContent !== '',
          ).length,
      );
  for (const far of ['20', '40', '60', '80', '10']) {
    await number.fill(far);
    await expect(page.getByText(`Blatt ${far}`, { exact: true })).toBeInViewport();
  }
  await expect.poll(held).toBeLessThan(10);

  await page.setViewportSize({ width: 390, height: 844 });
  await number.fill('3');
  await expect(page.getByText('Blatt 3', { exact: true })).toBeInViewport();
});

test('an unreadable PDF says so without offering a retry', async ({ patient, doctor }) => {
  const { page } = patient;
  const caseId = await newCase(patient, doctor);
  const [item] = (await upload(patient, caseId, 'kaputt.pdf', Buffer.from('%PDF-1.4\nkaputt'))).body as UploadedItem[];
  await page.goto(`/patient/process/${caseId}/documents/${item?.documentId}`);
  await expect(page.getByRole('alert').filter({ hasText: 'Laden Sie das Original herunter' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Noch einmal versuchen' })).toBeHidden();
});

test('pages that need the side files of pdf.js are drawn, or say what they lack', async ({ patient, doctor }) => {
  const { page } = patient;
  const caseId = await newCase(patient, doctor);
  const pdf = (name: string) => readFileSync(join(root, 'libs/server/documents/src/testing/pdf', name));
  const open = async (name: string, bytes = pdf(name)) => {
    const [item] = (await upload(patient, caseId, name, bytes)).body as UploadedItem[];
    await page.goto(`/patient/process/${caseId}/documents/${item?.documentId}`);
  };
  const lacking = page.getByText('Ein Teil dieser Seite konnte nicht angezeigt werden', { exact: false });
  /** True if the drawn page has dark ink. */
  const hasInk = () =>
    page
      .locator('[role="group"][aria-busy="false"] canvas, canvas')
      .first()
      .evaluate((element) => {
        const { width, height } = element as HTMLCanvasElement;
        if (width === 0) return false;
        const all = (element as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
        return Array.from(all).some((shade, at) => at % 4 === 0 && shade < 100 && all[at + 3] === 255);
      });
  for (const name of ['scan-jpx.pdf', 'cmap.pdf']) {
    await test.step(`${name} is drawn whole`, async () => {
      await open(name);
      await expect.poll(hasInk).toBe(true);
      await expect(lacking).toHaveCount(0);
    });
  }
  await test.step('an unknown CMap is reported', async () => {
    const unknown = pdf('cmap.pdf').toString('latin1').replace('/90msp-RKSJ-H', '/90xyz-RKSJ-H');
    await open('unbekannt.pdf', Buffer.from(unknown, 'latin1'));
    await expect(lacking).toBeVisible();
  });
  await test.step('a dynamic XFA form is reported', async () => {
    await open('xfa.pdf');
    await expect(page.getByText('Dieses PDF-Formular zeigt nur Adobe Reader.', { exact: false })).toBeVisible();
  });
});
