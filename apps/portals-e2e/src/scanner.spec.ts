import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import type { Document } from '@konsil/contracts/documents';
import { aPhoto, aPhotographedPage, barsOnPage, placeInPhoto } from './files.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { contentWidth, fraction, layoutSettled } from './layout.ts';
import { call, newCase } from './scans.ts';

const documentsOf = async (page: Page, caseId: string): Promise<Document[]> =>
  ((await call(page, { method: 'GET', path: `/api/documentsoverview/${caseId}` })).body as { items: Document[] }).items;
/** The place of a corner as it is told, in percent. */
const placeOf = async (corner: Locator): Promise<number[]> =>
  (await corner.getAttribute('aria-valuetext'))?.match(/\d+/g)?.map(Number) ?? [];

/** Brightness of a place of a page, 0 to 255. */
const brightnessIn = async (picture: Buffer) => {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  return (u: number, v: number) =>
    data[(Math.floor(v * info.height) * info.width + Math.floor(u * info.width)) * info.channels] ?? 0;
};
const expectStraight = async (picture: Buffer) => {
  const brightness = await brightnessIn(picture);
  for (const [left, top, across, down] of barsOnPage) {
    const middle = top + down / 2;
    for (const share of [0.03, 0.5, 0.97]) {
      expect(brightness(left + share * across, middle)).toBeLessThan(110);
      // White above and below along the whole bar, if it is level.
      expect(brightness(left + share * across, middle - 0.045)).toBeGreaterThan(235);
      expect(brightness(left + share * across, middle + 0.045)).toBeGreaterThan(235);
    }
  }
  // The corners show no table, and the shadow is evened out.
  for (const [u, v] of [
    [0.03, 0.03],
    [0.97, 0.03],
    [0.97, 0.97],
    [0.03, 0.97],
  ] as const)
    expect(brightness(u, v)).toBeGreaterThan(235);
};

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('photographed pages are cropped by their corners, and arrive straight in one PDF', async ({
    patient,
    doctor,
  }) => {
    const { page } = patient;
    const caseId = await newCase(patient, doctor);
    await page.goto(`/patient/process/${caseId}/documents/new`);
    await page.getByLabel('Foto machen').setInputFiles([await aPhotographedPage('erste.jpg')]);
    await expect(page.getByText(/Wir haben die Ränder des Blatts gefunden/)).toBeVisible();
    const [topLeft, bottomRight] = ['Ecke oben links', 'Ecke unten rechts'].map((name) =>
      page.getByRole('slider', { name }),
    );
    for (const [corner, at] of [
      [topLeft, placeInPhoto(0, 0)],
      [bottomRight, placeInPhoto(1, 1)],
    ] as const)
      await expect.poll(() => placeOf(corner as Locator)).toEqual([Math.round(100 * at.x), Math.round(100 * at.y)]);
    await expect(page.getByRole('img', { name: 'erste.jpg, so wird die Seite' })).toBeVisible();
    await expectAccessible(page);
    await expect.poll(() => contentWidth(page)).toBeLessThanOrEqual(390 + fraction);

    // Away by keyboard, back by mouse.
    const before = await placeOf(topLeft as Locator);
    await topLeft?.press('Shift+ArrowRight');
    await topLeft?.press('Shift+ArrowDown');
    await expect.poll(() => placeOf(topLeft as Locator)).toEqual(before.map((share) => share + 5));
    await layoutSettled(page);
    const moved = await topLeft?.boundingBox();
    const photo = await page.getByRole('img', { name: 'Vorschau von erste.jpg' }).boundingBox();
    if (!photo || !moved) throw new Error('no corner');
    const [x, y] = [moved.x + moved.width / 2, moved.y + moved.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 0.05 * photo.width, y - 0.05 * photo.height, { steps: 3 });
    await page.mouse.up();
    await expect.poll(() => placeOf(topLeft as Locator)).toEqual(before);
    // A page that was not shown yet stays an offer.
    await expect(page.getByRole('img', { name: 'erste.jpg, so wird die Seite' })).toBeVisible();

    await page.getByLabel('Weitere Seite').setInputFiles([await aPhotographedPage('zweite.jpg')]);
    const pages = page.getByRole('list', { name: '2 Fotos' });
    await expect(pages.getByText('Zugeschnitten', { exact: true })).toHaveCount(1);
    await expect(pages.getByText('Ränder gefunden, noch nicht zugeschnitten')).toHaveCount(1);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Ränder prüfen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Seite 2' });
    await expect(dialog.getByRole('slider')).toHaveCount(4);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'So übernehmen' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(pages.getByText('Zugeschnitten', { exact: true })).toHaveCount(2);

    await page.getByRole('button', { name: 'Als ein Dokument zusammenfassen' }).click();
    await expect(page.getByText('Noch nicht beschrieben', { exact: true })).toHaveCount(1);
    await expect.poll(async () => (await documentsOf(page, caseId))[0]?.preview_url).toBeTruthy();
    const [document] = await documentsOf(page, caseId);
    expect({ type: document?.content_type, pages: document?.pages }).toEqual({ type: 'application/pdf', pages: 2 });
    await expectStraight(Buffer.from(await (await page.context().request.get(document?.preview_url ?? '')).body()));
  });
});

test('the whole photo is one press away, and a photo without a paper is sent at once', async ({ patient, doctor }) => {
  const { page } = patient;
  const caseId = await newCase(patient, doctor);
  await page.goto(`/patient/process/${caseId}/documents/new`);
  const choose = page.locator('input[type=file]').first();
  const photographed = await aPhotographedPage('Brief.jpg');
  await choose.setInputFiles([photographed]);
  await expect(page.getByText(/Wir haben die Ränder des Blatts gefunden/)).toBeVisible();
  await page.getByRole('button', { name: 'Ganzes Foto verwenden' }).click();
  await page.getByRole('button', { name: 'Hochladen', exact: true }).click();
  await choose.setInputFiles([await aPhoto('Haut.jpg')]);
  await expect(page.getByText('Noch nicht beschrieben', { exact: true })).toHaveCount(2);
  const whole = (await documentsOf(page, caseId)).find(({ file_name: name }) => name === 'Brief.jpg');
  expect(whole?.size).toBe(photographed.buffer.length);
});
