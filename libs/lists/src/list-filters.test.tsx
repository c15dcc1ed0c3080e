import { usualKeys } from '@konsil/contracts/shortcut-keys';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router-dom';
import { casesQuerySchema } from '@konsil/contracts/cases';
import { knownFilters, useListFilters } from './list-filters.ts';
import { createPortalStore } from '@konsil/api/store';

test('query parameters unknown to the contract are not sent', () => {
  expect(
    knownFilters(casesQuerySchema, { view: 'answered', due: 'yesterday', priority: 'high', sort: '', tab: 'x' }),
  ).toEqual({ view: 'answered', priority: 'high' });
});

test('a search is sent as typed, however long', () => {
  const search = 'x'.repeat(300);
  expect(knownFilters(casesQuerySchema, { search })).toEqual({ search });
});

const names = ['search', 'view'] as const;
const settings = {
  locale: 'de',
  notify_email: 'each',
  notify_sms: false,
  shortcuts: true,
  keys: usualKeys,
  goes_on: true,
  filters: { cases: 'view=all' },
};
function Filters() {
  const { filters, set, reset, narrowed, filtered } = useListFilters('cases', names);
  return (
    <>
      <input aria-label="search" value={filters.search ?? ''} onChange={(event) => set('search', event.target.value)} />
      <button onClick={() => set('view', 'answered')}>answered</button>
      <button onClick={reset}>reset</button>
      <p>{JSON.stringify({ ...filters, narrowed, filtered })}</p>
    </>
  );
}

const answerSettings = () =>
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() =>
      Promise.resolve(new Response(JSON.stringify(settings), { headers: { 'content-type': 'application/json' } })),
    );
afterEach(() => jest.restoreAllMocks());

test('accepts input and filters before the page has applied the previous ones', async () => {
  answerSettings();
  await act(
    async () =>
      void render(
        <Provider store={createPortalStore()}>
          <MemoryRouter>
            <Filters />
          </MemoryRouter>
        </Provider>,
      ),
  );
  await screen.findByText(/"view":"all"/);
  const field = screen.getByLabelText<HTMLInputElement>('search');
  const type = (letter: string) => fireEvent.change(field, { target: { value: field.value + letter } });
  // The router's transition is rendered after all of them.
  act(() => {
    type('A');
    type('d');
    fireEvent.click(screen.getByText('answered'));
    type('l');
  });
  expect(field).toHaveValue('Adl');
  expect(screen.getByText(/"search":"Adl","view":"answered"/)).toBeVisible();
});

test('keeps the search term out of the URL, across filter changes and on Back', async () => {
  answerSettings();
  const router = createMemoryRouter(
    [
      { path: '/list', element: <Filters /> },
      { path: '/elsewhere', element: null },
    ],
    { initialEntries: ['/list'] },
  );
  const shown = (filters: object) =>
    screen.findByText(JSON.stringify({ ...filters, narrowed: true, filtered: 'view' in filters }));
  await act(
    async () =>
      void render(
        <Provider store={createPortalStore()}>
          <RouterProvider router={router} />
        </Provider>,
      ),
  );
  await shown({ view: 'all' });
  await userEvent.type(screen.getByLabelText('search'), 'Adler');
  await shown({ search: 'Adler', view: 'all' });
  await userEvent.click(screen.getByText('answered'));
  await shown({ search: 'Adler', view: 'answered' });
  expect(router.state.location.search).toBe('?view=answered');

  await act(() => router.navigate('/elsewhere'));
  await act(() => router.navigate(-1));
  await shown({ search: 'Adler', view: 'answered' });
  await userEvent.click(screen.getByText('reset'));
  expect(await screen.findByText('{"narrowed":false,"filtered":false}')).toBeVisible();
  expect([router.state.location.search, router.state.location.state]).toEqual(['', null]);
});
