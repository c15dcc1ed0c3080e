import { act, render, screen } from '@testing-library/react';
import { initI18n } from '@konsil/i18n';
import { useLoginState } from './login-state.ts';
import { useSessionClock } from './session-clock.ts';
import { createSessionClient } from './session-client.ts';
import { ada, dropTokens, holdTokens, sessionServer } from './session-server.fake.ts';
import { SessionProvider } from './SessionProvider.tsx';

let server: ReturnType<typeof sessionServer>;
let client: ReturnType<typeof createSessionClient>;
const step = 10_000;
/** In small steps, so that React's updates run in between. */
const minutes = async (count: number) => {
  for (let left = count * 60_000; left > 0; left -= step)
    await act(() => jest.advanceTimersByTimeAsync(Math.min(step, left)));
};

beforeAll(() => initI18n({ locale: 'de' }));
const open = async (deviceAhead = 0, warning?: number, idle?: number) => {
  server = sessionServer({ deviceAhead });
  server.user = ada;
  holdTokens();
  client = createSessionClient({ leave: jest.fn() });
  render(
    <SessionProvider client={client}>
      <Clock warning={warning} idle={idle} />
    </SessionProvider>,
  );
  await minutes(0.01);
};
beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  dropTokens();
});

function Clock({ warning, idle }: { warning: number | undefined; idle: number | undefined }) {
  useLoginState();
  const { phase, secondsLeft } = useSessionClock(warning, idle);
  return <p>{phase === 'ending' ? `${secondsLeft} s left` : phase}</p>;
}

test('announces the end two minutes before', async () => {
  await open();
  await minutes(27.9);
  expect(screen.getByText('running')).toBeVisible();
  await minutes(0.5);
  expect(screen.getByText(/^(9|10)\d s left$/)).toBeVisible();
});

test('announces the end as early as configured', async () => {
  await open(0, 300);
  await minutes(24.9);
  expect(screen.getByText('running')).toBeVisible();
  await minutes(0.5);
  expect(screen.getByText(/^2\d\d s left$/)).toBeVisible();
});

test('announces the end for half of the idle timeout at most', async () => {
  await open(0, 3600, 30);
  await minutes(14.9);
  expect(screen.getByText('running')).toBeVisible();
  await minutes(0.5);
  expect(screen.getByText(/^8\d\d s left$/)).toBeVisible();
  await act(() => client.extend());
  expect(screen.getByText('running')).toBeVisible();
});

test('a request extends the session', async () => {
  await open();
  await minutes(28.5);
  expect(screen.getByText(/^(8|9)\d s left$/)).toBeVisible();
  await act(() => client.extend());
  expect(screen.getByText('running')).toBeVisible();
  await minutes(27);
  expect(screen.getByText('running')).toBeVisible();
});

test('announces the end after twelve hours, too, which no request extends', async () => {
  await open();
  server.absolute = new Date(Date.now() + 10 * 60_000).toISOString();
  await act(() => client.extend());
  await minutes(7.9);
  expect(screen.getByText('running')).toBeVisible();
  await act(() => client.extend());
  await minutes(0.5);
  expect(screen.getByText(/^(9|10)\d s left$/)).toBeVisible();
});

test('announces nothing when another tab was used meanwhile', async () => {
  await open();
  await minutes(20);
  server.expires = new Date(Date.now() + 30 * 60_000).toISOString();
  await minutes(9);
  expect(screen.getByText('running')).toBeVisible();
  await minutes(20);
  expect(screen.getByText(/s left$/)).toBeVisible();
});

test('reports the end of the session', async () => {
  await open();
  await minutes(29);
  server.user = null;
  await minutes(2);
  expect(screen.getByText('ended')).toBeVisible();
});

test.each([
  ['an hour ahead', 60],
  ['an hour behind', -60],
])('a device whose clock is %s learns of the end on time', async (_how, ahead) => {
  await open(ahead * 60_000);
  await minutes(27.9);
  expect(screen.getByText('running')).toBeVisible();
  await minutes(0.5);
  expect(screen.getByText(/^(9|10)\d s left$/)).toBeVisible();
  // Response dates are in whole seconds: deviations below one must not trigger requests.
  expect(server.countOf('GET /api/auth/session')).toBeLessThan(5);
  await act(() => client.extend());
  expect(screen.getByText('running')).toBeVisible();
});
