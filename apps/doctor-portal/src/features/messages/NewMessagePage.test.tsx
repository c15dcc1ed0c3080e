import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  aCase,
  aLogin,
  anId,
  aPage,
  aPatientName,
  aProcessOverview,
  fakeApi,
  refusalWith,
  renderWithProviders,
} from '@konsil/testing';
import type { FakeAnswers, FakeApi } from '@konsil/testing';
import NewMessagePage from './NewMessagePage';

let api: FakeApi;
afterEach(() => api.restore());

const counts = { needs_answer: 0, waiting_for_patient: 0, due_soon: 0, overdue: 0, answered: 0, archived: 0 };
const adler = aCase({ case_name: 'Knoten in der Schilddrüse' });
const novak = aCase({
  id: anId(),
  patient: aPatientName({ first_name: 'Petra', last_name: 'Novak' }),
  case_name: 'Hyperkalzämie',
});
const listOf = (...cases: ReturnType<typeof aCase>[]) => ({ ...aPage(cases), counts });
const open = (answers: FakeAnswers, search = '') => {
  api = fakeApi({
    getDraft: null,
    listCases: ({ query }) => (query['search'] ? listOf(novak) : listOf(adler)),
    getCase: ({ params }) =>
      aProcessOverview({
        id: params['id'] ?? '',
        case_name: 'Hyperkalzämie',
        account_name: 'Petra Novak',
        patient: novak.patient,
      }),
    ...answers,
  });
  return renderWithProviders(<NewMessagePage />, {
    route: `/doctor/messages/new${search}`,
    path: '/doctor/messages/new',
    login: aLogin({ role: 'doctor' }),
  });
};

test('finds any case by server search, however old', async () => {
  const { currentPath } = await open({});
  await screen.findByRole('link', { name: /Adler, Miriam/ });
  await userEvent.type(screen.getByRole('combobox', { name: 'Fall' }), 'Nov');
  await userEvent.click(await screen.findByRole('option', { name: /Novak, Petra: Hyperkalzämie/ }));
  expect(api.callsOf('listCases').at(-1)?.query).toMatchObject({ search: 'Nov' });
  await waitFor(() => expect(currentPath()).toBe(`/doctor/messages/new?case=${novak.id}`));
  expect(await screen.findByLabelText('Betreff')).toHaveValue('Hyperkalzämie');
  expect(screen.getByRole('combobox', { name: 'Fall' })).toHaveValue('Novak, Petra: Hyperkalzämie');
  // Choosing an option is not a search.
  expect(
    api
      .callsOf('listCases')
      .map(({ query }) => query['search'])
      .filter((search) => search?.includes(':')),
  ).toEqual([]);
});

test('while the case in the URL loads, nothing is typed that its name would replace', async () => {
  let answer = () => {};
  await open(
    { getCase: () => new Promise((resolve) => (answer = () => resolve(aProcessOverview({ id: novak.id })))) },
    `?case=${novak.id}`,
  );
  const field = await screen.findByRole('combobox', { name: 'Fall' });
  expect(field).toHaveAttribute('readonly');
  answer();
  await waitFor(() => expect(field).not.toHaveAttribute('readonly'));
});

test('the buttons of the field are labelled', async () => {
  await open({}, `?case=${novak.id}`);
  expect(await screen.findByRole('button', { name: 'Auswahl löschen' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Alle zeigen' })).toBeInTheDocument();
});

test('a list that fails to load is not called empty', async () => {
  await open({ listCases: refusalWith('unavailable', 503) });
  expect(await screen.findByText('Die Fälle konnten nicht geladen werden.')).toBeVisible();
  expect(screen.queryByText(/Keine Fälle gefunden/)).not.toBeInTheDocument();
});

test('a case that fails to load says so, with a retry', async () => {
  await open({ getCase: refusalWith('unavailable', 503) }, `?case=${novak.id}`);
  await screen.findByText('Der Fall konnte nicht geladen werden.');
  api.change({ getCase: aProcessOverview({ id: novak.id }) });
  await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
  expect(await screen.findByLabelText('Betreff')).toBeVisible();
});

test('a case that is no longer shared says so', async () => {
  await open({ getCase: refusalWith('not_found', 404) }, `?case=${novak.id}`);
  expect(await screen.findByText('Diese Akte ist nicht oder nicht mehr mit Ihnen geteilt.')).toBeVisible();
});
