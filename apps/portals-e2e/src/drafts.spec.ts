import type { Page } from '@playwright/test';
import { expect, expectAccessible, test, type SignedInPerson } from './fixtures.ts';
import { draftSaved } from './saved-drafts.ts';
import { newWaitingCase } from './waiting-cases.ts';

const words = (page: Page) => page.getByLabel('Nachricht', { exact: true });
const write = (page: Page, text: string) => words(page).pressSequentially(text);

test('a reload while typing restores input that reaches the server after it', async ({ patient, doctor }) => {
  const { page } = patient;
  const caseId = await newWaitingCase(patient, doctor, 'Muss ich operiert werden?');
  await page.goto(`/patient/process/${caseId}/messages/new`);
  const begun = draftSaved(page, 'Die Tablette');
  await write(page, 'Die Tablette');
  await begun;
  await expect(page.getByText(/^Gespeichert um/)).toBeVisible();
  let asked = () => {};
  const hasAsked = new Promise<void>((resolve) => (asked = resolve));
  let isHeld = false;
  await page.route('**/account/drafts/message*', async (route) => {
    const request = route.request();
    const [url, method] = [request.url(), request.method()];
    if (method === 'PUT' && !isHeld) {
      isHeld = true;
      const [headers, data] = [request.headers(), request.postData() ?? ''];
      await hasAsked;
      await page.context().request.fetch(url, { method, headers, data });
      return route.abort();
    }
    await route.fulfill({ response: await route.fetch() });
    if (method === 'GET' && isHeld) asked();
  });
  await write(page, ' vertrage ich nicht');
  await page.reload();
  await expect(words(page)).toHaveValue('Die Tablette vertrage ich nicht');
});

/** A message started in two windows; only the first one's version is not saved. */
const inTwoWindows = async (patient: SignedInPerson, doctor: SignedInPerson) => {
  const { page } = patient;
  const caseId = await newWaitingCase(patient, doctor, 'Muss ich operiert werden?');
  const other = await page.context().newPage();
  for (const window of [page, other]) {
    await window.goto(`/patient/process/${caseId}/messages/new`);
    await expect(words(window)).toHaveValue('');
  }
  const saved = draftSaved(other, 'Im zweiten Fenster');
  await write(other, 'Im zweiten Fenster');
  await saved;
  await expect(other.getByText(/^Gespeichert um/)).toBeVisible();
  await write(page, 'Im ersten Fenster');
  await expect(page.getByText('Ihr Text hier ist nicht gespeichert')).toBeVisible();
  await expect(words(page)).toHaveValue('Im ersten Fenster');
  return { page, other };
};

test('a draft from another window is not overwritten, and sending keeps it', async ({ patient, doctor }) => {
  const { page, other } = await inTwoWindows(patient, doctor);
  await page.getByLabel('Betreff').fill('Frage');
  await page.getByRole('button', { name: 'Nachricht senden' }).click();
  await expect(page.getByText('Nachricht gesendet')).toBeVisible();
  await other.reload();
  await expect(words(other)).toHaveValue('Im zweiten Fenster');
});

test('a draft conflict is resolved by keyboard, and the other version can be restored', async ({ patient, doctor }) => {
  const { page, other } = await inTwoWindows(patient, doctor);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Von dort übernehmen' }).press('Enter');
  await expect(words(page)).toHaveValue('Im zweiten Fenster');
  await expect(page.getByText('Hier steht jetzt, was im anderen Fenster stand.')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Vorigen Text zurückholen' })).toBeFocused();
  const saved = draftSaved(page, 'Im ersten Fenster');
  await page.keyboard.press('Enter');
  await expect(words(page)).toHaveValue('Im ersten Fenster');
  await saved;
  await expect(page.getByText(/^Gespeichert um/)).toBeVisible();
  await write(other, ', und dort weiter');
  const kept = draftSaved(other, 'Im zweiten Fenster, und dort weiter');
  await other.getByRole('button', { name: 'Text hier behalten' }).press('Enter');
  await expect(other.getByText('Ihr Text von hier gilt.')).toBeFocused();
  await kept;
  await page.reload();
  await expect(words(page)).toHaveValue('Im zweiten Fenster, und dort weiter');
});
