import type { Locator, Page } from '@playwright/test';
import type { Element } from '@konsil/pixels/made-dicom';
import { madeBody, madeCtSlice, madeFile, madeSegmentation, madeStructureSet } from '@konsil/pixels/made-regions';
import { ZipFile } from 'yazl';
import { complaintsOf } from './complaints.ts';
import { expect, expectAccessible, test, type SignedInPerson } from './fixtures.ts';
import { linkToScan, newCase } from './scans.ts';
import { picture, seriesPosition } from './viewer-page.ts';
import { browserWith, pageWith, renderers, type Renderer } from './viewer-renderers.ts';

const withCt = async (...objects: Element[][]): Promise<Buffer> => {
  const archive = new ZipFile();
  const ct = Array.from({ length: madeBody.slices }, (_, slice) => madeCtSlice(slice));
  [...ct, ...objects].forEach((elements, index) =>
    archive.addBuffer(Buffer.from(madeFile(elements)), `${String(index).padStart(3, '0')}.dcm`),
  );
  archive.end();
  const pieces: Buffer[] = [];
  for await (const piece of archive.outputStream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
};
const linkTo = async (patient: SignedInPerson, doctor: SignedInPerson, ...objects: Element[][]): Promise<string> =>
  linkToScan(patient, await newCase(patient, doctor), 'becken.zip', await withCt(...objects));

interface Shape {
  area: number;
  centre: [number, number];
  /** Left, top, right, bottom. */
  box: [number, number, number, number];
}
/** The bright circle of the picture, or the region that is drawn over it, in pixels of the canvas. */
const shapeIn = (page: Page, what: 'picture' | 'regions'): Promise<Shape> =>
  page
    .locator(what === 'picture' ? '.pane-canvas canvas:not(.regions)' : '.pane-canvas canvas.regions')
    .first()
    .evaluate((element, ofRegions) => {
      const canvas = element as HTMLCanvasElement;
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      let [area, x, y, left, top, right, bottom] = [0, 0, 0, Infinity, Infinity, -1, -1];
      for (let at = 0; at < data.length / 4; at += 1) {
        if ((data[at * 4 + (ofRegions ? 3 : 0)] ?? 0) < (ofRegions ? 1 : 127)) continue;
        const [column, row] = [at % canvas.width, Math.floor(at / canvas.width)];
        area += 1;
        x += column;
        y += row;
        left = Math.min(left, column);
        right = Math.max(right, column);
        top = Math.min(top, row);
        bottom = Math.max(bottom, row);
      }
      return { area, centre: [x / area, y / area], box: [left, top, right, bottom] };
    }, what === 'regions');

/** Compares where the region is drawn with where the circle is. */
const expectOnCircle = async (page: Page, { sameArea }: { sameArea: boolean }): Promise<void> => {
  await expect
    .poll(async () => {
      const [circle, region] = [await shapeIn(page, 'picture'), await shapeIn(page, 'regions')];
      const pixel = Math.sqrt(circle.area / Math.PI) / madeBody.radiusIn(4);
      const far = Math.hypot(circle.centre[0] - region.centre[0], circle.centre[1] - region.centre[1]) / pixel;
      const boxOff = Math.max(...circle.box.map((side, at) => Math.abs(side - (region.box[at] ?? 0)))) / pixel;
      const areaOff = Math.abs(region.area / circle.area - 1);
      return { isCentred: far < 0.5, hasSameBox: boxOff < 1.2, hasSameArea: !sameArea || areaOff < 0.03 };
    })
    .toEqual({ isCentred: true, hasSameBox: true, hasSameArea: true });
};

const openRegions = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: /^Konturen und Segmentierungen/ }).click();
  const list = page.getByRole('complementary', { name: 'Konturen und Segmentierungen' });
  await expect(list).toBeVisible();
  return list;
};
const drawnRegions = (page: Page) => page.locator('canvas.regions').first();

test('outlines and segmentations lie on the picture, with and without a GPU', async ({
  patient,
  doctor,
  playwright,
}) => {
  const seen: Shape[][] = [];
  for (const renderer of Object.keys(renderers) as Renderer[]) {
    const browser = await browserWith(playwright, renderer);
    const page = await pageWith(browser, renderer);
    const complaints = complaintsOf(page.context());
    await page.goto(await linkTo(patient, doctor, madeStructureSet(), madeSegmentation()));
    await expect(page.locator('[data-phase="shown"]')).toBeVisible();
    const list = await openRegions(page);
    // Regions are drawn only once they are switched on.
    await expect(drawnRegions(page)).toHaveAttribute('data-drawn', '0');
    await list.getByRole('checkbox', { name: 'Blase' }).check();
    await expect(list.getByText('Automatisch von einem Programm erstellt: TotalSegmentator 2')).toBeVisible();
    await list.getByRole('button', { name: 'Zum größten Querschnitt von Blase' }).click();
    await expect.poll(() => seriesPosition(page)).toBe('Bild 5 von 8');
    await expectOnCircle(page, { sameArea: true });

    // The other one has a hole.
    await list.getByRole('checkbox', { name: 'Blase' }).uncheck();
    await list.getByRole('checkbox', { name: 'PTV Prostata' }).check();
    await expect(list.getByText('Planungszielvolumen (PTV)')).toBeVisible();
    await expectOnCircle(page, { sameArea: false });
    const [circle, outlines] = [await shapeIn(page, 'picture'), await shapeIn(page, 'regions')];
    const hole = (madeBody.hole / madeBody.radiusIn(4)) ** 2;
    expect(Math.abs(outlines.area / circle.area - (1 - hole))).toBeLessThan(0.04);

    const views: Shape[] = [];
    await picture(page).focus();
    for (const key of ['h', 'v', 'r', '+', 'Shift+ArrowRight']) {
      const before = await shapeIn(page, 'regions');
      await page.keyboard.press(key);
      await expect.poll(() => shapeIn(page, 'regions'), key).not.toEqual(before);
      await expectOnCircle(page, { sameArea: false });
      views.push(await shapeIn(page, 'regions'));
    }
    seen.push(views);

    await page.keyboard.press('End');
    await expect.poll(() => seriesPosition(page)).toBe('Bild 8 von 8');
    await expect(drawnRegions(page)).toHaveAttribute('data-drawn', '0');
    await browser.close();
    expect.soft(complaints, `what the page on ${renderer} did`).toEqual([]);
  }
  expect(seen[0]).toEqual(seen[1]);
});

