import type { Message } from '@konsil/contracts/messages';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { call } from './scans.ts';
import { caseOf, doctorsPathTo, newWaitingCase } from './waiting-cases.ts';

/**
 * Drops the connection for the first matching request, before or after it arrives. The route stays active: removing it
 * can leave concurrent requests hanging.
 */
const loseFirst = async (page: Page, address: string, { arrives }: { arrives: boolean }) => {
  let isLost = false;
  await page.route(address, async (route) => {
    if (isLost) return route.continue();
    isLost = true;
    if (arrives) await route.fetch();
    return route.abort('internetdisconnected');
  });
};

test('a lost connection loses no text and sends no duplicate message', async ({ patient, doctor }) => {
  const caseId = await newWaitingCase(patient, doctor, 'Muss ich operiert werden?');
  const messages = async () =>
    (
      (await call(patient.page, { method: 'GET', path: `/api/messagesoverview/${caseId}` })).body as {
        items: Message[];
      }
    ).items;

  await test.step('the message arrives without a response: resending creates no duplicate', async () => {
    const { page } = patient;
    await page.goto(`/patient/process/${caseId}/messages/new`);
    await page.getByLabel('Betreff').fill('Frage zur Tablette');
    await page.getByLabel('Nachricht', { exact: true }).fill('Morgens oder abends?');
    await loseFirst(page, `**/api/messages/${caseId}`, { arrives: true });
    await page.getByRole('button', { name: 'Nachricht senden' }).click();
    await expect(page.getByRole('alert')).toContainText('Ihr Text steht noch hier');
    await expect(page.getByLabel('Nachricht', { exact: true })).toHaveValue('Morgens oder abends?');
    expect(await messages()).toHaveLength(1);
    await page.getByRole('button', { name: 'Nachricht senden' }).dblclick();
    await expect(page.getByText('Nachricht gesendet')).toBeVisible();
    expect(await messages()).toHaveLength(1);
  });

  await test.step('the doctor writes an answer offline and sends it once connected', async () => {
    const { page } = doctor;
    for (const part of ['PdfPages', 'keep-uploads'])
      await loseFirst(page, `**/assets/${part}-*.js`, { arrives: false });
    await page.goto(`${await doctorsPathTo(doctor, caseId)}/answer`);
    // A new case begins with its overview.
    await page
      .getByRole('navigation', { name: 'Unterlagen des Falls' })
      .getByRole('listitem')
      .getByRole('link')
      .first()
      .click();
    const document = page.getByRole('alert').filter({ hasText: 'Das Dokument konnte nicht angezeigt werden' });
    await expect(document).toBeVisible();
    await page.getByRole('radio', { name: /Abschließende Antwort/ }).check();
    await page.context().setOffline(true);
    await page.getByLabel('Antwort auf Frage 1').fill('Nein, Bewegung hilft.');
    await page.getByRole('button', { name: 'Fertig' }).click();
    await page.getByLabel('Zusammenfassung').fill('Die Befunde sind unauffällig.');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'Verbindung' })).toBeVisible();
    await expect(page.getByLabel('Zusammenfassung')).toHaveValue('Die Befunde sind unauffällig.');
    await page.context().setOffline(false);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('group', { name: /^Seite 1 von/ })).toBeVisible();
    await expect(page.getByLabel('Zusammenfassung')).toHaveValue('Die Befunde sind unauffällig.');
    await page.getByRole('button', { name: /^Senden/ }).dblclick();
    await expect(page.getByText(/^Antwort gesendet/)).toBeVisible();
    expect((await caseOf(patient, caseId)).answers).toHaveLength(1);
  });
});

test('on a phone a toast leaves the line about the lost connection in sight', async ({ patient, doctor }) => {
  const { page } = patient;
  const caseId = await newWaitingCase(patient, doctor, 'Muss ich operiert werden?');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/patient/process/${caseId}/messages/new`);
  await page.getByLabel('Betreff').fill('Termin');
  await page.getByLabel('Nachricht', { exact: true }).fill('Bis Montag.');
  await page.getByRole('button', { name: 'Nachricht senden' }).click();
  const toast = page.getByText('Nachricht gesendet');
  await expect(toast).toBeVisible();
  // A toast under the pointer stays.
  await toast.hover();
  await page.context().setOffline(true);
  const line = page.getByText(/^Keine Verbindung/);
  await expect(line).toBeVisible();
  const gap = async () => {
    const [above, below] = await Promise.all([toast.boundingBox(), line.boundingBox()]);
    return (below?.y ?? NaN) - ((above?.y ?? NaN) + (above?.height ?? NaN));
  };
  await expect.poll(gap).toBeGreaterThan(0);
  await page.context().setOffline(false);
});
