import type { Page } from '@playwright/test';
import { expect, test, type SignedInPerson } from './fixtures.ts';
import { call } from './scans.ts';
import { answerCase, doctorsPathTo, newWaitingCase } from './waiting-cases.ts';

// The layout shift limit of Lighthouse (0.02 at most).
const most = 0.02;
const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } };
const waiting = 'main [data-waiting]';

/** A connection of 1.6 Mbit/s with 150 ms latency, so that a page renders before its data. */
const onASlowLine = async (page: Page): Promise<void> => {
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 100_000,
  });
};

/** The layout shift of a loading page, and the shifted elements. */
const movesOf = async (page: Page, path: string): Promise<{ shift: number; what: string[] }> => {
  await page.goto('about:blank');
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('main h1:not([data-waiting])').waitFor();
  await expect(page.locator(waiting)).toHaveCount(0);
  return page.evaluate(() => {
    const entries = (
      window as unknown as { moves: (PerformanceEntry & { value: number; sources: { node?: Node }[] })[] }
    ).moves;
    const shift = entries.reduce((sum, { value }) => sum + value, 0);
    return {
      shift,
      what: entries.flatMap(({ value, sources }) =>
        sources.map(({ node }) => `${value.toFixed(3)} ${node?.nodeName}: ${node?.textContent?.slice(0, 40)}`),
      ),
    };
  });
};

const expectStill = async (
  { page }: SignedInPerson,
  pages: Record<keyof typeof sizes, readonly string[]>,
): Promise<void> => {
  await onASlowLine(page);
  await page.addInitScript(() => {
    const moves: PerformanceEntry[] = [];
    Object.assign(window, { moves });
    new PerformanceObserver((list) => moves.push(...list.getEntries())).observe({
      type: 'layout-shift',
      buffered: true,
    });
  });
  for (const on of ['phone', 'desk'] as const) {
    await page.setViewportSize(sizes[on]);
    for (const path of pages[on]) {
      const { shift, what } = await movesOf(page, path);
      expect.soft(shift, `${path} on a ${on}: ${what.join('; ')}`).toBeLessThanOrEqual(most);
    }
  }
};

test("the patient's pages do not shift while their data loads", async ({ patient, doctor }) => {
  const caseId = await newWaitingCase(patient, doctor, 'Muss ich operiert werden?');
  const { status } = await call(patient.page, {
    method: 'POST',
    path: '/api/patients',
    body: {
      first_name: 'Lina',
      last_name: 'Möller',
      relationship: 'child',
      gender: 'F',
      date_of_birth: '2012-08-30',
      street: 'Am Markt',
      house_number: '1',
      zipcode: '50667',
      city: 'Köln',
    },
  });
  expect(status).toBe(201);
  await answerCase(doctor, caseId, 'question_to_patient', {
    todo: 'answer_question',
    aufgabeTitel: 'Frage beantworten',
  });
  const ofCase = ['', '/documents', '/images', '/todos', '/messages'].map(
    (part) => `/patient/process/${caseId}${part}`,
  );
  const lists = ['/patient/process', '/patient/messages', '/patient/patients'];
  await expectStill(patient, {
    phone: ['/patient', ...lists, ...ofCase, '/patient/account', '/patient/privacy'],
    desk: [...ofCase.slice(0, 2), '/patient/privacy'],
  });
});

test('a case does not shift when its new answer is read', async ({ patient, doctor }) => {
  const answered = [];
  for (const on of ['phone', 'desk']) {
    const caseId = await newWaitingCase(patient, doctor, `Muss ich operiert werden (${on})?`);
    await answerCase(doctor, caseId, 'final_answer', {});
    answered.push(caseId);
  }
  // Each is opened once: afterwards its answer is read.
  const [first = '', second = ''] = answered.map((caseId) => `/patient/process/${caseId}`);
  await expectStill(patient, { phone: [first], desk: [second] });
  const path = await doctorsPathTo(doctor, answered[0] ?? '');
  await expectStill(doctor, { phone: [path], desk: [path] });
});

test("the doctor's pages do not shift while their data loads", async ({ patient, doctor }) => {
  const path = await doctorsPathTo(doctor, await newWaitingCase(patient, doctor, 'Muss ich operiert werden?'));
  await expectStill(doctor, {
    phone: ['/doctor', path, `${path}/answer`, '/doctor/todos', '/doctor/account'],
    desk: ['/doctor', path, '/doctor/account'],
  });
});
