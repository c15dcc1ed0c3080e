import { expect, type Locator, type Page } from '@playwright/test';
import type { SignedInPerson } from './fixtures.ts';
import { layoutSettled } from './layout.ts';
import { linkToScan, newCase } from './scans.ts';

/** Opens a sample in a new case, and waits until it is rendered. */
export const openScan = async (
  page: Page,
  patient: SignedInPerson,
  doctor: SignedInPerson,
  name: string,
): Promise<void> => {
  await page.goto(await linkToScan(patient, await newCase(patient, doctor), name));
  await expect(page.locator('[data-phase="shown"]')).toBeVisible();
  // The typeface affects the height of the text above the picture, and so the picture's size.
  await layoutSettled(page);
};

/** The picture of a series; by default the first. */
export const picture = (page: Page, name: string | RegExp = /./): Locator => page.getByRole('slider', { name }).first();
/** The position in the series, as text. */
export const seriesPosition = (page: Page, name?: string | RegExp): Promise<string | null> =>
  picture(page, name).getAttribute('aria-valuetext');

/** Number of shades along the picture's middle column: a blank frame has one. */
export const shades = (page: Page): Promise<number> =>
  page
    .locator('.pane-canvas canvas')
    .first()
    .evaluate((element) => {
      const canvas = element as HTMLCanvasElement;
      const context = canvas.getContext('2d');
      const column = context?.getImageData(Math.floor(canvas.width / 2), 0, 1, canvas.height).data ?? [];
      return new Set(Array.from(column).filter((_, index) => index % 4 === 0)).size;
    });

/**
 * Reads the middle column before each frame from now on.
 * @returns the numbers of shades, other than the right one, that it had while the pane said "shown"
 */
export const otherShadesWhileShown = async (page: Page, right: number): Promise<() => Promise<number[]>> => {
  const found = await page.evaluateHandle((expected) => {
    const others: number[] = [];
    const look = () => {
      const canvas = document.querySelector<HTMLCanvasElement>('.pane[data-phase="shown"] .pane-canvas canvas');
      const column = canvas?.getContext('2d')?.getImageData(Math.floor(canvas.width / 2), 0, 1, canvas.height).data;
      const count = column && new Set(Array.from(column).filter((_, index) => index % 4 === 0)).size;
      if (count !== undefined && count !== expected) others.push(count);
      requestAnimationFrame(look);
    };
    look();
    return others;
  }, right);
  return () => found.jsonValue();
};
