import type { Locator } from '@playwright/test';
import type { Patient } from '@konsil/contracts/patients';
import { expect, expectAccessible, test } from './fixtures.ts';
import { contentWidth, fraction, layoutSettled, touchTarget, wholly } from './layout.ts';
import { call } from './scans.ts';
import { doctorsPathTo, newWaitingCase } from './waiting-cases.ts';

const phone = { width: 390, height: 844 };

/** The number of rows of a tab list. */
const rowsOf = (tabs: Locator) =>
  tabs
    .getByRole('link')
    .evaluateAll((links) => new Set(links.map((link) => Math.round(link.getBoundingClientRect().top))).size);
const middleOf = async (part: Locator) => {
  const { y, height } = (await part.boundingBox()) ?? { y: 0, height: 0 };
  return y + height / 2;
};
const topOf = async (part: Locator) => (await part.boundingBox())?.y;

test('on a phone a doctor sees cases in the upper half, and sorts them in the filters', async ({ patient, doctor }) => {
  const { page } = doctor;
  await newWaitingCase(patient, doctor, 'Darf ich Sport machen?');
  await page.setViewportSize(phone);
  await page.goto('/doctor');
  const firstCase = page.getByRole('link', { name: /^Möller, Petra/ });
  await expect(firstCase).toBeVisible();
  await expect.poll(() => rowsOf(page.getByRole('navigation', { name: 'Eingang' }))).toBe(1);
  await expect.poll(() => topOf(firstCase)).toBeLessThan(280);
  // Name and date share a line, and a case takes three.
  const row = page.getByRole('row').filter({ has: firstCase });
  await expect
    .poll(async () => Math.abs((await middleOf(row.getByText(/^Fällig/))) - (await middleOf(firstCase))))
    .toBeLessThan(8);
  await expect.poll(async () => (await row.boundingBox())?.height).toBeLessThan(110);

  await page.getByRole('button', { name: 'Ordnen und filtern' }).click();
  const asked = page.waitForRequest((request) => request.url().includes('sort=due'));
  await page.getByLabel('Reihenfolge').selectOption('Antwort fällig');
  await asked;
  await expect(firstCase).toBeVisible();
});

test('on a phone long names and actions of a case are collapsed and expand', async ({ patient, doctor }) => {
  const { page } = doctor;
  const own = (await call(patient.page, { method: 'GET', path: '/api/patientsoverview' })).body as {
    items: { id: string }[];
  };
  const holder = (await call(patient.page, { method: 'GET', path: `/api/patients/${own.items[0]?.id}` }))
    .body as Patient;
  const whose = {
    first_name: 'Maximiliane Friederike Charlotte',
    last_name: 'von Hohenstein-Schwarzenberg zu Lippe',
    date_of_birth: '2017-02-03',
    relationship: 'child',
  };
  expect(
    (await call(patient.page, { method: 'POST', path: '/api/patients', body: { ...holder, ...whose } })).status,
  ).toBe(201);
  const caseId = await newWaitingCase(patient, doctor, 'Darf sie turnen?', ['Unauffällig'], whose.first_name);
  const named = await call(patient.page, {
    method: 'PUT',
    path: `/api/process/${caseId}`,
    body: {
      case_name:
        'Knoten in der Schilddrüse mit auffälligem Ultraschall und erhöhtem Calcitonin, Zweitmeinung vor der Operation',
    },
  });
  expect(named.status).toBe(200);
  await page.setViewportSize(phone);
  await page.goto(`${await doctorsPathTo(doctor, caseId)}/answer`);
  const head = page.locator('main header').first();
  await expect(head.getByText(/^Antwort bis /)).toBeInViewport(wholly);
  await expect.poll(async () => (await head.boundingBox())?.height).toBeLessThan(160);
  await expect.poll(() => topOf(page.getByRole('combobox', { name: 'Art der Antwort' }))).toBeLessThan(400);

  const name = page.getByRole('heading', { level: 1 });
  const linesOf = async () => Math.round(((await name.boundingBox())?.height ?? 0) / 24);
  await expect.poll(linesOf).toBe(2);
  await page.getByRole('button', { name: 'Mehr zum Fall' }).press('Enter');
  await expect(page.getByLabel('Priorität')).toBeVisible();
  await expect.poll(linesOf).toBe(3);
  await expectAccessible(page);
});

