import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until the element has the focus, at most `most` times. */
export const tabTo = async (page: Page, target: Locator, most = 30): Promise<void> => {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < most; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${String(target)}`);
};
