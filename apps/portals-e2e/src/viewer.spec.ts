import type { Page } from '@playwright/test';
import type { UploadedItem } from '@konsil/contracts/documents';
import { expect, expectAccessible, test } from './fixtures.ts';
import { linkToScan, newCase, scan, signOut, upload } from './scans.ts';

/** What the viewer's imaging library has decoded, as it tells the page's elements. */
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
      const { image } = (event as CustomEvent<{ image: { width: number; height: number; minPixelValue: number; maxPixelValue: number; voxelManager: { getScalarData(): ArrayLike<number> } } }>).detail;
      const all = Array.from(image.voxelManager.getScalarData());
      // Colours may come with an opacity that no file has.
      const values = all.length === image.width * image.height * 4 ? all.filter((_, index) => index % 4 !== 3) : all;
      globalThis.decoded.push({ values: values.length, sum: values.reduce((a, b) => a + b, 0), least: image.minPixelValue, most: image.maxPixelValue });
    };
    globalThis.addEventListener('CORNERSTONE_STACK_NEW_IMAGE', note, true);
  });
const firstDecoded = async (page: Page): Promise<Decoded | undefined> => {
  await expect(page.locator('[data-phase="shown"]').first()).toBeVisible();
  return page.evaluate(() => globalThis.decoded[0]);
};
const picture = (page: Page, name: string | RegExp = /./) => page.getByRole('slider', { name }).first();
const place = async (page: Page, name?: string | RegExp) => picture(page, name).getAttribute('aria-valuetext');

/** Shades of the drawn picture along its middle column: a blank frame has one. */
const shades = (page: Page): Promise<number> =>
  page.locator('.pane-canvas canvas').first().evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const context = canvas.getContext('2d');
    const column = context?.getImageData(Math.floor(canvas.width / 2), 0, 1, canvas.height).data ?? [];
    return new Set(Array.from(column).filter((_, index) => index % 4 === 0)).size;
  });

/** Names of the controls that a finger cannot hit, because they are outside the window or smaller than 44 px. */
const outOfReach = (page: Page): Promise<string[]> =>
  page.locator('button:visible, a:visible').evaluateAll((all) =>
    all.filter((one) => {
      const { left, right, top, bottom, width, height } = one.getBoundingClientRect();
      return width < 44 || height < 44 || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
    }).map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''),
  );

// Two of them are one image in two encodings, under one instance UID: each link shows its own document's.
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

test('a cut-off image is refused with the reason', async ({ patient, doctor }) => {
  const { status, body } = await upload(patient, await newCase(patient, doctor), 'MR_truncated.dcm', scan('MR_truncated.dcm'));
  expect(status).toBeGreaterThanOrEqual(400);
  expect(JSON.stringify(body)).toContain('truncated');
});

test('a series is scrolled by wheel, keys and playing, and two are compared', async ({ patient, doctor, page }) => {
  await page.goto(await linkToScan(patient, await newCase(patient, doctor), 'ct-series-7.zip'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Peter Doe');
  await page.getByRole('button', { name: /SmartScore.*5 Bilder/s }).click();
  await expect.poll(() => place(page)).toBe('Bild 1 von 5');

  await picture(page).hover();
  await expect(async () => {
    await picture(page).press('Home');
    await expect.poll(() => place(page)).toBe('Bild 1 von 5');
    await page.mouse.wheel(0, 120);
    await expect.poll(() => place(page), { timeout: 5_000 }).toMatch(/^Bild [23] von 5$/);
  }).toPass();
  await picture(page).press('End');
  await expect.poll(() => place(page)).toBe('Bild 5 von 5');
  await page.getByRole('button', { name: 'Abspielen' }).click();
  await expect.poll(() => place(page)).not.toBe('Bild 5 von 5');
  await page.getByRole('button', { name: 'Anhalten' }).click();

  await page.getByRole('button', { name: 'Zwei Serien vergleichen' }).click();
  await expect(page.locator('[data-phase="shown"]')).toHaveCount(2);
  await picture(page, 'Scout').press('ArrowDown');
  await expect.poll(() => place(page, 'Scout')).toBe('Bild 2 von 2');
  await expectAccessible(page);
});

test('of two series that are both on their way the chosen one is shown, whichever comes last', async ({ patient, doctor, page }) => {
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
  await expect(page.locator('[data-phase="shown"]')).toBeVisible();
  const chosen = await shades(page);
  letCome();
  // Its small picture is drawn from the same bytes.
  await expect(page.getByRole('button', { name: /Scout.*2 Bilder/s }).locator('[data-drawn=true]')).toBeVisible();
  await expect(page.locator('[data-phase="shown"]')).toBeVisible();
  expect(await shades(page)).toBe(chosen);
});

test('a length is measured in millimetres, and the view can be changed and put back', async ({ patient, doctor, page }) => {
  await page.goto(await linkToScan(patient, await newCase(patient, doctor), 'CT_small.dcm'));
  await expect(page.locator('[data-phase="shown"]')).toBeVisible();
  await page.getByRole('button', { name: 'Strecke messen' }).click();
  const box = await picture(page).boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  // The picture fills the height: 128 rows of 0.661468 mm.
  const millimetres = ((100 / (box?.height ?? 1)) * 128 * 0.661468).toFixed(1).replace('.', ',');
  await expect(async () => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y, { steps: 4 });
    await page.mouse.move(x + 100, y, { steps: 4 });
    await page.mouse.up();
    await expect(page.getByText(`${millimetres} mm`).first()).toBeVisible({ timeout: 5_000 });
  }).toPass();

  await page.getByRole('button', { name: /Fenster wählen/ }).click();
  await page.getByRole('menuitem', { name: 'Knochen' }).click();
  await expect(page.getByRole('button', { name: /Fensterbreite 1.800, Mitte 400/ })).toBeVisible();
  await page.getByRole('button', { name: 'Um 90° drehen' }).click();
  await expect(page.locator('.side[data-edge="top"]')).toHaveText('R');
  await page.getByRole('button', { name: 'Ansicht zurücksetzen' }).click();
  await expect(page.locator('.side[data-edge="top"]')).toHaveText('A');
});