test('on a phone the tabs of a case are one row, the answer starts in the upper half', async ({ patient, doctor }) => {
  const { page } = doctor;
  const path = await doctorsPathTo(doctor, await newWaitingCase(patient, doctor, 'Darf ich Sport machen?'));
  await page.setViewportSize(phone);
  await page.goto(`${path}/answer`);
  const kind = page.getByRole('combobox', { name: 'Art der Antwort' });
  await expect(kind).toBeVisible();
  const parts = page.getByRole('navigation', { name: 'Bereiche des Falls' });
  await expect.poll(() => rowsOf(parts)).toBe(1);
  await expect.poll(() => topOf(kind)).toBeLessThan(360);

  await test.step('an arrow reveals more tabs; keys reach those below it', async () => {
    await (await page.context().newCDPSession(page)).send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await page.reload();
    await expect(kind).toBeVisible();
    const todos = parts.getByRole('link', { name: 'Aufgaben' });
    const arrows = parts.locator(':scope > [aria-hidden]');
    await expect(todos).not.toBeInViewport({ ratio: 0.9 });
    await expect(arrows).toHaveCount(1);
    await expect.poll(async () => (await arrows.boundingBox())?.width).toBeGreaterThanOrEqual(touchTarget);
    await expect.poll(async () => (await arrows.boundingBox())?.height).toBeGreaterThanOrEqual(touchTarget);
    await arrows.click();
    await expect(todos).toBeInViewport(wholly);
    await expect(arrows).toHaveCount(1);
    const history = parts.getByRole('link', { name: 'Anamnese' });
    await todos.focus();
    for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Shift+Tab');
    await expect(history).toBeFocused();
    await expect.poll(async () => (await history.boundingBox())?.x).toBeGreaterThanOrEqual(touchTarget);
  });

  await page.goto(`${path}/todos`);
  await expect(parts.getByRole('link', { name: 'Aufgaben' })).toBeInViewport(wholly);
  await expect.poll(() => contentWidth(page)).toBeLessThanOrEqual(phone.width + fraction);
});

test('on a landscape tablet document and answer have the room; the rest is one line', async ({ patient, doctor }) => {
  const { page } = doctor;
  const path = await doctorsPathTo(
    doctor,
    await newWaitingCase(patient, doctor, 'Darf ich Sport machen?', ['Zucker erhöht', 'Eisen niedrig']),
  );
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(`${path}/answer`);
  const fold = page.locator('summary').filter({ hasText: '2 Dokumente' });
  const documents = page.getByRole('navigation', { name: 'Unterlagen des Falls' });
  const parts = page.getByRole('navigation', { name: 'Bereiche des Falls' });

  await test.step('the first question starts in the upper half', async () => {
    await expect(page.getByRole('group', { name: 'Art der Antwort' }).getByRole('radio')).toHaveCount(6);
    await expect.poll(() => topOf(page.getByLabel('Antwort auf Frage 1'))).toBeLessThan(500);
    await expect.poll(() => rowsOf(parts)).toBe(1);
  });
  await test.step('a document is chosen by keyboard, and the list collapses', async () => {
    const read = page.getByRole('region', { name: /^Befund \d\.pdf$/ });
    // A new case begins with its overview.
    await page.keyboard.press('Alt+Shift+ArrowRight');
    const first = await read.getAttribute('aria-label');
    await fold.press('Enter');
    await expect(documents).toBeVisible();
    await documents.getByRole('listitem').getByRole('link').nth(1).press('Enter');
    await expect(read).not.toHaveAttribute('aria-label', first ?? '');
    await expect(documents).toBeHidden();
    await expect(fold).toBeFocused();
  });
  await test.step('the current tab stays in view, however narrow its pane becomes', async () => {
    const todos = parts.getByRole('link', { name: 'Aufgaben' });
    await todos.press('Enter');
    await expect(todos).toBeInViewport(wholly);
    await page.getByRole('separator').press('End');
    await expect(todos).toBeInViewport(wholly);
    await page.getByRole('separator').press('Home');
    await expect(todos).toBeInViewport(wholly);
  });
  await test.step('input stays when the window grows to the desktop layout', async () => {
    await parts.getByRole('link', { name: 'Antwort' }).press('Enter');
    await page.getByLabel('Antwort auf Frage 1').fill('Ja, leichten.');
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(documents).toBeVisible();
    await expect(page.getByLabel('Antwort auf Frage 1')).toHaveValue('Ja, leichten.');
    await expect(page.getByLabel('Antwort auf Frage 1')).toBeFocused();
  });
  await test.step('touch targets are as large as on a phone', async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await (await page.context().newCDPSession(page)).send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await page.reload();
    const targets = [
      fold,
      page.getByRole('button', { name: 'Größer' }),
      page.getByRole('link', { name: /^Eingang/ }),
      page.getByRole('radio', { name: /Rückfrage/ }).locator('..'),
    ];
    for (const target of targets) {
      await expect(target).toBeVisible();
      await expect
        .poll(async () => (await target.boundingBox())?.height, String(target))
        .toBeGreaterThanOrEqual(touchTarget);
    }
  });
});

