import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Locator } from '@playwright/test';
import { unzipSync } from 'fflate';
import type { Document } from '@konsil/contracts/documents';
import { aPhoto, aReport, aStudy } from './files.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { layoutSettled } from './layout.ts';
import { call, linkToDocument, newCase } from './scans.ts';
import { picture, seriesPosition, shades } from './viewer-page.ts';

/**
 * A disc as a radiology practice hands it out: files without extensions in folders, a DICOMDIR, and a Windows viewer.
 */
const burnDisc = async (folder: string): Promise<void> => {
  const files = {
    ...unzipSync(aStudy().buffer),
    'autorun.exe': Buffer.from('MZ'),
    'VIEWER/logo.jpg': (await aPhoto('logo.jpg')).buffer,
  };
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
};

test('a whole disc arrives as one examination; pictures are offered, its viewer is not', async ({
  patient,
  doctor,
}, testInfo) => {
  const { page } = patient;
  const caseId = await newCase(patient, doctor);
  const disc = testInfo.outputPath('CD Radiologie');
  await burnDisc(disc);

  await page.goto(`/patient/process/${caseId}/documents/new`);
  await page.getByLabel('CD oder Ordner wählen').setInputFiles(disc);
  await expect(
    page.getByText('1 Datei wurde ausgelassen, weil sie weder Aufnahme noch Dokument ist: autorun.exe'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'logo.jpg hinzufügen' })).toBeVisible();
  await expect(page.getByText('Noch nicht beschrieben', { exact: true })).toHaveCount(1);
  await expectAccessible(page);

  const { items } = (await call(page, { method: 'GET', path: `/api/documentsoverview/${caseId}` })).body as {
    items: Document[];
  };
  expect(items.map(({ file_name: name, dicom }) => ({ name, images: dicom?.images }))).toEqual([
    { name: expect.stringMatching(/^CT \d{4}-\d\d-\d\d\.zip$/), images: 7 },
  ]);

  await page.goto(await linkToDocument(patient, items[0]?.id ?? ''));
  await expect(page.locator('[data-phase="shown"]').first()).toBeVisible();
  await expect.poll(() => shades(page)).toBeGreaterThan(3);
  // Its first series has two scouts with different orientations, each its own stack.
  await expect.poll(() => seriesPosition(page)).toMatch(/von 1$/);
  await expect(picture(page)).toBeVisible();
});

/** Drops local files or folders onto an element through the browser's own drag and drop. */
const drop = async (onto: Locator, paths: string[]): Promise<void> => {
  const devtools = await onto.page().context().newCDPSession(onto.page());
  await layoutSettled(onto.page());
  const { x, y } = (await onto.boundingBox()) ?? { x: 0, y: 0 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', {
      type,
      x: x + 5,
      y: y + 5,
      data: { items: [], files: paths, dragOperationsMask: 1 },
    });
  }
};

test('a dropped folder of letters is uploaded; choosing it again finds duplicates', async ({
  patient,
  doctor,
}, testInfo) => {
  const { page } = patient;
  const caseId = await newCase(patient, doctor);
  const folder = testInfo.outputPath('Befunde');
  mkdirSync(folder);
  for (const name of ['Brief.pdf', 'Labor.pdf']) writeFileSync(join(folder, name), (await aReport(name, name)).buffer);

  await page.goto(`/patient/process/${caseId}/documents/new`);
  const place = page.getByText('Oder ziehen Sie Dateien oder einen ganzen Ordner hierher.');
  await expect(place).toBeVisible();
  await drop(place, [folder]);
  await expect(page.getByText('Noch nicht beschrieben', { exact: true })).toHaveCount(2);
  await page.getByLabel('CD oder Ordner wählen').setInputFiles(folder);
  await expect(page.getByText('Diese Datei ist schon in diesem Fall.')).toHaveCount(2);
});
