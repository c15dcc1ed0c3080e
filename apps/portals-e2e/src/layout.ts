import { expect, type Page } from '@playwright/test';

// Browsers compute layout in fractions of a pixel and round differently by version.

/** For `toBeInViewport`: the whole element, minus a fraction of a pixel. */
export const wholly = { ratio: 0.99 };

/** The tolerance for positions and sizes in CSS pixels. */
export const fraction = 0.5;

/** Waits until a page has its data and its typeface, and is drawn with both: before, its layout still moves. */
export const layoutSettled = async (page: Page): Promise<void> => {
  await expect(page.locator('main [data-waiting]')).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
};

/** The width of a page's content in CSS pixels: more than the window's if it scrolls sideways. */
export const contentWidth = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);

/** The minimum size of a touch target in CSS pixels: 44 (WCAG 2.5.5), minus a fraction. */
export const touchTarget = 44 - fraction;
