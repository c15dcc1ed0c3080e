import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { layoutSettled } from './layout.ts';
import { linkToScan, newCase, scan, upload } from './scans.ts';
import { openScan, otherShadesWhileShown, picture, seriesPosition, shades } from './viewer-page.ts';

/** The image that the viewer's imaging library reports as decoded. */
interface Decoded {
  values: number;
  sum: number;
  least: number;
  most: number;
}
declare global {
  var decoded: Decoded[];
}

const watchDecoding = (page: Page) =>
  page.addInitScript(() => {
    globalThis.decoded = [];
    const note = (event: Event) => {
      const { image } = (
        event as CustomEvent<{
          image: {
            width: number;
            height: number;
            minPixelValue: number;
            maxPixelValue: number;
            voxelManager: { getScalarData(): ArrayLike<number> };
          };
        }>
      ).detail;
      const all = Array.from(image.voxelManager.getScalarData());
      // Colours may have an added alpha channel.
      const values = all.length === image.width * image.height * 4 ? all.filter((_, index) => index % 4 !== 3) : all;
      globalThis.decoded.push({
        values: values.length,
        sum: values.reduce((a, b) => a + b, 0),
        least: image.minPixelValue,
        most: image.maxPixelValue,
      });
    };
    globalThis.addEventListener('CORNERSTONE_STACK_NEW_IMAGE', note, true);
  });
const firstDecoded = async (page: Page): Promise<Decoded | undefined> => {
  await expect(page.locator('[data-phase="shown"]').first()).toBeVisible();
  return page.evaluate(() => globalThis.decoded[0]);
};

// Two of them are one image in two encodings with the same instance UID: each link shows its own document's.
const references = {
  'CT_small.dcm': { values: 16_384, sum: -1_950_906 },
  'MR_small_implicit.dcm': { values: 4_096, sum: 2_125_338, least: 127, most: 2_145 },
  'MR_small_jp2klossless.dcm': { values: 4_096, sum: 2_125_338, least: 127, most: 2_145 },
  'SC_rgb_rle_2frame.dcm': { values: 30_000, sum: 3_831_000, least: 0, most: 255 },
};

test('every sample shows the right pixels', async ({ patient, doctor, page }) => {
  await watchDecoding(page);
  const caseId = await newCase(patient, doctor);
  for (const [name, expected] of Object.entries(references)) {
    await test.step(name, async () => {
      await page.goto(await linkToScan(patient, caseId, name));
      expect(await firstDecoded(page)).toMatchObject(expected);
      await expect.poll(() => shades(page)).toBeGreaterThan(3);
    });
  }
});

test('a truncated image is refused with the reason', async ({ patient, doctor }) => {
  const { status, body } = await upload(
    patient,
    await newCase(patient, doctor),
    'MR_truncated.dcm',
    scan('MR_truncated.dcm'),
  );
  expect(status).toBeGreaterThanOrEqual(400);
  expect(JSON.stringify(body)).toContain('truncated');
});

