import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  aCase,
  aConsent,
  aHealthProfile,
  aProcessOverview,
  anEpicrisis,
  anEpicrisisVersion,
  anId,
  aPage,
  aPatient,
  fakeApi,
  renderWithProviders,
  someSettings,
} from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { PatientPage } from './PatientPage.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const [current, putAway] = [aCase({ case_name: 'Knoten' }), aCase({ id: anId(), case_name: 'Struma' })];
const health = aHealthProfile({ medication: 'L-Thyroxin 50 µg', version: 3, confirmed_at: '2026-10-30T09:00:00.000Z' });
const open = (
  patient: ReturnType<typeof aPatient>,
  cases = [current],
  archived = 0,
  answers: Parameters<typeof fakeApi>[0] = {},
  locale: 'de' | 'en' = 'de',
) => {
  const counts = { needs_answer: 0, waiting_for_patient: 0, due_soon: 0, overdue: 0, answered: 0, archived };
  api = fakeApi({
    getPatient: patient,
    getSettings: someSettings(),
    listConsents: [],
    listShareLinks: [],
    listReaders: [],
    getHealthProfile: health,
    confirmHealthProfile: health,
    listPatientDocuments: aPage([]),
    getEpicrisis: anEpicrisis({ current: null, released: null, versions: [] }),
    ...answers,
    listCases: ({ query }) => ({ ...aPage(query['archived'] ? [putAway] : cases), counts }),
  });
  return renderWithProviders(<PatientPage />, {
    route: `/patient/patients/${patient.id}`,
    path: '/patient/patients/:patientId',
    locale,
  });
};
const summaryOf = (plain: string) => {
  const { content } = anEpicrisisVersion();
  const released = anEpicrisisVersion({
    author: 'Dr. Elif Sandberg',
    released_at: '2026-11-20T10:00:00.000Z',
    content: { ...content, plain_language: plain },
  });
  return anEpicrisis({ current: released, released, versions: [released] });
};
const start = () => screen.queryByRole('link', { name: /^Neuen Fall für/ });

test('a case can be started for a person unless archived, whatever cases they have', async () => {
  const { unmount } = await open(aPatient());
  expect(await screen.findByRole('link', { name: /Knoten/ })).toBeVisible();
  expect(start()).toBeVisible();
  unmount();
  for (const cases of [[current], []]) {
    const page = await open(aPatient({ relationship: 'child', archived_at: '2026-11-04T09:00:00.000Z' }), cases);
    expect(await screen.findByText(cases.length > 0 ? 'Knoten' : 'Noch keine Fälle.')).toBeVisible();
    expect(start()).toBeNull();
    page.unmount();
  }
});

test("the title has the person's initials, which are not part of it", async () => {
  await open(aPatient());
  const title = await screen.findByRole('heading', { level: 1, name: 'Miriam Adler' });
  expect(within(title.parentElement as HTMLElement).getByText('MA')).toBeVisible();
});

test.each([
  [
    'de',
    'Zusammenfassende Beurteilung (Epikrise)',
    'Ganze Beurteilung lesen',
    /^Von Dr\. Elif Sandberg, freigegeben am/,
  ],
  ['en', 'Medical summary (epicrisis)', 'Read the whole summary', /^By Dr\. Elif Sandberg, released on/],
] as const)('the newest summary begins on the page, with author and day (%s)', async (locale, title, all, by) => {
  const patient = aPatient();
  const long = `Der Knoten ist gutartig. ${'Bitte kommen Sie im Mai wieder. '.repeat(30)}`;
  await open(patient, [current], 0, { getEpicrisis: summaryOf(long) }, locale);
  const summary = within(await screen.findByRole('region', { name: title }));
  const beginning = await summary.findByText(/^Der Knoten ist gutartig\./);
  expect(beginning).toBeVisible();
  expect(beginning.textContent.length).toBeLessThan(330);
  expect(summary.getByText(by)).toBeVisible();
  expect(summary.getByRole('link', { name: all })).toHaveAttribute('href', `/patient/patients/${patient.id}/epicrisis`);
});

