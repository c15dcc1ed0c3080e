import { expect, test } from './fixtures.ts';
import { call, newCase } from './scans.ts';

test("the page of a child's case does not shift when it says whose case it is", async ({ patient, doctor }) => {
  const { page } = patient;
  const child = {
    first_name: 'Lina',
    last_name: 'Möller',
    relationship: 'child',
    gender: 'F',
    date_of_birth: '2012-08-30',
    street: 'Am Markt',
    house_number: '1',
    zipcode: '50667',
    city: 'Köln',
  };
  expect((await call(page, { method: 'POST', path: '/api/patients', body: child })).status).toBe(201);
  const caseId = await newCase(patient, doctor, 'Lina');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    let shift = 0;
    Object.assign(window, { shiftSoFar: () => shift });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // The case comes before the page's code, so that the strip could come before the page.
  let caseIsThere = (): void => undefined;
  const caseThere = new Promise<void>((resolve) => {
    caseIsThere = resolve;
  });
  await page.route(/\/assets\/CasePage-/, async (route) => {
    await caseThere;
    await route.continue();
  });
  const answered = page.waitForResponse((response) => response.url().includes(`/api/processoverview/${caseId}`));
  await page.goto(`/patient/process/${caseId}`, { waitUntil: 'commit' });
  await answered;
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  caseIsThere();
  await page.locator('main h1:not([data-waiting])').waitFor();
  await expect(page.getByText('Sie handeln für Lina Möller.')).toBeVisible();
  await expect(page.locator('main [data-waiting]')).toHaveCount(0);
  const shift = await page.evaluate(() => (window as unknown as { shiftSoFar: () => number }).shiftSoFar());
  expect(shift).toBeLessThanOrEqual(0.02);
});