test('a series is scrolled by wheel, keys and playback, and two are compared', async ({ patient, doctor, page }) => {
  await page.goto(await linkToScan(patient, await newCase(patient, doctor), 'ct-series-7.zip'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Peter Doe');
  await page.getByRole('button', { name: /SmartScore.*5 Bilder/s }).click();
  await expect.poll(() => seriesPosition(page)).toBe('Bild 1 von 5');

  await picture(page).hover();
  await expect(async () => {
    await picture(page).press('Home');
    await expect.poll(() => seriesPosition(page)).toBe('Bild 1 von 5');
    await page.mouse.wheel(0, 120);
    await expect.poll(() => seriesPosition(page), { timeout: 5_000 }).toMatch(/^Bild [23] von 5$/);
  }).toPass();
  await picture(page).press('End');
  await expect.poll(() => seriesPosition(page)).toBe('Bild 5 von 5');
  await page.getByRole('button', { name: 'Abspielen' }).click();
  await expect.poll(() => seriesPosition(page)).not.toBe('Bild 5 von 5');
  await page.getByRole('button', { name: 'Anhalten' }).click();

  await page.getByRole('button', { name: 'Zwei Serien vergleichen' }).click();
  await expect(page.locator('[data-phase="shown"]')).toHaveCount(2);
  await expect(page.getByRole('button', { name: /SmartScore.*Links$/s })).toBeVisible();
  await expect(page.getByRole('button', { name: /Scout.*Rechts$/s })).toBeVisible();
  // Two scouts of one series with different orientations are separate stacks.
  await expect.poll(() => seriesPosition(page, 'Scout')).toBe('Bild 1 von 1');
  await expect(page.getByRole('button', { name: /Scout · (sagittal|koronal).*1 Bild/s })).toHaveCount(2);
  await picture(page, 'SmartScore').press('Home');
  await picture(page, 'SmartScore').press('ArrowDown');
  await expect.poll(() => seriesPosition(page, 'SmartScore')).toBe('Bild 2 von 5');
  await expectAccessible(page);

  // One after the other in one picture, the series comes back as it was left.
  await page.getByRole('button', { name: 'Eine Serie zeigen' }).click();
  await page
    .getByRole('button', { name: /Scout.*1 Bild/s })
    .first()
    .click();
  await expect.poll(() => seriesPosition(page)).toBe('Bild 1 von 1');
  await page.getByRole('button', { name: /SmartScore.*5 Bilder/s }).click();
  await expect.poll(() => seriesPosition(page)).toBe('Bild 2 von 5');
});

test('shows the chosen one of two series that load at once, whichever is last', async ({ patient, doctor, page }) => {
  let letCome: () => void = () => undefined;
  const mayCome = new Promise<void>((resolve) => (letCome = resolve));
  let held = '';
  await page.route(/\/frames\//, async (route) => {
    held ||= route.request().url();
    if (route.request().url() === held) await mayCome;
    await route.continue();
  });
  await page.goto(await linkToScan(patient, await newCase(patient, doctor), 'ct-series-7.zip'));
  await expect.poll(() => held).not.toBe('');
  await page.getByRole('button', { name: /SmartScore.*5 Bilder/s }).click();
  await expect.poll(() => seriesPosition(page)).toBe('Bild 1 von 5');
  await expect(page.locator('[data-phase="shown"]')).toBeVisible();
  // The typeface changes the size of the picture, and so its shades.
  await layoutSettled(page);
  const chosen = await shades(page);
  const others = await otherShadesWhileShown(page, chosen);
  letCome();
  // Its thumbnail is rendered from the same bytes.
  await expect(
    page
      .getByRole('button', { name: /Scout.*1 Bild/s })
      .locator('[data-drawn=true]')
      .first(),
  ).toBeVisible();
  await expect(page.locator('[data-phase="shown"]')).toBeVisible();
  await expect.poll(() => shades(page)).toBe(chosen);
  expect(await others()).toEqual([]);
});

test('a picture that failed to load is shown when it arrives after all', async ({ patient, doctor, browser }) => {
  // A separate browser context, because the imaging library logs failed requests as errors.
  const page = await browser.newPage();
  await page.goto(await linkToScan(patient, await newCase(patient, doctor), 'ct-series-7.zip'));
  const shows = (phase: string) => expect(page.locator(`[data-phase="${phase}"]`)).toBeVisible();
  await shows('shown');
  let first = '';
  let lost = true;
  await page.route(/\/frames\//, (route) => {
    first ||= route.request().url();
    return lost && route.request().url() !== first ? route.abort() : route.continue();
  });
  await page.getByRole('button', { name: /SmartScore.*5 Bilder/s }).click();
  await expect.poll(() => seriesPosition(page)).toBe('Bild 1 von 5');
  await shows('shown');
  await picture(page).focus();
  await page.keyboard.press('ArrowDown');
  await shows('failed');
  lost = false;
  await page.keyboard.press('ArrowUp');
  await shows('shown');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => seriesPosition(page)).toMatch(/^Bild 2 /);
  await shows('shown');
  await page.close();
});

test('a picture moved, rotated and reset stays in view, also without a GPU', async ({ patient, doctor, page }) => {
  await openScan(page, patient, doctor, 'CT_small.dcm');
  // Small, so that a fraction of a pixel makes no difference.
  const drawn = () =>
    page
      .locator('.pane-canvas canvas')
      .first()
      .evaluate((element) => {
        const small = Object.assign(document.createElement('canvas'), { width: 24, height: 24 });
        const context = small.getContext('2d');
        context?.drawImage(element as HTMLCanvasElement, 0, 0, 24, 24);
        return Array.from(context?.getImageData(0, 0, 24, 24).data ?? []);
      });
  const first = await drawn();
  const change = async () => Math.max(...(await drawn()).map((shade, at) => Math.abs(shade - (first[at] ?? 0))));
  const press = async (...keys: string[]) => {
    await picture(page).focus();
    for (const key of keys) await page.keyboard.press(key);
  };
  const turn = () => page.getByRole('button', { name: 'Um 90° drehen' }).click();
  const isSeen = async (look: string) => {
    await expect.poll(change, look).toBeGreaterThan(40);
    await expect.poll(() => shades(page), look).toBeGreaterThan(3);
  };
  const isAsBefore = (look: string) => expect.poll(change, look).toBeLessThan(8);

  await press('Shift+ArrowRight', 'Shift+ArrowDown');
  await isSeen('moved');
  await press('Shift+ArrowLeft', 'Shift+ArrowUp');
  await isAsBefore('moved back');
  await turn();
  await isSeen('turned');
  for (let more = 0; more < 3; more += 1) await turn();
  await isAsBefore('turned round');
  await turn();
  await press('+', 'Shift+ArrowRight');
  await isSeen('larger, moved and turned');
  await page.getByRole('button', { name: 'Ansicht zurücksetzen' }).click();
  await isAsBefore('put back');
});
