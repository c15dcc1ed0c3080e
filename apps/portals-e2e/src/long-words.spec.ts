import type { Page } from '@playwright/test';
import type { Account } from '@konsil/contracts/accounts';
import type { Epicrisis } from '@konsil/contracts/epicrisis';
import type { Patient } from '@konsil/contracts/patients';
import { addReport } from './describe-documents.ts';
import { expect, test, titleOf, type SignedInPerson } from './fixtures.ts';
import { fraction, layoutSettled, wholly } from './layout.ts';
import { call, newCase } from './scans.ts';
import { answerCase, caseOf, doctorsPathTo, newWaitingCase } from './waiting-cases.ts';

const word = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz';
const phone = { width: 320, height: 640 };

const ask = async <T>(who: SignedInPerson, method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T> => {
  const answer = await call(who.page, { method, path, ...(body && { body }) });
  expect(answer.status, path).toBeLessThan(300);
  return answer.body as T;
};

/** The number of pixels by which the page, a list or a word extends beyond the viewport. */
const tooWide = (page: Page): Promise<number> =>
  page.evaluate(() => {
    // The doctor's tabs scroll on their own; ellipses are intended.
    const scrolls = (part: Element) => getComputedStyle(part).overflowX === 'auto' && part.matches('nav ul');
    const cuts = (part: Element) =>
      getComputedStyle(part).overflowX === 'hidden' && getComputedStyle(part).textOverflow === 'ellipsis';
    const frames = [...document.querySelectorAll('main *')].filter((part) => scrolls(part) || cuts(part));
    const endOf = (part: Element) =>
      Math.min(
        ...[part, ...frames.filter((frame) => frame.contains(part))].map((one) => one.getBoundingClientRect().right),
      );
    const ends = [...document.querySelectorAll('main :is(a, button, p, span, strong, h1, h2, h3, td)')].map(endOf);
    return Math.max(document.documentElement.scrollWidth, ...ends) - window.innerWidth;
  });
const walk = async ({ page }: SignedInPerson, paths: string[]): Promise<void> => {
  await page.setViewportSize(phone);
  for (const path of paths) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByText(word).filter({ visible: true }).first()).toBeVisible();
      await expect(titleOf(page)).toBeVisible();
      await layoutSettled(page);
      await expect.poll(() => tooWide(page), path).toBeLessThanOrEqual(fraction);
    });
  }
};

test("a word longer than a phone's width is broken: no patient page scrolls sideways", async ({ patient, doctor }) => {
  const caseId = await newWaitingCase(patient, doctor, `${word}?`);
  await ask(doctor, 'POST', `/api/messages/${caseId}`, { subject: word, message: word });
  await answerCase(doctor, caseId, 'question_to_patient', { answer: word, deadline: '2099-01-31' });
  await ask(patient, 'PUT', `/api/process/${caseId}`, { case_name: word });

  await walk(
    patient,
    [
      '',
      '/process',
      '/messages',
      `/process/${caseId}`,
      `/process/${caseId}/messages`,
      `/process/${caseId}/messages/new`,
      `/process/${caseId}/documents/new`,
    ].map((path) => `/patient${path}`),
  );
});

test('the marks of a case leave room for its name: no word is broken', async ({ patient, doctor }) => {
  const caseId = await newWaitingCase(patient, doctor, 'Muss der Knoten heraus?');
  await ask(patient, 'PUT', `/api/process/${caseId}`, { case_name: 'Knoten in der Schilddrüse' });
  const moment = new Date(Date.now() + 90 * 86_400_000).toISOString();
  await answerCase(doctor, caseId, 'schedule_appointment', { answer: 'Bitte kommen Sie.', appointments: [moment] });
  const [answer] = (await caseOf(patient, caseId)).answers;
  await ask(patient, 'POST', `/api/answers/${answer?.id}/appointment`, { starts_at: moment });
  await ask(doctor, 'POST', `/api/messages/${caseId}`, { subject: 'Termin', message: 'Bis dann.' });

  for (const width of [1440, 768]) {
    await patient.page.setViewportSize({ width, height: 900 });
    await patient.page.goto('/patient/process');
    const row = patient.page.getByRole('link', { name: /Knoten in der Schilddrüse/ });
    await expect(row).toContainText('Termin:');
    await expect(row).toContainText('1 neue Nachricht');
    // Two lines at most.
    await layoutSettled(patient.page);
    await expect
      .poll(async () => (await row.locator('strong').boundingBox())?.height, `${width} wide`)
      .toBeLessThan(60);
  }
});

