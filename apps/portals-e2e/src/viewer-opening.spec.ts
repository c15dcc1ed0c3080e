import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import type { Document, UploadedItem } from '@konsil/contracts/documents';
import { newWaitingCases } from './day-cases.ts';
import { expect, origins, test } from './fixtures.ts';
import { layoutSettled } from './layout.ts';
import { linkToDocument, linkToScan, newCase, scan, signOut, upload } from './scans.ts';
import { openScan, picture } from './viewer-page.ts';
import { doctorsPathTo } from './waiting-cases.ts';

test("a link works once, and shows nothing in another person's browser", async ({ patient, doctor, page, browser }) => {
  const link = await linkToScan(patient, await newCase(patient, doctor), 'CT_small.dcm');
  await page.goto(link);
  await expect(page.locator('[data-phase="shown"]')).toBeVisible();
  await expect(page).not.toHaveURL(/ticket/);

  const stranger = await browser.newPage();
  await stranger.goto(link);
  await expect(stranger.getByRole('heading', { name: 'Link nicht mehr gültig' })).toBeVisible();
  await stranger.close();
});

test('a link to another case does not affect an opened study with the same UID', async ({ patient, doctor, page }) => {
  const series = (on: Page) => on.locator('.series-choice');
  await page.goto(await linkToScan(patient, await newCase(patient, doctor), 'ct-series-7.zip'));
  await expect(page.locator('[data-phase="shown"]')).toBeVisible();
  // Two scouts, and the series.
  await expect(series(page)).toHaveCount(3);

  const [slice = new Uint8Array()] = Object.values(unzipSync(scan('ct-series-7.zip')));
  const link = await linkToScan(patient, await newCase(patient, doctor), 'slice.dcm', Buffer.from(slice));
  const other = await page.context().newPage();
  await other.goto(link);
  await expect(other.locator('[data-phase="shown"]')).toBeVisible();
  // A single series needs no list.
  await expect(series(other)).toHaveCount(0);
  await page.reload();
  await expect(page.locator('[data-phase="shown"]')).toBeVisible();
  await expect(series(page)).toHaveCount(3);
});

/** Closes images that have a tab of their own; it may close before the click is acknowledged. */
const closeTab = async (tab: Page) => {
  const closing = tab
    .getByRole('button', { name: 'Aufnahmen schließen' })
    .click()
    .catch((error: unknown) => {
      if (!tab.isClosed()) throw error;
    });
  await Promise.all([tab.waitForEvent('close'), closing]);
};

test('closing images returns to the same place of the answer, with its text', async ({ patient, doctor }) => {
  const { page } = doctor;
  const [caseId = ''] = await newWaitingCases(patient, doctor, 1, [{ name: 'CT.dcm', bytes: scan('CT_small.dcm') }]);
  await page.setViewportSize({ width: 1440, height: 600 });
  await page.goto('/doctor');
  await page.goto(`${await doctorsPathTo(doctor, caseId)}/answer`);
  const open = page.getByRole('button', { name: 'Aufnahmen öffnen' });
  const shown = (on: Page) => expect(on.locator('[data-phase="shown"]')).toBeVisible();
  await page.getByLabel('Antwort auf Frage 1').fill('Unverändert.');
  // A new case begins with its overview.
  await page
    .getByRole('navigation', { name: 'Unterlagen des Falls' })
    .getByRole('listitem')
    .getByRole('link')
    .first()
    .click();
  await page.getByRole('button', { name: 'Fertig' }).click();
  const summary = page.getByLabel('Zusammenfassung');
  /** How far the pane of the answer is scrolled, or is to be. */
  const scrolled = (to?: number) =>
    summary.evaluate((field, top) => {
      let pane = field.parentElement;
      while (pane && getComputedStyle(pane).overflowY !== 'auto') pane = pane.parentElement;
      if (pane && top !== undefined) pane.scrollTop = top;
      return pane?.scrollTop ?? 0;
    }, to);
  // Typed so late that it is not saved yet.
  await summary.fill('Kein Grund zur Sorge.');
  const place = await scrolled(120);
  expect(place).toBe(120);
  await open.press('Enter');
  await shown(page);
  expect(page.context().pages()).toHaveLength(1);
  await page.getByRole('button', { name: 'Aufnahmen schließen' }).click();
  await expect(open).toBeFocused();
  await expect(summary).toHaveValue('Kein Grund zur Sorge.');
  await expect.poll(() => scrolled()).toBe(place);

  for (const press of [
    () => open.click({ modifiers: ['ControlOrMeta'] }),
    () => open.click({ button: 'middle' }),
    () => page.getByRole('button', { name: 'In eigenem Fenster öffnen' }).click(),
  ]) {
    const [tab] = await Promise.all([page.waitForEvent('popup'), press()]);
    await shown(tab);
    await closeTab(tab);
  }
  await expect(summary).toHaveValue('Kein Grund zur Sorge.');
});

