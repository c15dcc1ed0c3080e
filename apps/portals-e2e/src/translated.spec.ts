import type { Page } from '@playwright/test';
import { expect, origins, test } from './fixtures.ts';
import { answerCase, newWaitingCase } from './waiting-cases.ts';

/**
 * Imitates Chrome's translation: replaces each text node by a `<font>`, now and on every change (facebook/react#11538).
 */
const translate = (page: Page) =>
  page.evaluate(() => {
    const translateText = (text: Text) => {
      if (!text.data.trim() || text.parentElement?.closest('font, script, style, textarea, svg, [translate=no]'))
        return;
      const standIn = document.createElement('font');
      standIn.append(Object.assign(document.createElement('font'), { textContent: `‹${text.data.trim()}›` }));
      text.before(standIn);
      text.remove();
    };
    const translateIn = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = root instanceof Text ? [root] : [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) if (text.isConnected) translateText(text);
    };
    translateIn(document.body);
    new MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) if (node.isConnected) translateIn(node);
    }).observe(document.body, { childList: true, subtree: true });
  });

test('a patient signs in, browses and writes in a page translated by the browser', async ({
  page,
  patient,
  doctor,
}) => {
  const caseId = await newWaitingCase(patient, doctor, 'Muss ich operiert werden?');
  await answerCase(doctor, caseId, 'final_answer', {});
  await page.goto(`${origins.patient}/login`);
  await page.getByRole('button', { name: 'Zeigen' }).click();
  await expect(page.getByRole('button', { name: 'Verbergen' })).toBeVisible();
  await translate(page);
  await expect(page.getByRole('button', { name: '‹Anmelden›' })).toBeVisible();

  await page.locator('[name=email]').fill(patient.email);
  await page.locator('[name=password]').fill('Not-the-password-1');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('‹');
  await page.locator('[name=password]').fill(patient.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/patient$/);

  await page.getByRole('link', { name: '‹Fälle›' }).click();
  await page.getByRole('searchbox').fill('nirgends');
  await expect(page.getByText('‹Keine Fälle gefunden zu „nirgends“.›')).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await page
    .locator('main')
    .getByRole('link', { name: /^‹Rücken, Ausstrahlung/ })
    .click();
  await expect(page.getByText('‹Bitte lesen Sie das in Ruhe.›')).toBeVisible();
  await page.getByRole('link', { name: '‹Nachrichten›' }).last().click();
  await page.getByRole('button', { name: '‹Nachricht senden›' }).click();
  await expect(page.getByText('‹Bitte geben Sie eine Nachricht ein›').first()).toBeVisible();
  await page.locator('[name=message]').fill('Für die Antwort.');
  await page.getByRole('button', { name: '‹Nachricht senden›' }).click();
  await expect(page).toHaveURL(new RegExp(`${caseId}/messages$`));
  await expect(page.getByText('‹Für die Antwort.›')).toBeVisible();

  await page.getByRole('link', { name: 'English, EN' }).click();
  await expect(page.getByRole('link', { name: '‹Messages›' }).first()).toBeVisible();
});

test('the doctor portal opts out of browser translation', async ({ doctor: { page } }) => {
  await expect(page.locator('html')).toHaveAttribute('translate', 'no');
});