test('what does not match the images is not drawn, and the reason is shown', async ({ patient, doctor, page }) => {
  const link = await linkTo(
    patient,
    doctor,
    madeStructureSet({ uid: '1.2.826.0.1.35.21', space: '1.2.3.4' }),
    madeSegmentation({ uid: '1.2.826.0.1.35.31', lean: 0.2, madeFrom: () => null }),
    madeStructureSet({ uid: '1.2.826.0.1.35.22', namedFor: (slice) => (slice === 4 ? 5 : slice) }),
  );
  await page.goto(link);
  await expect(page.locator('[data-phase="shown"]')).toBeVisible();
  const list = await openRegions(page);
  await expect(list.getByText(/anderes Bezugssystem/)).toBeVisible();
  await list.getByRole('checkbox', { name: 'Blase' }).click();
  await expect(list.getByText('Liegt auf keinem dieser Bilder und kann hier nicht gezeigt werden.')).toBeVisible();
  await expect(list.getByRole('checkbox', { name: 'Blase' })).not.toBeChecked();
  await list.getByRole('checkbox', { name: 'PTV Prostata' }).check();
  await expect(list.getByText(/^2 Teile nennen ein anderes Bild/)).toBeVisible();
  await expect(list.getByText(/^In 4 Bildern/)).toBeVisible();
  await expect(list.getByRole('link', { name: 'Original herunterladen' })).toHaveCount(3);
  await expectAccessible(page);
});

test('a structure set whose file breaks off is not drawn in part', async ({ patient, doctor, page }) => {
  await page.goto(await linkTo(patient, doctor, madeStructureSet()));
  await expect(page.locator('[data-phase="shown"]')).toBeVisible();
  await page.route(/accept=application\/dicom/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.body()).subarray(0, 9_000) });
  });
  const list = await openRegions(page);
  await list.getByRole('checkbox', { name: 'PTV Prostata' }).click();
  await expect(list.getByText(/beschädigt oder unvollständig/)).toBeVisible();
  await expect(list.getByRole('checkbox', { name: 'PTV Prostata' })).not.toBeChecked();
  await expect(drawnRegions(page)).toHaveAttribute('data-drawn', '0');
});

test('both pictures of a comparison have their regions, the three planes say that they have none', async ({
  patient,
  doctor,
  page,
}) => {
  await page.goto(await linkTo(patient, doctor, madeSegmentation({ kind: 'fractional' })));
  await expect(page.locator('[data-phase="shown"]')).toBeVisible();
  const list = await openRegions(page);
  await list.getByRole('button', { name: 'Alle zeigen' }).click();
  await expect(drawnRegions(page)).toHaveAttribute('data-drawn', '1');
  await page.getByRole('button', { name: 'Zwei Serien vergleichen' }).click();
  await expect(page.locator('canvas.regions[data-drawn="1"]')).toHaveCount(2);
  await page.getByRole('button', { name: 'Eine Serie zeigen' }).click();
  await page.getByRole('button', { name: 'Serie in drei Ebenen zeigen' }).click();
  await expect(page.getByText(/in den drei Ebenen nicht eingezeichnet/)).toBeVisible();
  await expect(list).toHaveCount(0);
  await page.getByRole('button', { name: 'Zurück zur Serie' }).click();
  await expect(list).toBeVisible();
});

test('a patient sees the regions in plain words on a phone', async ({ patient, doctor, browser }) => {
  const link = await linkTo(patient, doctor, madeStructureSet(), madeSegmentation({ kind: 'labelMap' }));
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-GB',
  });
  const page = await context.newPage();
  await page.goto(`${link.replace('lang=de', 'lang=en')}#plain`);
  await expect(page.locator('[data-phase="shown"]')).toBeVisible();
  await page.getByRole('button', { name: 'Drawn regions' }).tap();
  const list = page.getByRole('complementary', { name: 'Drawn regions' });
  await expect(list.getByText(/A drawing alone is not a finding/)).toBeVisible();
  await list.getByRole('checkbox', { name: 'Blase' }).check();
  await list.getByRole('button', { name: 'Go to the largest section of Blase' }).tap();
  await expect.poll(() => seriesPosition(page)).toBe('Image 5 of 8');
  await expect(drawnRegions(page)).toHaveAttribute('data-drawn', '1');
  await page.getByRole('button', { name: 'Drawn regions' }).tap();
  await expect(list.getByText('In 5 images · this one included')).toBeVisible();
  await expectAccessible(page);
  await context.close();
});
