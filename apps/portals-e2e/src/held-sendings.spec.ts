import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CaseSummary } from '@konsil/contracts/cases';
import type { Message } from '@konsil/contracts/messages';
import type { Sending } from '@konsil/contracts/sendings';
import { expect, signedIn, test, type SignedInPerson } from './fixtures.ts';
import { expectFocusIn } from './keyboard.ts';
import { call } from './scans.ts';
import { startServer, type SecondServer } from './second-server.ts';

// Long enough for a slow machine to take something back in time.
const undo = 20;
const env = { KONSIL_DATA_DIR: mkdtempSync(join(tmpdir(), 'konsil-held-')), SEND_UNDO_SECONDS: String(undo) };
const demo = (role: 'patient' | 'doctor') => ({
  role,
  email: `${role}@konsil.example`,
  password: 'Konsil-Demo-1',
  phone: '',
  firstName: '',
  lastName: '',
});

let server: SecondServer;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  server = await startServer(env);
});
test.afterAll(async () => {
  await server.stop();
  rmSync(env.KONSIL_DATA_DIR, { recursive: true, force: true });
});

const list = async <T>({ page }: SignedInPerson, path: string): Promise<T> =>
  (await call(page, { method: 'GET', path })).body as T;
/** The demo's case that both have. */
const sharedCase = async (patient: SignedInPerson, doctor: SignedInPerson): Promise<CaseSummary> => {
  const own = new Set((await list<{ items: CaseSummary[] }>(patient, '/api/process')).items.map(({ id }) => id));
  const shared = (await list<{ items: CaseSummary[] }>(doctor, '/api/process')).items.find(({ id }) => own.has(id));
  if (!shared) throw new Error('The demo has no case of both.');
  return shared;
};
const write = async ({ page }: SignedInPerson, caseId: string, subject: string) => {
  await page.goto(`/patient/process/${caseId}/messages/new`);
  await page.getByLabel('Betreff').fill(subject);
  await page.getByLabel('Nachricht', { exact: true }).fill(`Es geht um: ${subject}`);
  await page.getByRole('button', { name: 'Nachricht senden' }).click();
  await expect(page).toHaveURL(/messages$/);
};
/**
 * Waits until no submission of the sender is pending. Requests only as the sender, so that nothing counts as opened.
 */
const delivered = (who: SignedInPerson) =>
  expect.poll(async () => (await list<Sending[]>(who, '/api/sendings')).length, { timeout: 120_000 }).toBe(0);
const withSubject = async (who: SignedInPerson, caseId: string, subject: string) =>
  (await list<{ items: Message[] }>(who, `/api/messagesoverview/${caseId}`)).items.filter(
    (message) => message.subject === subject,
  );

test('a sending can be undone for some seconds, and withdrawn until it is opened', async ({ browser }) => {
  const [patient, doctor] = [
    await signedIn(browser, demo('patient'), server.origins),
    await signedIn(browser, demo('doctor'), server.origins),
  ];
  const { id: caseId, patient: whose } = await sharedCase(patient, doctor);
  const { page } = patient;

  await test.step('taken back, its text is in the form again and nothing of it was sent', async () => {
    await write(patient, caseId, 'Zu früh');
    await page.getByRole('button', { name: /^Zurückholen: Nachricht/ }).press('Enter');
    await expect(page).toHaveURL(/messages\/new$/);
    await expect(page.getByLabel('Nachricht', { exact: true })).toHaveValue('Es geht um: Zu früh');
    expect(await withSubject(patient, caseId, 'Zu früh')).toEqual([]);
  });

  await test.step('an unopened answer is withdrawn by keyboard, and both timelines say so', async () => {
    await write(patient, caseId, 'Verschickt');
    await delivered(patient);
    await page.goto(`/patient/process/${caseId}/messages`);
    await page.getByRole('button', { name: 'Nachricht zurückziehen' }).press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Nachricht zurückziehen?' });
    await expectFocusIn(question);
    await question.getByRole('button', { name: 'Zurückziehen', exact: true }).press('Enter');
    await expect(page).toHaveURL(/messages\/new$/);
    await expect(page.getByLabel('Betreff')).toHaveValue('Verschickt');
    expect(await withSubject(doctor, caseId, 'Verschickt')).toEqual([]);
    for (const [who, path] of [
      [patient, `/patient/process/${caseId}`],
      [doctor, `/doctor/patient/${whose.id}/process/${caseId}/course`],
    ] as const) {
      await who.page.goto(path);
      await expect(
        who.page.getByRole('list', { name: 'Verlauf' }).getByText('Nachricht zurückgezogen, bevor sie geöffnet wurde'),
      ).toBeVisible();
    }
  });

  await test.step('once the other side opens it, the way to withdraw it goes from the open page', async () => {
    // The doctor's page of the case would show its subject at once, and so open it.
    await doctor.page.goto('about:blank');
    await write(patient, caseId, 'Gelesen');
    await delivered(patient);
    await page.goto(`/patient/process/${caseId}/messages`);
    const way = page.getByRole('button', { name: 'Nachricht zurückziehen' });
    await expect(way).toBeVisible();
    await doctor.page.goto(`/doctor/patient/${whose.id}/process/${caseId}/messages`);
    await expect(doctor.page.getByRole('heading', { name: 'Gelesen' }).first()).toBeVisible();
    await expect(way).toHaveCount(0);
  });
  for (const { leave } of [patient, doctor]) await leave();
});

test('a held sending whose server is killed is delivered once after the restart', async ({ browser }) => {
  const patient = await signedIn(browser, demo('patient'), server.origins);
  const doctor = await signedIn(browser, demo('doctor'), server.origins);
  const { id: caseId } = await sharedCase(patient, doctor);
  await write(patient, caseId, 'Vor dem Ausfall');
  await expect.poll(async () => (await list<Sending[]>(patient, '/api/sendings')).length).toBe(1);
  for (const { page } of [patient, doctor]) await page.goto('about:blank');
  await server.kill();
  server = await startServer(env, Number(new URL(server.origins.api).port));
  for (const { page, role } of [patient, doctor]) await page.goto(`/${role}`);
  await delivered(patient);
  for (const who of [patient, doctor]) expect(await withSubject(who, caseId, 'Vor dem Ausfall')).toHaveLength(1);
  expect(await list<Sending[]>(patient, '/api/sendings')).toEqual([]);
});
