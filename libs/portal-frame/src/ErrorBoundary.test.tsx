import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeApi } from '@konsil/testing';
import { renderInPortal } from './testing.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';

const missingCode = new TypeError(
  'Failed to fetch dynamically imported module: https://konsil.example/assets/PdfPages-1.js',
);
const api = fakeApi({ authSession: {} });
afterAll(() => api.restore());
beforeEach(() => jest.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => jest.restoreAllMocks());

const open = (error: unknown, home = '/patient') => {
  const Broken = () => {
    throw error;
  };
  return renderInPortal(
    <ErrorBoundary page="/" home={home}>
      <Broken />
    </ErrorBoundary>,
    { route: '/patient/support#images', login: null },
  );
};

test.each([
  ['a part that is gone since a new version', missingCode, true, 'Es gibt eine neue Version'],
  ['a part that cannot be fetched without a connection', missingCode, false, 'Keine Verbindung'],
  [
    'a defect of the page',
    new Error('undefined is not a function'),
    false,
    'Diese Seite lässt sich gerade nicht anzeigen',
  ],
])('explains %s', async (_what, error, onLine, title) => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
  await open(error);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
});

test('a crashed page offers a retry and a link to the start page', async () => {
  const { currentPath } = await open(new Error('undefined is not a function'));
  expect(await screen.findByRole('link', { name: 'Zur Startseite' })).toHaveAttribute('href', '/patient');
  await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
  expect(currentPath()).toBe('/patient/support');
});

test('a crashed start page offers no link to itself', async () => {
  await open(new Error('undefined is not a function'), '/patient/support');
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('link')).toBeNull();
});

test('an error caused by a lost connection reloads when the connection is back', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { currentPath } = await open(missingCode);
  await screen.findByRole('heading', { level: 1, name: 'Keine Verbindung' });
  act(() => void window.dispatchEvent(new Event('online')));
  expect(currentPath()).toBe('/patient/support');
});
