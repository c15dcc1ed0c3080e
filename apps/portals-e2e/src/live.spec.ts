import type { Locator, Page } from '@playwright/test';
import { dayIn } from './days.ts';
import { expect, signedIn, test } from './fixtures.ts';
import { newDoctor } from './people.ts';
import { call } from './scans.ts';
import { startSecondServer, type SecondServer } from './second-server.ts';
import { answerCase, newWaitingCase } from './waiting-cases.ts';

let second: SecondServer;
test.beforeAll(async () => {
  second = await startSecondServer();
});
test.afterAll(() => second.stop());

const isoDay = (days: number) => dayIn(days).split('.').reverse().join('-');
const post = async (page: Page, path: string, body: object) =>
  expect((await call(page, { method: 'POST', path, body })).status).toBe(201);

/** Waits for something to appear without a reload, and records how long it took. */
const arrives = async (what: string, thing: Locator) => {
  const since = performance.now();
  await expect(thing).toBeVisible();
  test.info().annotations.push({ type: `${what}, ms`, description: (performance.now() - since).toFixed(0) });
};

test('request, answer, message and ToDo appear live on the other side', async ({ browser, patient }) => {
  const doctor = await signedIn(browser, await newDoctor(), second.origins);
  await expect(doctor.page.getByText('Ihnen liegt kein Fall vor.')).toBeVisible();

  const caseId = await newWaitingCase(patient, doctor, 'Muss ich operiert werden?');
  await arrives('request', doctor.page.getByRole('row', { name: /Möller, Petra/ }));

  await patient.page.goto(`/patient/process/${caseId}`);
  await expect(patient.page.getByRole('heading', { name: /hat Ihren Fall$/ })).toBeVisible();
  await answerCase(doctor, caseId, 'final_answer', {});
  await arrives('answer', patient.page.getByRole('heading', { name: /hat Ihnen geantwortet$/ }));

  await patient.page.getByRole('link', { name: /^Aufgaben/ }).click();
  await expect(patient.page.getByText('Keine Aufgaben gefunden.')).toBeVisible();
  await post(doctor.page, `/api/aufgaben/${caseId}`, {
    title: 'Blutdruck messen',
    content: 'Morgens und abends',
    deadline: isoDay(5),
    assignee: 'patient',
    priority: 'normal',
  });
  await arrives('to-do', patient.page.getByText('Blutdruck messen').first());

  // Events from before the page listens are in its lists, but show no toast.
  const listening = doctor.page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/events');
  await doctor.page.goto('/doctor/messages');
  await listening;
  await expect(doctor.page.getByRole('heading', { name: 'Nachrichten', level: 1 })).toBeVisible();
  await post(patient.page, `/api/messages/${caseId}`, { subject: 'Danke', message: 'Das hilft mir sehr.' });
  await arrives('message', doctor.page.getByText('Das hilft mir sehr.').or(doctor.page.getByText('Danke')).first());
  const way = doctor.page.getByRole('link', { name: 'Ansehen' });
  // A toast under the pointer stays.
  await way.hover();
  await expect(doctor.page).toHaveTitle(/^\(1\)/);
  await way.click();
  await expect(doctor.page).toHaveURL(new RegExp(`${caseId}/messages$`));
  await doctor.leave();
});