test('closing images leads back to the page that opened them, also with unsaved work', async ({ patient, doctor }) => {
  const { page } = patient;
  const caseId = await newCase(patient, doctor);
  const bytes = scan('MR_small_implicit.dcm');
  const [item] = (await upload(patient, caseId, 'MR.dcm', bytes)).body as UploadedItem[];
  await page.goto(`/patient/process/${caseId}/documents/${item?.documentId}`);
  await page.goto(await linkToDocument(patient, item?.documentId ?? ''));
  await expect(page.locator('[data-phase="shown"]')).toBeVisible();
  await page.getByRole('button', { name: 'Aufnahmen schließen' }).click();
  const open = page.getByRole('button', { name: 'Aufnahmen öffnen' });
  await expect(open).toBeVisible();
  // Like an upload that is under way: leaving the page would lose it.
  await page.evaluate(() => window.addEventListener('beforeunload', (event) => event.preventDefault()));
  const [tab] = await Promise.all([page.waitForEvent('popup'), open.click()]);
  await expect(tab.locator('[data-phase="shown"]')).toBeVisible();
  await closeTab(tab);
  await expect(open).toBeVisible();
});

test('the link to the images does not move when the preview loads', async ({ patient, doctor }) => {
  const { page } = patient;
  const caseId = await newCase(patient, doctor);
  const [item] = (await upload(patient, caseId, 'CT_small.dcm', scan('CT_small.dcm'))).body as UploadedItem[];
  const address = `/api/documents/${item?.documentId}`;
  await page.route(`**${address}`, async (route) => {
    const { preview_url: _, ...document } = (await (await route.fetch()).json()) as Document;
    await route.fulfill({ json: { ...document, preview_url: null, preview_coming: true } });
  });
  await page.goto(`/patient/process/${caseId}/documents/${item?.documentId}`);
  const open = page.getByRole('button', { name: 'Aufnahmen öffnen' });
  await expect(page.getByText('Die Vorschau wird noch erstellt.')).toBeVisible();
  await layoutSettled(page);
  const before = await open.boundingBox();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();
  await expect
    .poll(() => page.getByRole('img', { name: /^Bild: / }).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await layoutSettled(page);
  const after = await open.boundingBox();
  expect(after?.x).toBeCloseTo(before?.x ?? NaN, 0);
  expect(after?.y).toBeCloseTo(before?.y ?? NaN, 0);
});

test('images of another person have a warning with both names', async ({ patient, doctor, page }) => {
  await openScan(page, patient, doctor, 'CT_small.dcm');
  const warning = page.getByRole('alert').filter({ hasText: 'Diese Aufnahmen gehören vielleicht jemand anderem.' });
  await expect(warning).toContainText('CT1 CompressedSamples');
  await expect(warning).toContainText(`${patient.firstName} ${patient.lastName}`);
  await expect(async () => {
    const [above, below] = [await warning.boundingBox(), await picture(page).boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual((below?.y ?? 0) + 1);
  }).toPass({ timeout: 60_000 });
});

test('signing out closes the images, too, also in open tabs', async ({ patient, doctor, page }) => {
  await openScan(page, patient, doctor, 'CT_small.dcm');
  await signOut(patient);
  await expect(page.getByRole('heading', { name: 'Abgemeldet' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Abgemeldet' })).toBeVisible();
});

test('a viewer whose script fails to load says so, and loads with one press', async ({ page }) => {
  await page.route(/\/assets\/index-.*\.js$/, (route) => route.abort('internetdisconnected'));
  await page.goto(origins.viewer);
  const notice = page.getByRole('alert').filter({ hasText: 'konnte nicht geladen werden' });
  await expect(notice).toBeVisible();
  await page.unroute(/\/assets\/index-.*\.js$/);
  await notice.getByRole('link', { name: 'Seite neu laden' }).click();
  await expect(page.locator('#not-loaded')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
