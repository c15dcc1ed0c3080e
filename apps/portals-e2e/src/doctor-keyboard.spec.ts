import type { Page } from '@playwright/test';
import { dayIn } from './days.ts';
import { expect, test, titleOf } from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import { layoutSettled } from './layout.ts';
import { call } from './scans.ts';
import { newWaitingCase } from './waiting-cases.ts';

const caseIn = (page: Page) => /\/process\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';

/** Answers the open question, writes the summary and sends. */
const answer = async (page: Page) => {
  await expect(page.getByLabel('Antwort auf Frage 1')).toBeFocused();
  await page.keyboard.type('Nein, Bewegung hilft.');
  await tabTo(page, page.getByRole('button', { name: 'Fertig' }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Zusammenfassung')).toBeFocused();
  await page.keyboard.type('Die Befunde sind unauffällig.');
  await page.keyboard.press('Control+Enter');
};

test('a doctor works through ten waiting cases by keyboard', async ({ patient, doctor }) => {
  test.setTimeout(20 * 60_000);
  const { page } = doctor;
  const waiting = await Promise.all(
    Array.from({ length: 10 }, (_, place) => newWaitingCase(patient, doctor, `Darf ich Sport machen? (${place + 1})`)),
  );
  const rows = page.getByRole('row').filter({ has: page.getByRole('link') });

  await test.step('sees every column on a small laptop, and the subject of each case', async () => {
    await expect(rows).toHaveCount(waiting.length);
    await page.setViewportSize({ width: 1280, height: 800 });
    const hidden = () =>
      page
        .getByRole('table')
        .evaluate(({ scrollWidth, parentElement }) => Math.max(0, scrollWidth - (parentElement?.clientWidth ?? 0)));
    await expect.poll(hidden).toBeLessThanOrEqual(1);
    const cut = () =>
      page
        .getByText(/^Rücken, Ausstrahlung/)
        .first()
        .evaluate((name) => name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 1);
    await expect.poll(cut).toBe(false);
  });

  await test.step('opens the second case with arrow and Enter', async () => {
    // The list's one stop of the Tab key is the selected case, which stays selected while others come above it.
    await page.reload();
    await expect(rows).toHaveCount(waiting.length);
    await tabTo(page, page.getByRole('link', { name: 'Zum Inhalt' }));
    await page.keyboard.press('Enter');
    await tabTo(page, rows.getByRole('link').and(page.locator(':not([tabindex="-1"])')));
    await page.keyboard.press('Home');
    await expect(rows.nth(0).getByRole('link')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(rows.nth(1).getByRole('link')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('radio', { name: /Abschließende Antwort/ })).toBeVisible();
    await expect(titleOf(page)).toBeFocused();
    await page.keyboard.press('Alt+Shift+KeyA');
  });

  const answered = new Set<string>();
  await test.step('answers each; the next one opens by itself, with the focus on its title', async () => {
    answered.add(caseIn(page));
    await answer(page);
    while (answered.size < waiting.length) {
      await expect.poll(() => answered.has(caseIn(page))).toBe(false);
      await expect(titleOf(page)).toBeFocused();
      await page.keyboard.press('Alt+Shift+KeyA');
      await expect(page.getByLabel('Antwort auf Frage 1')).toHaveValue('');
      expect(answered).not.toContain(caseIn(page));
      answered.add(caseIn(page));
      await answer(page);
    }
    await expect(page).toHaveURL(/\/course/);
    expect([...answered].sort()).toEqual([...waiting].sort());
  });

  await test.step('and finds the inbox empty', async () => {
    await page.keyboard.press('Alt+Shift+KeyE');
    await expect(page.getByText('Kein Fall wartet auf Ihre Antwort.')).toBeVisible();
  });

  await test.step('answered cases are listed, one line each', async () => {
    await page.getByRole('link', { name: /^Beantwortet/ }).press('Enter');
    await expect(rows).toHaveCount(waiting.length);
    await page.setViewportSize({ width: 1280, height: 800 });
    const standing = page.getByText(/^Beantwortet am/).first();
    await expect(standing).toBeVisible();
    await expect.poll(async () => (await standing.boundingBox())?.height).toBeLessThan(2 * 24);
  });
});

test('a toast does not cover the focused element', async ({ patient, doctor }) => {
  const { page } = doctor;
  const caseId = await newWaitingCase(patient, doctor, 'Darf ich Sport machen?');
  const [day, month, year] = dayIn(3).split('.');
  const todo = {
    title: 'Labor anrufen',
    content: 'Kalzium nachfragen',
    deadline: `${year}-${month}-${day}`,
    priority: 'normal',
    assignee: 'doctor',
  };
  expect((await call(page, { method: 'POST', path: `/api/aufgaben/${caseId}`, body: todo })).status).toBe(201);
  await page.goto('/doctor/todos?state=all');
  const change = page.getByRole('link', { name: /^Aufgabe ändern/ });
  await expect(change).toBeVisible();
  await layoutSettled(page);
  const { y = 0 } = (await change.boundingBox()) ?? {};
  // The ToDo is at the bottom of the window, where toasts appear.
  await page.setViewportSize({ width: 1280, height: Math.round(y) + 70 });

  const done = page.getByRole('checkbox', { name: /Labor anrufen/ });
  await done.focus();
  await page.keyboard.press('Space');
  // A toast under the pointer stays.
  await page.getByText('Aufgabe erledigt').hover();
  await tabTo(page, change);
  const isSeen = () =>
    change.evaluate((element) => {
      const { x, y: top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, top + height / 2));
    });
  await expect.poll(isSeen).toBe(true);
  await expect(page.getByText('Aufgabe erledigt')).toBeVisible();
});