test('a length is measured by keys alone, in millimetres too', async ({ patient, doctor, page }) => {
  await page.goto(await linkToScan(patient, await newCase(patient, doctor), 'CT_small.dcm'));
  await expect(page.locator('[data-phase="shown"]')).toBeVisible();
  await page.getByRole('button', { name: 'Strecke messen' }).press('Enter');
  await page.keyboard.press('Tab');
  await expect(picture(page)).toBeFocused();
  await expect(picture(page)).toHaveAccessibleDescription('Mit Tasten messen: Eingabe');
  const said = page.getByRole('status');
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  await press('Enter');
  await expect(said).toContainText('Pfeiltasten bewegen das Fadenkreuz');
  await press('Enter');
  await expect(said).toHaveText('Anfang gesetzt. Eingabe setzt das Ende.');
  await press(...Array.from({ length: 10 }, () => 'ArrowRight'), 'Enter');
  const height = (await picture(page).boundingBox())?.height ?? 1;
  // The picture fills the height: 128 rows of 0.661468 mm.
  const words = `${((100 / height) * 128 * 0.661468).toFixed(1).replace('.', ',')} mm`;
  await expect(said).toHaveText(`Strecke: ${words}`);
  await expect(page.locator('.pane-canvas').getByText(words)).toBeVisible();
  await expectAccessible(page);

  await press('Enter', 'Escape');
  await expect(said).toHaveText('Anfang zurückgenommen.');
  await press('Escape');
  await expect(page.locator('.crosshair')).toHaveCount(0);
});

