import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SearchHit } from '@konsil/contracts/search';
import { aLogin, anId, fakeApi, refusalWith, renderWithProviders } from '@konsil/testing';
import type { FakeAnswers, FakeApi } from '@konsil/testing';
import SearchPage from './SearchPage';

let api: FakeApi;
afterEach(() => api.restore());

const patient = {
  id: anId(),
  first_name: 'Petra',
  last_name: 'Möller',
  gender: 'F' as const,
  date_of_birth: '1968-04-21',
};
const hits: SearchHit[] = [
  { kind: 'patient', id: patient.id, patient, case_name: null, found: [], more: 0 },
  { kind: 'case', id: anId(), patient, case_name: 'Rücken', found: [], more: 0 },
];
const open = (search: FakeAnswers['search']) => {
  api = fakeApi({ search });
  return renderWithProviders(<SearchPage />, { login: aLogin({ role: 'doctor' }), route: '/doctor/search' });
};

test('lists recent items before typing; arrow keys move through them', async () => {
  await open(hits);
  expect(await screen.findByText('Zuletzt bearbeitet')).toBeVisible();
  const [person, theCase] = screen.getAllByRole('link');
  expect(person).toHaveTextContent('Möller, Petra');
  expect(theCase).toHaveAttribute('href', `/doctor/patient/${patient.id}/process/${hits[1]?.id}`);
  await waitFor(() => expect(screen.getByRole('searchbox')).toHaveFocus());
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(theCase).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(screen.getByRole('searchbox')).toHaveFocus();
});

test('searches while typing; Enter opens the first hit', async () => {
  const { currentPath } = await open(({ query }) => (query.q === 'möl' ? hits.slice(0, 1) : []));
  await userEvent.type(await screen.findByRole('searchbox'), 'möl');
  expect(await screen.findByText('1 Treffer')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(currentPath()).toBe(`/doctor/patient/${patient.id}`));
});

test('Enter pressed before the results arrive opens the first result', async () => {
  const { currentPath } = await open(({ query }) => (query.q === 'möl' ? hits.slice(0, 1) : hits.slice(1)));
  const field = await screen.findByRole('searchbox');
  await screen.findByRole('link', { name: /Rücken/ });
  await userEvent.type(field, 'möl{Enter}');
  await waitFor(() => expect(currentPath()).toBe(`/doctor/patient/${patient.id}`));
});

test('Enter opens a result only for the text typed before it', async () => {
  const { currentPath } = await open(({ query }) => (query.q === 'möl' ? hits.slice(0, 1) : []));
  await userEvent.type(await screen.findByRole('searchbox'), 'mö{Enter}l');
  expect(await screen.findByText('1 Treffer')).toBeVisible();
  expect(currentPath()).toBe('/doctor/search');
});

test('no match and a failed search have different texts', async () => {
  await open(({ query }) => (query.q === 'kaputt' ? refusalWith('internal', 500) : []));
  expect(await screen.findByText('Noch hat Ihnen niemand einen Fall gesendet.')).toBeVisible();
  await userEvent.type(screen.getByRole('searchbox'), 'xy');
  expect(await screen.findByText('Niemand und kein Fall passt zu „xy“.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Suche leeren' }));
  expect(screen.getByRole('searchbox')).toHaveFocus();
  expect(screen.getByRole('searchbox')).toHaveValue('');
  await userEvent.type(screen.getByRole('searchbox'), 'kaputt');
  expect(await screen.findByRole('button', { name: 'Noch einmal versuchen' })).toBeVisible();
});

test('shows the places of found words below their case, and links to them', async () => {
  const [doc, message] = [anId(), anId()];
  const theCase = hits[1] as SearchHit;
  await open([
    {
      ...theCase,
      found: [
        {
          place: 'page',
          id: doc,
          name: 'Brief.pdf',
          page: 3,
          at: '2026-09-14T10:00:00.000Z',
          excerpt: null,
        },
        {
          place: 'diagnosis',
          id: theCase.id,
          name: null,
          page: null,
          at: null,
          excerpt: { before: 'Verdacht auf ', word: 'Phäochromozytom', after: ' links' },
        },
        { place: 'message', id: message, name: null, page: null, at: '2026-09-14T10:00:00.000Z', excerpt: null },
      ],
      more: 2,
    },
  ]);
  const group = await screen.findByRole('list', { name: 'Rücken' });
  const links = within(group).getAllByRole('link');
  const path = `/doctor/patient/${patient.id}/process/${theCase.id}`;
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    path,
    `${path}/documents/${doc}#page=3`,
    `${path}/anamnesis`,
    `${path}/messages`,
  ]);
  expect(links[1]).toHaveTextContent('Brief.pdf, Seite 3');
  expect(links[2]).toHaveTextContent('Verdacht auf Phäochromozytom links');
  expect(links[3]).toHaveTextContent('Noch nicht geöffnet');
  expect(group).toHaveTextContent('2 weitere Stellen in diesem Fall');
});