test('an unread summary is linked without being requested, which would count as reading it', async () => {
  await open(aPatient({ summary_unread: true }), [current], 0, { getEpicrisis: summaryOf('Der Knoten ist gutartig.') });
  const summary = within(await screen.findByRole('region', { name: /^Zusammenfassende Beurteilung/ }));
  expect(summary.getByText('neu')).toBeVisible();
  expect(summary.getByRole('link', { name: 'Ganze Beurteilung lesen' })).toBeVisible();
  expect(await screen.findByRole('link', { name: /Knoten/ })).toBeVisible();
  expect(api.callsOf('getEpicrisis')).toHaveLength(0);
});

test('says without a link that a person has no summary', async () => {
  await open(aPatient());
  const summary = within(await screen.findByRole('region', { name: /^Zusammenfassende Beurteilung/ }));
  expect(await summary.findByText('Es gibt noch keine freigegebene Beurteilung.')).toBeVisible();
  expect(summary.queryByRole('link')).toBeNull();
});

test('links to archived cases and back, only where there are any', async () => {
  const { unmount } = await open(aPatient(), [current], 1);
  await userEvent.click(await screen.findByRole('button', { name: 'Archiv anzeigen' }));
  expect(await screen.findByRole('link', { name: /Struma/ })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Archivierte Fälle' })).toBeVisible();
  expect(start()).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Zurück zu den aktuellen Fällen' }));
  expect(await screen.findByRole('link', { name: /Knoten/ })).toBeVisible();
  unmount();
  await open(aPatient());
  expect(await screen.findByRole('link', { name: /Knoten/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Archiv anzeigen' })).toBeNull();
});

test('shows the health profile with its date, and confirms the version that is read', async () => {
  await open(aPatient());
  expect(await screen.findByText('L-Thyroxin 50 µg')).toBeVisible();
  expect(screen.getByText(/Zuletzt bestätigt am 30.10.2026\./)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Stimmt noch' }));
  expect(await screen.findByText('Bestätigt')).toBeVisible();
  expect(api.callsOf('confirmHealthProfile').map(({ body }) => body)).toEqual([{ version: 3 }]);
});

test('names who sees a case of this person now, and ends their access after a confirmation', async () => {
  const patient = aPatient();
  const ofCase = { patient_id: patient.id, case_name: 'Knoten', doctor_name: 'Dr. Elif Sandberg' };
  const given = aConsent({ ...ofCase, given_at: '2026-11-04T09:00:00.000Z' });
  const withdrawn = aConsent({ ...ofCase, doctor_name: 'Dr. Ruth Ohlsen', withdrawn_at: '2026-11-05T09:00:00.000Z' });
  const ofSomebodyElse = aConsent({ doctor_name: 'Dr. Anton Keil' });
  await open(patient, [current], 0, {
    listConsents: [given, withdrawn, ofSomebodyElse],
    getCase: aProcessOverview({ id: given.case_id ?? '' }),
    withdrawConsent: { ...given, withdrawn_at: '2026-11-27T09:00:00.000Z' },
  });
  expect(await screen.findByText('Dr. Elif Sandberg')).toBeVisible();
  expect(screen.getByText(/Seit 04.11.2026/)).toBeVisible();
  expect(screen.queryByText(/Dr. Ruth Ohlsen|Dr. Anton Keil/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Zugriff beenden: Dr. Elif Sandberg, Knoten' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await userEvent.click(await dialog.findByRole('button', { name: 'Widerrufen' }));
  await waitFor(() => expect(api.callsOf('withdrawConsent').map(({ params }) => params['id'])).toEqual([given.id]));
});

test('a person whom only a relative can see is not described as seen by nobody', async () => {
  const reader = {
    id: anId(),
    state: 'open' as const,
    role: 'see' as const,
    name: 'Hedwig Lindner',
    email: null,
    expires_at: '2026-12-11T09:00:00.000Z',
    since: '2026-11-20T09:00:00.000Z',
    until: null,
    ended_at: null,
  };
  await open(aPatient(), [current], 0, { listReaders: [reader] });
  const sees = within(await screen.findByRole('region', { name: 'Wer darf was sehen' }));
  expect(await sees.findByText('Hedwig Lindner')).toBeVisible();
  expect(sees.getByText('Zurzeit keine Ärztin und kein Arzt.')).toBeVisible();
  expect(sees.queryByText(/niemand außer Ihnen/)).toBeNull();
});