test('on a desktop an answer is sent from the bottom of its pane, with lists in view', async ({ patient, doctor }) => {
  const { page } = doctor;
  const reports = Array.from({ length: 12 }, (_, place) => `Befund ${place + 1}`);
  await page.goto(
    `${await doctorsPathTo(doctor, await newWaitingCase(patient, doctor, 'Darf ich Sport machen?', reports))}/answer`,
  );
  const send = page.getByRole('button', { name: /^Senden/ });
  for (const size of [
    { width: 1920, height: 1400 },
    { width: 1440, height: 800 },
    { width: 1024, height: 700 },
  ]) {
    await page.setViewportSize(size);
    await expect(send).toBeInViewport(wholly);
    const room = async () => {
      const { y = 0, height = 0 } = (await send.boundingBox()) ?? {};
      return size.height - y - height;
    };
    await expect.poll(room, `below the button at ${size.width}`).toBeLessThan(20);
    const preview = page.getByRole('button', { name: 'Vorschau' });
    await expect
      .poll(async () => ((await topOf(preview)) ?? NaN) - ((await topOf(send)) ?? NaN), `beside it at ${size.width}`)
      .toBeCloseTo(0, 0);
  }
  await page.setViewportSize({ width: 1440, height: 700 });
  await expect(page.getByRole('link', { name: 'Alle Unterlagen' })).toBeInViewport(wholly);

  await test.step('in forced colours only the current document has an outline', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    const documents = page
      .getByRole('navigation', { name: 'Unterlagen des Falls' })
      .getByRole('listitem')
      .getByRole('link');
    await documents.first().press('Enter');
    const edges = () => documents.evaluateAll((links) => links.map((link) => getComputedStyle(link).outlineStyle));
    await expect.poll(async () => (await edges()).filter((edge) => edge !== 'none')).toHaveLength(1);
  });
});

test("on a phone documents and a patient's phone number are touch-sized", async ({ patient, doctor }) => {
  const { page } = doctor;
  const path = await doctorsPathTo(doctor, await newWaitingCase(patient, doctor, 'Darf ich Sport machen?'));
  await page.setViewportSize(phone);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  for (const [where, what] of [
    [path, page.locator('summary').first()],
    [path.replace(/\/process\/.*/, ''), page.locator('a[href^="tel:"]')],
  ] as const) {
    await page.goto(where);
    await expect(what).toBeVisible();
    await expect.poll(async () => (await what.boundingBox())?.height, where).toBeGreaterThanOrEqual(touchTarget);
  }
});

test('inside a case imprint and privacy notice are one press away, too', async ({ patient, doctor }) => {
  const { page } = doctor;
  const path = await doctorsPathTo(doctor, await newWaitingCase(patient, doctor, 'Darf ich Sport machen?'));
  await page.setViewportSize({ width: 1440, height: 800 });
  for (const [name, place] of [
    ['Impressum', '/impressum'],
    ['Datenschutz', '/datenschutz'],
  ] as const) {
    await page.goto(path);
    // Before, the frame of the loaded case replaces the links.
    await expect(page.getByRole('navigation', { name: 'Unterlagen des Falls' })).toBeVisible();
    const link = page.getByRole('navigation', { name: 'Konto und Hilfe' }).getByRole('link', { name });
    await expect(link).toBeInViewport(wholly);
    await link.press('Enter');
    await expect(page).toHaveURL(place);
  }
});

test('on the narrowest phone no bar covers what has the focus', async ({ patient, doctor }) => {
  const { page } = doctor;
  const caseId = await newWaitingCase(patient, doctor, 'Darf ich Sport machen?');
  const inCase = await doctorsPathTo(doctor, caseId);
  await page.setViewportSize({ width: 320, height: 568 });
  const expectInSight = async (part: Locator) => {
    await expect(part).toBeVisible();
    await layoutSettled(page);
    await part.focus();
    await expect(part).toBeFocused();
    // The text cursor of a long field is in its first line.
    const isCovered = () =>
      part.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const shown = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20));
        return !element.contains(shown) && !element.closest('label')?.contains(shown);
      });
    await expect.poll(isCovered, String(part)).toBe(false);
  };
  await page.goto(inCase.replace(/process.*/, `epicrisis/edit?case=${caseId}`));
  const sections = page.getByRole('main').getByRole('textbox');
  await expect(page.getByRole('button', { name: /^In „Diagnosen“/ })).toBeVisible();
  for (const section of await sections.all()) await expectInSight(section);
  await page.goto(`${inCase}/todos`);
  await expectInSight(page.getByRole('link', { name: 'Neue Aufgabe' }));
});
