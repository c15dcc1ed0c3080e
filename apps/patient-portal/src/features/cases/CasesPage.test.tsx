import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aCase, anId, aPage, aPatientSummary, fakeApi, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { CasesPage } from './CasesPage.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const counts = { needs_answer: 0, waiting_for_patient: 0, due_soon: 0, overdue: 0, answered: 0, archived: 0 };
const people = [aPatientSummary(), aPatientSummary({ id: anId(), first_name: 'Jakob', relationship: 'child' })];
const open = async (cases: ReturnType<typeof aCase>[], route = '/patient/process') => {
  api = fakeApi({ listCases: { ...aPage(cases), counts }, listPatients: aPage(people), getSettings: someSettings() });
  return renderWithProviders(<CasesPage />, { route, path: '/patient/process' });
};

test('each case shows patient, turn, unread and unsent documents', async () => {
  await open([aCase({ unread_messages: 2, new_documents: 1, answer_due_on: '2099-11-24' })]);
  const row = await screen.findByRole('link', { name: /Knoten in der Schilddrüse/ });
  expect(row).toHaveTextContent('Miriam Adler · Dr. Elif Sandberg');
  expect(row).toHaveTextContent(/2 neue Nachrichten/);
  expect(row).toHaveTextContent(/1 Dokument nicht gesendet/);
  expect(row).toHaveTextContent(/Antwort bis Di,\s24\.\sNovember\s2099/);
  expect(screen.getByText('1 Fall')).toBeVisible();
});

test("the row has the doctor's initials, which are not part of its name", async () => {
  await open([aCase()]);
  expect(await screen.findByText('ES')).toBeVisible();
  expect(screen.getByRole('link', { name: /^Knoten in der Schilddrüse/ })).toContainElement(screen.getByText('ES'));
});

test('the row of a late answer says that the doctor was reminded', async () => {
  await open([aCase({ answer_due_on: '2026-01-20', answer_reminded_on: '2026-01-21' })]);
  expect(await screen.findByRole('link', { name: /Knoten in der Schilddrüse/ })).toHaveTextContent(
    /Zugesagt bis Di,\s20\.\sJanuar[^.]*\. Wir haben Dr\.\sSandberg erinnert\./,
  );
});

test('the row shows an accepted appointment', async () => {
  await open([aCase({ status: 'answered', turn: 'none', next_appointment: '2099-12-07T09:30:00.000Z' })]);
  expect(await screen.findByRole('link', { name: /Knoten in der Schilddrüse/ })).toHaveTextContent(
    /Termin: Montag, 7\.\sDezember\s2099, \d\d:30 Uhr/,
  );
});

test('search and filters go to the server; all but the search are in the URL', async () => {
  const { currentPath } = await open([aCase()]);
  const user = userEvent.setup();
  await user.type(await screen.findByRole('searchbox', { name: 'Fälle durchsuchen' }), 'Knie');
  await user.click(screen.getByRole('radio', { name: 'Beantwortet' }));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Für wen?' }), 'Jakob Adler');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Reihenfolge' }), 'Nächste Antwort');
  await waitFor(() =>
    expect(api.callsOf('listCases').at(-1)?.query).toEqual({
      search: 'Knie',
      view: 'answered',
      patient: people[1]?.id,
      sort: 'due',
    }),
  );
  expect(currentPath()).toBe(`/patient/process?view=answered&patient=${people[1]?.id}&sort=due`);
});

test('the archive is a view of its own', async () => {
  await open([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Archiv anzeigen' }));
  await waitFor(() => expect(api.callsOf('listCases').at(-1)?.query).toMatchObject({ archived: 'true' }));
  expect(await screen.findByRole('heading', { name: 'Archivierte Fälle' })).toBeVisible();
});

test('an empty list invites to start; a search without results offers to show all', async () => {
  await open([]);
  expect(await screen.findByText(/Keine Fälle gefunden. Legen Sie den ersten an/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Neuen Fall anlegen' })).toHaveAttribute('href', '/patient/process/new');
  await userEvent.click(screen.getByRole('radio', { name: 'Beantwortet' }));
  expect(await screen.findByText(/Zu dieser Auswahl gibt es keinen Fall/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Filter zurücksetzen' }));
  expect(await screen.findByText(/Legen Sie den ersten an/)).toBeVisible();
});
