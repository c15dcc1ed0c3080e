import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  aCase,
  aLogin,
  anEpicrisis,
  anId,
  aPage,
  aPatient,
  fakeApi,
  renderWithProviders,
  someSettings,
} from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import PatientPage from './PatientPage';

let api: FakeApi;
afterEach(() => api.restore());

const patient = aPatient();
const open = (archived: number) => {
  const counts = { needs_answer: 0, waiting_for_patient: 0, due_soon: 0, overdue: 0, answered: 0, archived };
  const [current, putAway] = [aCase({ case_name: 'Knoten' }), aCase({ id: anId(), case_name: 'Struma' })];
  api = fakeApi({
    getPatient: patient,
    getEpicrisis: anEpicrisis(),
    getSettings: someSettings(),
    listCases: ({ query }) => ({ ...aPage([query['archived'] ? putAway : current]), counts }),
  });
  return renderWithProviders(<PatientPage />, {
    route: `/doctor/patient/${patient.id}`,
    path: '/doctor/patient/:patientId',
    login: aLogin({ role: 'doctor' }),
  });
};

test("links to a patient's archived cases and back", async () => {
  await open(1);
  expect(await screen.findByRole('link', { name: /Knoten/ })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Archiv anzeigen' }));
  expect(await screen.findByRole('link', { name: /Struma/ })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Archivierte Fälle' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /Knoten/ })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Archiv verlassen' }));
  await waitFor(() => expect(screen.getByRole('link', { name: /Knoten/ })).toBeVisible());
});

test('without archived cases there is no link to the archive', async () => {
  await open(0);
  expect(await screen.findByRole('link', { name: /Knoten/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Archiv anzeigen' })).not.toBeInTheDocument();
});

test('a case is one line with turn and priority; contact data is beside the list', async () => {
  await open(0);
  const link = await screen.findByRole('link', { name: /Knoten/ });
  expect(link).toHaveTextContent(/^KnotenAntwort/);
  expect(screen.getByRole('region', { name: 'Kontakt' })).toHaveTextContent(patient.zipcode);
});
