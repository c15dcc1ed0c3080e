import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { fraction, touchTarget, wholly } from './layout.ts';
import { linkToScan, newCase } from './scans.ts';
import { seriesPosition } from './viewer-page.ts';

/** Names of the controls that cannot be touched, because they are outside the window or smaller than 44 px. */
const outOfReach = (page: Page): Promise<string[]> =>
  page.locator('button:visible, a:visible').evaluateAll(
    (all, [least, slack]) =>
      all
        .filter((one) => {
          const { left, right, top, bottom, width, height } = one.getBoundingClientRect();
          return (
            width < least ||
            height < least ||
            left < -slack ||
            top < -slack ||
            right > innerWidth + slack ||
            bottom > innerHeight + slack
          );
        })
        .map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''),
    [touchTarget, fraction] as const,
  );

test('on a small phone all labelled tools are in one row', async ({ patient, doctor, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(await linkToScan(patient, await newCase(patient, doctor), 'CT_small.dcm'));
  const tools = ['Kontrast', 'Bewegen', 'Zoom', 'Blättern', 'Strecke', 'Winkel', 'Weitere'].map((word) =>
    page.getByText(word, { exact: true }),
  );
  for (const tool of tools) await expect(tool).toBeInViewport();
  await expect
    .poll(async () => {
      const tops = await Promise.all(tools.map(async (tool) => Math.round((await tool.boundingBox())?.y ?? 0)));
      return new Set(tops).size;
    })
    .toBe(1);
});

test('on a phone all controls can be reached by touch, and the disclaimer is shown', async ({
  patient,
  doctor,
  browser,
}) => {
  const link = await linkToScan(patient, await newCase(patient, doctor), 'ct-series-7.zip');
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-GB',
  });
  const page = await context.newPage();
  await page.goto(link.replace('lang=de', 'lang=en'));
  await expect(page.locator('[data-phase="shown"]')).toBeVisible();
  await expect(page.getByText('For viewing, not for diagnosis')).toBeVisible();
  await expect(page.getByText('Contrast', { exact: true })).toBeInViewport();
  await page.getByRole('button', { name: 'Show series' }).tap();
  await page.getByRole('button', { name: /SmartScore/ }).tap();
  await expect.poll(() => seriesPosition(page)).toBe('Image 1 of 5');
  await page.getByRole('button', { name: 'Show series' }).tap();
  await expect(page.getByRole('button', { name: /SmartScore/ })).toBeInViewport(wholly);
  await page.getByRole('button', { name: 'Hide series' }).tap();
  const more = page.getByRole('button', { name: 'More tools' });
  for (const size of [
    { width: 390, height: 844 },
    { width: 320, height: 568 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(size);
    await more.tap();
    await expect(page.getByRole('button', { name: 'Rotate by 90°' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Download the original' })).toBeVisible();
    await expect.poll(() => outOfReach(page), JSON.stringify(size)).toEqual([]);
    await more.press('Escape');
    await expect(more).toHaveAttribute('aria-expanded', 'false');
    await expect(more).toBeFocused();
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await more.tap();
  await page.getByRole('button', { name: 'Rotate by 90°' }).tap();
  await expect(page.locator('.side[data-edge="top"]')).toHaveText('R');
  await page.getByRole('button', { name: 'Compare two series' }).tap();
  await page.getByRole('button', { name: 'Show series' }).tap();
  await expect(page.getByRole('button', { name: /SmartScore.*Top$/s })).toBeVisible();
  await expect(page.getByRole('button', { name: /Scout.*Bottom$/s })).toBeInViewport(wholly);
  await expectAccessible(page);
  await context.close();
});
