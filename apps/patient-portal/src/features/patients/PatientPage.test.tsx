import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aCase, anId, aPage, aPatient, fakeApi, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { PatientPage } from './PatientPage.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const [current, putAway] = [aCase({ case_name: 'Knoten' }), aCase({ id: anId(), case_name: 'Struma' })];
const open = (patient: ReturnType<typeof aPatient>, cases = [current], archived = 0) => {
  const counts = { needs_answer: 0, waiting_for_patient: 0, due_soon: 0, overdue: 0, answered: 0, archived };
  api = fakeApi({
    getPatient: patient,
    getSettings: someSettings(),
    listCases: ({ query }) => ({ ...aPage(query['archived'] ? [putAway] : cases), counts }),
  });
  return renderWithProviders(<PatientPage />, {
    route: `/patient/patients/${patient.id}`,
    path: '/patient/patients/:patientId',
  });
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
