import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { doctorsPathTo, newWaitingCase } from './waiting-cases.ts';

const phone = { width: 390, height: 844 };

/** At how many heights the links of a list of tabs stand. */
const rowsOf = (tabs: Locator) =>
  tabs.getByRole('link').evaluateAll((links) => new Set(links.map((link) => Math.round(link.getBoundingClientRect().top))).size);
const topOf = async (part: Locator) => (await part.boundingBox())?.y;

test('on a phone a doctor sees cases in the upper half of the inbox, and orders them where they are filtered', async ({ patient, doctor }) => {
  const { page } = doctor;
  await newWaitingCase(patient, doctor, 'Darf ich Sport machen?');
  await page.setViewportSize(phone);
  await page.goto('/doctor');
  const firstCase = page.getByRole('link', { name: /^Möller, Petra/ });
  await expect(firstCase).toBeVisible();
  expect(await rowsOf(page.getByRole('navigation', { name: 'Eingang' }))).toBe(1);
  expect(await topOf(firstCase)).toBeLessThan(280);

  await page.getByRole('button', { name: 'Ordnen und filtern' }).click();
  const asked = page.waitForRequest((request) => request.url().includes('sort=due'));
  await page.getByLabel('Reihenfolge').selectOption('Antwort fällig');
  await asked;
  await expect(firstCase).toBeVisible();
});

test('on a phone the parts of a case stand in one row, the shown one in sight, and the answer begins in the upper half', async ({ patient, doctor }) => {
  const { page } = doctor;
  const path = await doctorsPathTo(doctor, await newWaitingCase(patient, doctor, 'Darf ich Sport machen?'));
  await page.setViewportSize(phone);
  await page.goto(`${path}/answer`);
  const kind = page.getByRole('combobox', { name: 'Art der Antwort' });
  await expect(kind).toBeVisible();
  const parts = page.getByRole('navigation', { name: 'Bereiche des Falls' });
  expect(await rowsOf(parts)).toBe(1);
  expect(await topOf(kind)).toBeLessThan(360);

  await page.goto(`${path}/todos`);
  await expect(parts.getByRole('link', { name: 'Aufgaben' })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
});

test('on a desk, large or small, an answer is sent from the end of its pane, and the full lists are in sight', async ({ patient, doctor }) => {
  const { page } = doctor;
  const reports = Array.from({ length: 12 }, (_, place) => `Befund ${place + 1}`);
  await page.goto(`${await doctorsPathTo(doctor, await newWaitingCase(patient, doctor, 'Darf ich Sport machen?', reports))}/answer`);
  const send = page.getByRole('button', { name: /^Senden/ });
  for (const size of [{ width: 1920, height: 1400 }, { width: 1440, height: 800 }, { width: 1024, height: 700 }]) {
    await page.setViewportSize(size);
    await expect(send).toBeInViewport({ ratio: 1 });
    const { y = 0, height = 0 } = await send.boundingBox() ?? {};
    expect(size.height - y - height, `below the button at ${size.width}`).toBeLessThan(20);
    expect(await topOf(page.getByRole('button', { name: 'Vorschau' })), `beside it at ${size.width}`).toBe(y);
  }
  await page.setViewportSize({ width: 1440, height: 700 });
  await expect(page.getByRole('link', { name: 'Alle Unterlagen' })).toBeInViewport({ ratio: 1 });

  await test.step('in forced colours only the document that is read has an edge', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    const documents = page.getByRole('navigation', { name: 'Unterlagen des Falls' }).getByRole('listitem').getByRole('link');
    await expect(documents.first()).toBeVisible();
    const edges = await documents.evaluateAll((links) => links.map((link) => getComputedStyle(link).outlineStyle));
    expect(edges.filter((edge) => edge !== 'none')).toHaveLength(1);
  });
});

test('on a phone the documents of a case and the number of a patient are as tall as a finger', async ({ patient, doctor }) => {
  const { page } = doctor;
  const path = await doctorsPathTo(doctor, await newWaitingCase(patient, doctor, 'Darf ich Sport machen?'));
  await page.setViewportSize(phone);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  for (const [where, what] of [[path, page.locator('summary').first()], [path.replace(/\/process\/.*/, ''), page.locator('a[href^="tel:"]')]] as const) {
    await page.goto(where);
    await expect(what).toBeVisible();
    expect((await what.boundingBox())?.height, where).toBeGreaterThanOrEqual(44);
  }
});
