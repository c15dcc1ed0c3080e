import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SearchHit } from '@konsil/contracts/search';
import { aLogin, anId, fakeApi, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { usePageActs } from '../shortcuts/page-acts';
import { Palette } from './Palette';

// jsdom has no layout.
Element.prototype.scrollIntoView ??= () => undefined;

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
const placeId = anId();
const done = jest.fn();

function PageWithActs() {
  usePageActs(() => [{ name: 'list.high', of: ['Knie'], run: done }]);
  return <button>Seite</button>;
}
const open = async () => {
  api = fakeApi({ search: ({ query }) => (query.q ? hits : []) });
  const rendered = await renderWithProviders(
    <>
      <PageWithActs />
      <Palette places={[{ to: '/doctor/todos', label: 'Aufgaben' }]} />
    </>,
    { login: aLogin({ role: 'doctor' }), route: '/doctor' },
  );
  await userEvent.click(screen.getByRole('button', { name: 'Seite' }));
  await userEvent.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Suchen und ausführen' });
  await waitFor(() => expect(field).toHaveFocus());
  return { ...rendered, field };
};
const active = (field: HTMLElement) => document.getElementById(field.getAttribute('aria-activedescendant') ?? '');

test('opens with Ctrl+K, names the chosen entry to screen readers and goes to a page', async () => {
  const { field, currentPath } = await open();
  expect(active(field)).toHaveTextContent('Priorität hoch');
  await userEvent.keyboard('{ArrowDown}');
  expect(active(field)).toHaveTextContent('Aufgaben');
  expect(active(field)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(currentPath()).toBe('/doctor/todos'));
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
});

test('runs an action of the page, whose entry names what it changes', async () => {
  const { field } = await open();
  expect(active(field)).toHaveTextContent('Knie');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
});

test('finds patients and cases by what is typed', async () => {
  const { field, currentPath } = await open();
  await userEvent.type(field, 'möl');
  expect(await screen.findByRole('option', { name: /Möller, Petra 21\.04\.1968/ })).toBeVisible();
  expect(screen.getByRole('option', { name: /Rücken/ })).toBeVisible();
  expect(screen.queryByRole('option', { name: 'Aufgaben' })).toBeNull();
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await waitFor(() => expect(currentPath()).toBe(`/doctor/patient/${patient.id}/process/${hits[1]?.id}`));
});

test.each([
  [
    'a page of a PDF',
    { place: 'page' as const, name: 'Brief.pdf', page: 3, excerpt: null },
    /Brief\.pdf, Seite 3/,
    `/documents/${placeId}#page=3`,
  ],
  [
    'a message',
    { place: 'message' as const, name: null, page: null, excerpt: { before: 'Mein ', word: 'Kaliumwert', after: '' } },
    /Mein Kaliumwert/,
    '/messages',
  ],
])('opens %s where the typed word was found', async (_, found, words, path) => {
  const { field, currentPath } = await open();
  const [, theCase] = hits as [SearchHit, SearchHit];
  api.change({
    search: ({ query }) => (query.q ? [{ ...theCase, found: [{ id: placeId, at: null, ...found }] }] : []),
  });
  await userEvent.type(field, 'kalium');
  await userEvent.click(await screen.findByRole('option', { name: words }));
  await waitFor(() => expect(currentPath()).toBe(`/doctor/patient/${patient.id}/process/${theCase.id}${path}`));
});

test('opens the case itself if its name or its patient was typed', async () => {
  const { field, currentPath } = await open();
  const [, theCase] = hits as [SearchHit, SearchHit];
  const found = [{ place: 'page' as const, id: placeId, name: 'Brief.pdf', page: 3, at: null, excerpt: null }];
  api.change({ search: ({ query }) => (query.q ? [{ ...theCase, found }] : []) });
  await userEvent.type(field, 'möl');
  await userEvent.click(await screen.findByRole('option', { name: /Rücken/ }));
  await waitFor(() => expect(currentPath()).toBe(`/doctor/patient/${patient.id}/process/${theCase.id}`));
});