/** The words of an element that are broken over several lines. */
const brokenWords = (element: Element): string[] => {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const broken: string[] = [];
  while (texts.nextNode()) {
    for (const { 0: found, index } of (texts.currentNode.textContent ?? '').matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + found.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(found);
    }
  }
  return broken;
};

test('at 200 % text size the button of an empty list wraps between words only', async ({ patient: { page } }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/patient/process');
  const buttons = page.getByRole('main').getByRole('link', { name: 'Neuen Fall anlegen' });
  await expect(buttons.first()).toBeVisible();
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await layoutSettled(page);
  for (const button of await buttons.all()) await expect.poll(() => button.evaluate(brokenWords)).toEqual([]);
});

test('the link to change the doctor does not break on a phone, also at twice the size', async ({ patient, doctor }) => {
  const { page } = patient;
  const caseId = await newCase(patient, doctor);
  for (const [width, size] of [
    [390, 100],
    [320, 100],
    [390, 200],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`/patient/process/${caseId}/send`);
    const ways = page
      .getByRole('main')
      .getByRole('link')
      .filter({ hasText: /^Ändern$/ });
    await expect(ways.first()).toBeVisible();
    await page.evaluate((percent) => (document.documentElement.style.fontSize = `${percent}%`), size);
    await layoutSettled(page);
    for (const way of await ways.all())
      await expect.poll(() => way.evaluate(brokenWords), `${width} wide, text at ${size} %`).toEqual([]);
    await expect.poll(() => tooWide(page)).toBeLessThanOrEqual(fraction);
  }
});

test('Arabic text is right-aligned, in the form and when read', async ({ patient, doctor }) => {
  const caseId = await newWaitingCase(patient, doctor, 'Muss ich operiert werden?');
  const { page } = patient;
  /** Horizontal position of the first letter in its box: 0 at the left edge, 1 at the right one. */
  const placeOfFirstLetter = (element: Element) => {
    const letter = document.createRange();
    letter.setStart(element.firstChild ?? element, 0);
    letter.setEnd(element.firstChild ?? element, 1);
    const box = element.getBoundingClientRect();
    return (letter.getBoundingClientRect().left - box.left) / box.width;
  };
  await page.goto(`/patient/process/${caseId}/messages/new`);
  const field = page.getByLabel('Nachricht', { exact: true });
  await field.fill('شكرا جزيلا، متى الموعد؟');
  await expect(field).toHaveCSS('unicode-bidi', 'plaintext');
  await page.getByLabel('Betreff').fill('Termin');
  await page.getByRole('button', { name: 'Nachricht senden' }).click();
  await expect(page).toHaveURL(new RegExp(`${caseId}/messages$`));
  await expect.poll(() => page.getByText('شكرا جزيلا').evaluate(placeOfFirstLetter)).toBeGreaterThan(0.9);
});

