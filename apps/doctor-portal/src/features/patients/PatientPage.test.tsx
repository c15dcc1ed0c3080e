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

test('cases of a patient that were put away are a press away, and back', async () => {
  await open(1);
  expect(await screen.findByRole('link', { name: /Knoten/ })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Archiv anzeigen' }));
  expect(await screen.findByRole('link', { name: /Struma/ })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Archivierte Fälle' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /Knoten/ })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Archiv verlassen' }));
  await waitFor(() => expect(screen.getByRole('link', { name: /Knoten/ })).toBeVisible());
});

test('a doctor who has archived nothing is not offered an archive', async () => {
  await open(0);
  expect(await screen.findByRole('link', { name: /Knoten/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Archiv anzeigen' })).not.toBeInTheDocument();
});

test('a case is one line with whose turn it is and its priority, once one is set; the contact stands beside it', async () => {
  await open(0);
  const link = await screen.findByRole('link', { name: /Knoten/ });
  expect(link).toHaveTextContent(/^KnotenAntwort/);
  expect(screen.getByRole('region', { name: 'Kontakt' })).toHaveTextContent(patient.zipcode);
});
