import type { ReactNode } from 'react';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter, useRoutes } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import { initI18n } from '@konsil/i18n';
import { fetchAhead, page } from './page.tsx';

beforeAll(() => initI18n({ locale: 'de' }));

const loading = 'Wird geladen …';
const routesTo = (load: jest.Mock, other: jest.Mock): RouteObject[] => [
  { path: 'cases', children: [{ path: ':caseId', element: page(load) }] },
  { path: 'messages', element: page(other) },
];
const Pages = ({ routes }: { routes: RouteObject[] }) => useRoutes([{ path: 'patient/*', children: routes }]);
const open = (routes: RouteObject[]) =>
  render(
    <MemoryRouter initialEntries={['/patient/cases/7']}>
      <Pages routes={routes} />
    </MemoryRouter>,
  );
const loads = (words: string) => jest.fn(() => Promise.resolve(() => <h1>{words}</h1>));

test('loads the code of a page when it opens, with a placeholder meanwhile', async () => {
  let come: (page: () => ReactNode) => void = () => undefined;
  const theCase = jest.fn(() => new Promise((resolve) => (come = resolve)));
  const messages = loads('Nachrichten');
  await act(async () => void open(routesTo(theCase, messages)));
  expect(screen.getAllByText(loading)).not.toHaveLength(0);
  await act(async () => come(() => <h1>Fall</h1>));
  expect(screen.getByRole('heading', { name: 'Fall' })).toBeVisible();
  expect(messages).not.toHaveBeenCalled();
});

test('a prefetched page renders at once and is loaded once', async () => {
  const [theCase, messages] = [loads('Fall'), loads('Nachrichten')];
  const routes = routesTo(theCase, messages);
  window.history.replaceState(null, '', '/patient/cases/7');
  fetchAhead(routes, '/patient');
  await theCase.mock.results[0]?.value;
  open(routes);
  expect(screen.getByRole('heading', { name: 'Fall' })).toBeVisible();
  expect(theCase).toHaveBeenCalledTimes(1);
  expect(messages).not.toHaveBeenCalled();
});
