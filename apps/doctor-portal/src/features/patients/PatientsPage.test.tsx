import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aLogin, aPage, aPatientSummary, fakeApi, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import PatientsPage from './PatientsPage';

let api: FakeApi;
afterEach(() => api.restore());

const open = (found: ReturnType<typeof aPatientSummary>[]) => {
  api = fakeApi({ getSettings: someSettings(), listPatients: ({ query }) => aPage(query['archived'] ? [] : found) });
  return renderWithProviders(<PatientsPage />, {
    route: '/doctor/patients',
    path: '/doctor/patients',
    login: aLogin({ role: 'doctor' }),
  });
};

test('the list starts in the order that its header shows, and can be re-sorted', async () => {
  await open([aPatientSummary()]);
  expect(await screen.findByRole('columnheader', { name: 'Zuletzt aktiv' })).toHaveAttribute('aria-sort', 'descending');
  expect(api.callsOf('listPatients')[0]?.query).toMatchObject({ sort: 'activity' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sortieren' }), 'Name');
  await waitFor(() => expect(api.callsOf('listPatients').at(-1)?.query).toMatchObject({ sort: 'name' }));
});

test('an empty list and an empty archive have different texts', async () => {
  await open([]);
  expect(
    await screen.findByText('Keine Patienten gefunden. Hier stehen die Menschen, die Ihnen einen Fall gesendet haben.'),
  ).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Archiv anzeigen' }));
  expect(await screen.findByText(/^Keine Patienten gefunden\. Das Archiv ist leer\./)).toBeVisible();
});

test('says who must act for each person', async () => {
  await open([
    aPatientSummary({ cases_with_doctor: 2, cases_with_patient: 1 }),
    aPatientSummary({ cases_with_patient: 1, gender: 'M' }),
    aPatientSummary({ open_case_count: 1 }),
  ]);
  const rows = (await screen.findAllByRole<HTMLTableRowElement>('row')).slice(1);
  expect(rows.map(({ cells }) => cells[4]?.textContent)).toEqual([
    '2 Fälle warten auf Sie',
    'Beim Patienten',
    'Wer ist dran? niemand',
  ]);
});
