import { expect, type Locator, type Page } from '@playwright/test';

/** Waits until the focus is in a dialog: before, a key still goes elsewhere. */
export const expectFocusIn = (dialog: Locator): Promise<void> =>
  expect(dialog.locator(':focus').or(dialog.and(dialog.page().locator(':focus')))).toHaveCount(1);

/** Presses Tab until the element has the focus, at most `most` times. */
export const tabTo = async (page: Page, target: Locator, most = 30): Promise<void> => {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < most; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${String(target)}`);
};
