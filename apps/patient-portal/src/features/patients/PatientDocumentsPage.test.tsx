import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  aDocument,
  anId,
  aPage,
  aPatient,
  fakeApi,
  refusalWith,
  renderWithProviders,
  someSettings,
} from '@konsil/testing';
import type { FakeAnswers, FakeApi } from '@konsil/testing';
import { PatientDocumentsPage } from './PatientDocumentsPage.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const patient = aPatient();
const ofCase = (name: string, changes: Parameters<typeof aDocument>[0] = {}) => ({
  ...aDocument({ case_id: anId(), ...changes }),
  case_name: name,
});
const laboratory = ofCase('Schmerzen im Knie');
const letter = ofCase('Knoten', { medical_kind_code: 'letter', document_medical_kind: "Doctor's letter" });
const open = (answers: FakeAnswers = {}) => {
  api = fakeApi({
    getPatient: patient,
    getSettings: someSettings(),
    listPatientDocuments: ({ query }) => aPage(query['search'] ? [] : [laboratory, letter]),
    ...answers,
  });
  return renderWithProviders(<PatientDocumentsPage />, {
    route: `/patient/patients/${patient.id}/documents`,
    path: '/patient/patients/:patientId/documents',
  });
};

test('lists documents with their case, and each link leads to the document in its case', async () => {
  await open();
  const link = await screen.findByRole('link', { name: /Laborbefund/ });
  expect(link).toHaveAttribute('href', `/patient/process/${laboratory.case_id}/documents/${laboratory.id}`);
  expect(screen.getByText('Fall: Schmerzen im Knie')).toBeVisible();
  expect(screen.getByText('Fall: Knoten')).toBeVisible();
  expect(screen.getByText('2 Dokumente')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Archivieren/ })).toBeNull();
});

test('filters by type, period and words, and says when nothing matches', async () => {
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Filter' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Art' }), 'Laborbefund');
  await userEvent.type(screen.getByRole('textbox', { name: 'Ausgestellt ab' }), '1.10.2026');
  await userEvent.tab();
  const last = () => api.callsOf('listPatientDocuments').at(-1)?.query;
  await waitFor(() => expect(last()).toMatchObject({ kind: 'laboratory', from: '2026-10-01' }));
  await userEvent.type(screen.getByRole('searchbox', { name: 'Dokumente suchen' }), 'xyz');
  expect(await screen.findByText(/Gesucht wird nach Art, Dateiname/)).toBeVisible();
  expect(last()).toMatchObject({ search: 'xyz' });
});

test('a failed list can be retried; an empty list says what it will contain', async () => {
  await open({ listPatientDocuments: refusalWith('unavailable', 503) });
  expect(await screen.findByText('Die Dokumente konnten nicht geladen werden.')).toBeVisible();
  api.change({ listPatientDocuments: aPage([]) });
  await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
  expect(await screen.findByText(/Briefe, Befunde und Aufnahmen, die Sie/)).toBeVisible();
});
