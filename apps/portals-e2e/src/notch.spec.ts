import type { Page } from '@playwright/test';
import { expect, test, titleOf } from './fixtures.ts';
import { layoutSettled } from './layout.ts';

/** Emulates an iPhone's safe area insets for notch and home indicator. */
const cover = async (page: Page, insets: { left: number; right: number; bottom: number }): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: 0, ...insets } });
};

test('no control is below the notch of a phone in landscape', async ({ patient: { page } }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await cover(page, { left: 47, right: 47, bottom: 21 });
  await expect(titleOf(page)).toBeVisible();
  const covered = () =>
    page.locator('button:visible, a:visible').evaluateAll((all) =>
      all
        .filter((one) => {
          const { left, right } = one.getBoundingClientRect();
          return right > 0 && (left < 46.5 || right > innerWidth - 46.5);
        })
        .map((one) => one.textContent),
    );
  await layoutSettled(page);
  await expect.poll(covered).toEqual([]);
});

test('a bottom sheet leaves room for the home indicator', async ({ doctor: { page } }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await cover(page, { left: 0, right: 0, bottom: 34 });
  await expect(titleOf(page)).toBeVisible();
  const help = page.getByRole('dialog');
  await expect(async () => {
    await page.keyboard.press('Alt+Shift+KeyH');
    await expect(help).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await expect(help).toHaveCSS('padding-bottom', '34px');
});