test('an endless name is broken, too: in buttons, bars and tables of both portals', async ({ patient, doctor }) => {
  const own = (await ask<{ items: { id: string }[] }>(patient, 'GET', '/api/patientsoverview')).items[0];
  const child = await ask<Patient>(patient, 'GET', `/api/patients/${own?.id}`);
  const { id } = await ask<Patient>(patient, 'POST', '/api/patients', {
    ...child,
    first_name: 'Lina',
    last_name: word,
    date_of_birth: '2017-02-03',
    relationship: 'child',
  });
  const caseId = await newWaitingCase(patient, doctor, 'Darf sie turnen?', ['Unauffällig'], 'Lina');
  await addReport(patient, caseId, `${word}.pdf`, 'Ebenso unauffällig');
  const { doctor: profile } = await ask<Account>(doctor, 'GET', '/account/me');
  await ask(doctor, 'PUT', '/account/doctor', { ...profile, last_name: word });
  const { version } = await ask<Epicrisis>(doctor, 'GET', `/api/epikrise/${id}`);
  const content = {
    occasion: 'Zweitmeinung',
    diagnoses: '',
    course: '',
    findings: '',
    assessment: '',
    recommendation: '',
    open_questions: '',
    plain_language: '',
  };
  await ask(doctor, 'POST', `/api/epikrise/${id}`, { version, content, release: true });

  const inCase = `/process/${caseId}`;
  await walk(
    patient,
    [`/patients/${id}`, `/patients/${id}/epicrisis`, inCase, `${inCase}/documents`, `${inCase}/send`].map(
      (path) => `/patient${path}`,
    ),
  );
  await ask(patient, 'POST', `/api/buttonaufgabe/patient/${caseId}`, { consent: true });
  expect((await caseOf(doctor, caseId)).patient.last_name).toBe(word);
  await walk(
    doctor,
    ['', '/patients', `/patient/${id}`, `/patient/${id}${inCase}`, `/patient/${id}${inCase}/epicrisis`].map(
      (path) => `/doctor${path}`,
    ),
  );

  await test.step('on a desktop the other columns and the sign-out stay in view', async () => {
    await doctor.page.setViewportSize({ width: 1280, height: 800 });
    await doctor.page.goto('/doctor');
    await expect(doctor.page.getByRole('columnheader', { name: 'Antwort fällig' })).toBeInViewport(wholly);
    await expect(doctor.page.getByRole('button', { name: 'Abmelden' })).toBeInViewport(wholly);
    await ask(patient, 'PUT', `/api/patients/${id}`, {
      ...child,
      first_name: word,
      last_name: word,
      date_of_birth: '2017-02-03',
      relationship: 'child',
      version: undefined,
    });
    await doctor.page.goto(`/doctor/patient/${id}/epicrisis/edit`);
    await expect(doctor.page.getByLabel('Anlass')).toBeVisible();
    const bar = doctor.page.locator('main header').filter({ hasText: word });
    await expect
      .poll(() => bar.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight))
      .toBeLessThanOrEqual(1);
  });
});

test('with a wide document the kinds of answer break between words only', async ({ patient, doctor }) => {
  const { page } = doctor;
  const caseId = await newWaitingCase(patient, doctor, 'Darf ich laufen?');
  await page.goto(`${await doctorsPathTo(doctor, caseId)}/answer`);
  const kinds = page.getByRole('group', { name: 'Art der Antwort' });
  const broken = () =>
    kinds.locator('strong, small').evaluateAll((names) =>
      names.flatMap((name) => {
        const text = name.firstChild;
        return [...(text?.textContent ?? '').matchAll(/[^\s-]+/g)]
          .filter(({ 0: word, index }) => {
            const range = document.createRange();
            range.setStart(text as Node, index);
            range.setEnd(text as Node, index + word.length);
            return range.getClientRects().length > 1;
          })
          .map(([word]) => word);
      }),
    );
  for (const width of [1440, 1280, 1100]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(kinds.getByRole('radio')).toHaveCount(6);
    await page.getByRole('separator').press('End');
    await expect(page.getByRole('separator')).toHaveAttribute('aria-valuenow', '75');
    await layoutSettled(page);
    await expect.poll(broken, `${width}`).toEqual([]);
  }
});
