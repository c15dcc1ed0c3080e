import { screen, waitFor } from '@testing-library/react';
import {
  aCase,
  aLogin,
  aPage,
  aPatientName,
  aProcessOverview,
  fakeApi,
  refusalWith,
  renderWithProviders,
  someSettings,
} from '@konsil/testing';
import type { FakeAnswers, FakeApi } from '@konsil/testing';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import TodoPage from '../todos/TodoPage';
import AddDocumentPage from '../case-page/AddDocumentPage';
import { AllDocumentsPage } from '../case-page/CaseDocumentsPage';

let api: FakeApi;
afterEach(() => api.restore());

const theCase = aProcessOverview({
  patient: aPatientName({ first_name: 'Miriam', last_name: 'Adler' }),
  documents: [],
});
const counts = { needs_answer: 0, waiting_for_patient: 0, due_soon: 0, overdue: 0, answered: 0, archived: 0 };
const open = (page: ReactElement, place: string, answers: FakeAnswers = {}) => {
  api = fakeApi({
    getCase: theCase,
    listCases: { ...aPage([]), counts },
    getSettings: someSettings(),
    listDocuments: aPage([]),
    ...answers,
  });
  const base = '/doctor/patient/:patientId/process/:caseId';
  return renderWithProviders(page, {
    login: aLogin({ role: 'doctor' }),
    path: `${base}/${place}`,
    route: `${base}/${place}`.replace(':patientId', theCase.patient.id).replace(':caseId', theCase.id),
  });
};

test('a new ToDo says who will be its assignee', async () => {
  await open(<TodoPage />, 'todos/new');
  await waitFor(() => expect(screen.getByText('Adler, Miriam')).toBeVisible());
  expect(screen.getByText(theCase.case_name)).toBeVisible();
  expect((await screen.findAllByRole('heading', { level: 1 })).map(({ textContent }) => textContent)).toEqual([
    'Neue Aufgabe',
  ]);
});

test.each([
  ['documents', <AllDocumentsPage />],
  ['documents/new', <AddDocumentPage />],
  ['todos/new', <TodoPage />],
])('%s of a case that is no longer shared say so', async (place, page) => {
  await open(page, place, { getCase: refusalWith('not_found', 404) });
  expect(
    await screen.findByRole('heading', { name: 'Diese Akte ist nicht oder nicht mehr mit Ihnen geteilt.' }),
  ).toBeVisible();
});

test('a case that fails to load keeps the link back to the inbox', async () => {
  await open(<AllDocumentsPage />, 'documents', { getCase: refusalWith('internal', 500) });
  expect(await screen.findByRole('button', { name: 'Noch einmal versuchen' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Zurück zum Eingang' })).toHaveAttribute('href', '/doctor');
});

test('a temporarily unreachable server does not clear the page', async () => {
  await open(<AddDocumentPage />, 'documents/new', { setPriority: aCase({ id: theCase.id }) });
  await screen.findByRole('heading', { name: 'Dokument hinzufügen' });
  api.change({ getCase: refusalWith('internal', 500) });
  await userEvent.selectOptions(screen.getByLabelText('Priorität:'), 'niedrig');
  await waitFor(() => expect(api.callsOf('getCase').length).toBeGreaterThan(1));
  expect(screen.getByRole('heading', { name: 'Dokument hinzufügen' })).toBeVisible();
});

test('an empty page has a single link back to the case', async () => {
  await open(<AddDocumentPage />, 'documents/new');
  expect(await screen.findAllByRole('link', { name: new RegExp(theCase.case_name) })).toHaveLength(1);
  expect(screen.queryByRole('link', { name: 'Zurück zum Fall' })).not.toBeInTheDocument();
});