test('a picture that is moved, turned and put back stays in sight, also without a graphics card', async ({ patient, doctor, page }) => {
  await page.goto(await linkToScan(patient, await newCase(patient, doctor), 'CT_small.dcm'));
  await expect(page.locator('[data-phase="shown"]')).toBeVisible();
  const drawn = () => page.locator('.pane-canvas canvas').first().evaluate((element) => (element as HTMLCanvasElement).toDataURL());
  const first = await drawn();
  const press = async (...keys: string[]) => {
    await picture(page).focus();
    for (const key of keys) await page.keyboard.press(key);
  };
  const turn = () => page.getByRole('button', { name: 'Um 90° drehen' }).click();
  const isSeen = async (look: string) => {
    await expect.poll(drawn, look).not.toBe(first);
    expect(await shades(page), look).toBeGreaterThan(3);
  };
  const isAsBefore = (look: string) => expect.poll(drawn, look).toBe(first);

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

test('the tools are one Tab stop, and arrow keys lead from one to the next', async ({ patient, doctor, page }) => {
  await page.goto(await linkToScan(patient, await newCase(patient, doctor), 'CT_small.dcm'));
  await expect(page.locator('[data-phase="shown"]')).toBeVisible();
  const tools = page.getByRole('toolbar', { name: 'Werkzeuge' });
  await tools.getByRole('button', { name: 'Helligkeit und Kontrast' }).focus();
  for (const name of ['Bewegen', 'Vergrößern', 'Blättern', 'Strecke messen']) {
    await page.keyboard.press('ArrowRight');
    await expect(tools.getByRole('button', { name })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(tools.getByRole('button', { name: 'Strecke messen' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Tab');
  await expect(picture(page)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(tools.getByRole('button', { name: 'Strecke messen' })).toBeFocused();
});

test('a link works once, and another person’s browser sees nothing', async ({ patient, doctor, page, browser }) => {
  const link = await linkToScan(patient, await newCase(patient, doctor), 'CT_small.dcm');
  await page.goto(link);
  await expect(page.locator('[data-phase="shown"]')).toBeVisible();
  expect(page.url()).not.toContain('ticket');

  const stranger = await browser.newPage();
  await stranger.goto(link);
  await expect(stranger.getByRole('heading', { name: 'Zugang abgelaufen' })).toBeVisible();
  await stranger.close();
});

test('the images have a tab of their own, and its button leads back to the case', async ({ patient, doctor }) => {
  const { page } = patient;
  const caseId = await newCase(patient, doctor);
  const [item] = (await upload(patient, caseId, 'CT_small.dcm', scan('CT_small.dcm'))).body as UploadedItem[];
  await page.goto(`/patient/process/${caseId}/documents/${item?.documentId}`);
  const [tab] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Aufnahmen öffnen' }).click()]);
  await expect(tab.locator('[data-phase="shown"]')).toBeVisible();
  await Promise.all([tab.waitForEvent('close'), tab.getByRole('button', { name: 'Aufnahmen schließen' }).click()]);
  await expect(page.getByRole('button', { name: 'Aufnahmen öffnen' })).toBeVisible();

  await page.goto(await linkToScan(patient, caseId, 'MR_small_implicit.dcm'));
  await expect(page.locator('[data-phase="shown"]')).toBeVisible();
  await page.getByRole('button', { name: 'Aufnahmen schließen' }).click();
  await expect(page.getByRole('button', { name: 'Aufnahmen öffnen' })).toBeVisible();
});

test('signing out closes the images as well', async ({ patient, doctor, page }) => {
  await page.goto(await linkToScan(patient, await newCase(patient, doctor), 'CT_small.dcm'));
  await expect(page.locator('[data-phase="shown"]')).toBeVisible();
  await signOut(patient);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Zugang abgelaufen' })).toBeVisible();
});

test('on a small phone each tool has its word, all in one row', async ({ patient, doctor, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(await linkToScan(patient, await newCase(patient, doctor), 'CT_small.dcm'));
  const tops = new Set<number>();
  for (const word of ['Kontrast', 'Bewegen', 'Zoom', 'Blättern', 'Strecke', 'Winkel', 'Weitere']) {
    const shown = page.getByText(word, { exact: true });
    await expect(shown).toBeInViewport();
    tops.add(Math.round((await shown.boundingBox())?.y ?? 0));
  }
  expect(tops.size).toBe(1);
});

test('on a phone everything is within reach of a finger, and says what it is not for', async ({ patient, doctor, browser }) => {
  const link = await linkToScan(patient, await newCase(patient, doctor), 'ct-series-7.zip');
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(link.replace('lang=de', 'lang=en'));
  await expect(page.locator('[data-phase="shown"]')).toBeVisible();
  await expect(page.getByText('For viewing, not for diagnosis')).toBeVisible();
  await expect(page.getByText('Contrast', { exact: true })).toBeInViewport();
  await page.getByRole('button', { name: 'Show series' }).tap();
  await page.getByRole('button', { name: /SmartScore/ }).tap();
  await expect.poll(() => place(page)).toBe('Image 1 of 5');
  const more = page.getByRole('button', { name: 'More tools' });
  for (const size of [{ width: 390, height: 844 }, { width: 320, height: 568 }, { width: 844, height: 390 }]) {
    await page.setViewportSize(size);
    await more.tap();
    await expect(page.getByRole('button', { name: 'Rotate by 90°' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Download the original' })).toBeVisible();
    expect(await outOfReach(page), JSON.stringify(size)).toEqual([]);
    await more.press('Escape');
    await expect(more).toHaveAttribute('aria-expanded', 'false');
    await expect(more).toBeFocused();
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await more.tap();
  await page.getByRole('button', { name: 'Rotate by 90°' }).tap();
  await expect(page.locator('.side[data-edge="top"]')).toHaveText('R');
  await expectAccessible(page);
  await context.close();
});
