import type { Page } from '@playwright/test';
import type { UploadedItem } from '@konsil/contracts/documents';
import { buildDicom } from '@konsil/pixels/made-dicom';
import { generatedPictures, generatedPictureSize, type MadePicture, type Shade } from '@konsil/pixels/made-pictures';
import { ZipFile } from 'yazl';
import { complaintsOf } from './complaints.ts';
import { expect, test } from './fixtures.ts';
import { linkToDocument, linkToScan, newCase, upload } from './scans.ts';
import { picture } from './viewer-page.ts';
import { browserWith, pageWith, renderers, type Renderer } from './viewer-renderers.ts';

const zippedFiles = async (files: Buffer[]): Promise<Buffer> => {
  const archive = new ZipFile();
  files.forEach((file, index) => archive.addBuffer(file, `${index}.dcm`));
  archive.end();
  const pieces: Buffer[] = [];
  for await (const piece of archive.outputStream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
};

const zipped = (pictures: MadePicture[]): Promise<Buffer> => zippedFiles(pictures.map(({ file }) => Buffer.from(file)));

/** The rendered colours at the centre of each image pixel. */
const drawnPixels = (page: Page, aspect: number): Promise<number[][]> =>
  page
    .locator('.pane-canvas canvas')
    .first()
    .evaluate(
      (element, { side, high }) => {
        const canvas = element as HTMLCanvasElement;
        const all = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        const scale = Math.min(canvas.width / side, canvas.height / (side * high));
        return Array.from({ length: side * side }, (_, pixel) => {
          const left = Math.floor(canvas.width / 2 + ((pixel % side) + 0.5 - side / 2) * scale);
          const top = Math.floor(canvas.height / 2 + (Math.floor(pixel / side) + 0.5 - side / 2) * scale * high);
          return [0, 1, 2].map((channel) => all[(top * canvas.width + left) * 4 + channel] ?? -1);
        });
      },
      { side: generatedPictureSize, high: aspect },
    );

const channelsOf = (shade: Shade): readonly number[] => (typeof shade === 'number' ? [shade, shade, shade] : shade);

/** Tolerance per pixel: without a GPU, Chromium samples in sixteenths of a pixel, so neighbours blend in. */
const toleranceOf = (shades: readonly Shade[]): number[] =>
  shades.map((shade, pixel) => {
    const neighbours = [
      pixel % generatedPictureSize > 0 ? pixel - 1 : pixel,
      pixel % generatedPictureSize < generatedPictureSize - 1 ? pixel + 1 : pixel,
      pixel - generatedPictureSize,
      pixel + generatedPictureSize,
    ].map((at) => shades[at] ?? shade);
    return (
      2 +
      Math.max(
        ...neighbours.flatMap((other) =>
          channelsOf(other).map((one, channel) => Math.abs(one - (channelsOf(shade)[channel] ?? 0))),
        ),
      ) /
        8
    );
  });
const differ = (one: readonly number[], other: readonly number[], tolerance: number): boolean =>
  one.some((shade, channel) => !(Math.abs(shade - (other[channel] ?? NaN)) <= tolerance));

test('generated pictures have the right shades with and without a GPU', async ({ patient, doctor, playwright }) => {
  // The campaign `pictures` shows all of them; here every third one.
  const step = process.env['EVERY_PICTURE'] ? 1 : 3;
  const pictures = generatedPictures().filter((_picture, at) => at % step === 0);
  const { body } = await upload(patient, await newCase(patient, doctor), 'made.zip', await zipped(pictures));
  const [item] = body as UploadedItem[];

  const seen = await Promise.all(
    (Object.keys(renderers) as Renderer[]).map(async (renderer) => {
      const browser = await browserWith(playwright, renderer);
      const page = await pageWith(browser, renderer);
      const complaints = complaintsOf(page.context());
      await page.goto(await linkToDocument(patient, item?.documentId ?? ''));
      const wrong: string[] = [];
      const drawn: number[][][] = [];
      for (const { name, shades, aspect } of pictures) {
        await page.locator('.series-choice', { has: page.getByText(name, { exact: true }) }).click();
        await expect(picture(page, new RegExp(`^${name}$`))).toBeVisible();
        await expect
          .soft(page.locator('.pane').first(), `${name} on ${renderer}`)
          .toHaveAttribute('data-phase', 'shown');
        const tolerance = toleranceOf(shades);
        let pixels: number[][] = [];
        let off = -1;
        const firstWrong = async () => {
          pixels = await drawnPixels(page, aspect);
          off = pixels.findIndex((found, index) =>
            differ(channelsOf(shades[index] ?? 0), found, tolerance[index] ?? 0),
          );
          return off;
        };
        // The pane has the name of a picture shortly before it begins to load it.
        await expect
          .poll(firstWrong, { timeout: 20_000 })
          .toBe(-1)
          .catch(() => undefined);
        drawn.push(pixels);
        if (off >= 0) wrong.push(`${name}: pixel ${off} is ${pixels[off]?.join()} instead of ${String(shades[off])}`);
      }
      await browser.close();
      expect.soft(complaints, `what the page on ${renderer} did`).toEqual([]);
      return { renderer, wrong, drawn };
    }),
  );

  for (const { renderer, wrong } of seen) expect.soft(wrong, `wrong on ${renderer}`).toEqual([]);
  const [one, other] = seen.map(({ drawn }) => drawn);
  const different = pictures.flatMap(({ name, shades }, at) => {
    const tolerance = toleranceOf(shades);
    return (one?.[at] ?? []).some((found, pixel) => differ(found, other?.[at]?.[pixel] ?? [], tolerance[pixel] ?? 0))
      ? [name]
      : [];
  });
  expect(different, 'drawn differently with and without a graphics card').toEqual([]);
});

test('different images with one instance UID are all shown, in one or two series', async ({
  patient,
  doctor,
  page,
}) => {
  const grey = (value: number, series: number) =>
    Buffer.from(
      buildDicom([
        ['00080016', 'UI', '1.2.840.10008.5.1.4.1.1.7'],
        ['00080018', 'UI', '1.2.826.0.1.78.1'],
        ['00080060', 'CS', 'OT'],
        ['0008103e', 'LO', `Serie ${series}`],
        ['0020000d', 'UI', '1.2.826.0.1.78'],
        ['0020000e', 'UI', `1.2.826.0.1.78.${series}`],
        ['00200011', 'IS', String(series)],
        ['00280002', 'US', [1]],
        ['00280004', 'CS', 'MONOCHROME2'],
        ['00280010', 'US', [2]],
        ['00280011', 'US', [2]],
        ['00280100', 'US', [16]],
        ['00280101', 'US', [16]],
        ['00280102', 'US', [15]],
        ['00280103', 'US', [0]],
        ['00281050', 'DS', '128'],
        ['00281051', 'DS', '256'],
        ['7fe00010', 'OW', [value, value, value, value]],
      ]),
    );
  const files = [grey(40, 1), grey(90, 1), grey(140, 1), grey(190, 2)];
  await page.goto(await linkToScan(patient, await newCase(patient, doctor), 'doppelt.zip', await zippedFiles(files)));
  const middle = () =>
    page
      .locator('.pane-canvas canvas')
      .first()
      .evaluate((element) => {
        const canvas = element as HTMLCanvasElement;
        return canvas.getContext('2d')?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[0];
      });
  await expect(page.getByRole('button', { name: /Serie 1.*3 Bilder/s })).toBeVisible();
  await page.getByRole('button', { name: /Serie 1.*3 Bilder/s }).click();
  for (const [index, grey] of [40, 90, 140].entries()) {
    await expect(picture(page)).toHaveAttribute('aria-valuetext', new RegExp(`^Bild ${index + 1} von 3`));
    await expect(page.locator('.pane').first()).toHaveAttribute('data-phase', 'shown');
    await expect.poll(middle).toBe(grey);
    await picture(page).press('ArrowDown');
  }
  await page.getByRole('button', { name: /Serie 2.*1 Bild/s }).click();
  await expect(picture(page, 'Serie 2')).toBeVisible();
  await expect(page.locator('.pane').first()).toHaveAttribute('data-phase', 'shown');
  await expect.poll(middle).toBe(190);
});

test('a truncated transfer is reported, and a retry shows the picture', async ({ patient, doctor, playwright }) => {
  const browser = await browserWith(playwright, 'processor');
  const page = await pageWith(browser, 'processor');
  let cut = true;
  await page.route(/\/frames\//, async (route) => {
    const answer = await route.fetch();
    const body = await answer.body();
    // Keeps the end of the multipart body, and drops the end of the picture.
    await (cut
      ? route.fulfill({
          response: answer,
          body: Buffer.concat([body.subarray(0, body.length / 2), body.subarray(-80)]),
        })
      : route.continue());
  });
  await page.goto(await linkToScan(patient, await newCase(patient, doctor), 'MR_small_jp2klossless.dcm'));
  const note = page.getByRole('alert').filter({ hasText: 'Dieses Bild konnte nicht geladen werden.' });
  await expect(note.getByRole('link', { name: 'Original herunterladen' })).toBeVisible();
  cut = false;
  await note.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await expect(page.locator('[data-phase="shown"]')).toBeVisible();
  await browser.close();
});
