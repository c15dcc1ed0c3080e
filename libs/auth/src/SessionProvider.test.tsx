import { act, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { sessionEnded } from '@konsil/api';
import { initI18n } from '@konsil/i18n';
import { useLoginState } from './login-state.ts';
import { SessionProvider, useAuthState } from './SessionProvider.tsx';
import type { SessionProviderProps } from './SessionProvider.tsx';
import { createSessionClient } from './session-client.ts';
import { ada, dropTokens, holdTokens, sessionServer } from './session-server.fake.ts';
import { useSession } from './use-session.ts';

const leave = jest.fn();
const asked = 'GET /api/auth/session';
let server: ReturnType<typeof sessionServer>;
let online = true;

beforeAll(() => initI18n({ locale: 'de' }));
beforeEach(() => {
  server = sessionServer();
  online = true;
  jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  jest.spyOn(console, 'warn').mockImplementation();
  holdTokens();
});
afterEach(() => {
  jest.useRealTimers();
  dropTokens();
});

function Status() {
  const { status, data } = useSession();
  const { ended } = useAuthState();
  return <p>{`${status} ${data?.user.user_fullname ?? ''}${ended ? ' ended' : ''}`}</p>;
}
const show = (options: Partial<SessionProviderProps> = {}, inside: ReactNode = <Status />) =>
  render(
    <SessionProvider client={createSessionClient({ leave })} {...options}>
      {inside}
    </SessionProvider>,
  );

test('the status is loading until the session was fetched', async () => {
  show();
  expect(screen.getByText('loading')).toBeVisible();
  expect(await screen.findByText('unauthenticated')).toBeVisible();
});

test('a session makes it authenticated', async () => {
  server.user = ada;
  show();
  expect(await screen.findByText('authenticated Ada Adler')).toBeVisible();
});

test('does not refetch a session that was requested before rendering', async () => {
  server.user = ada;
  const client = createSessionClient({ leave });
  client.start();
  await waitFor(() => expect(client.getState().login).not.toBeNull());
  function Page() {
    useLoginState();
    return <Status />;
  }
  show({ client }, <Page />);
  expect(screen.getByText('authenticated Ada Adler')).toBeVisible();
  expect([server.countOf(asked), server.countOf('GET /account/isloggedin')]).toEqual([1, 1]);
});

test('refetches when the tab becomes visible', async () => {
  show();
  await screen.findByText('unauthenticated');
  server.user = ada;
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(await screen.findByText('authenticated Ada Adler')).toBeVisible();
});

const fromOtherTab = (trigger: string) =>
  window.dispatchEvent(
    new StorageEvent('storage', {
      key: 'nextauth.message',
      newValue: JSON.stringify({ event: 'session', data: { trigger }, timestamp: 1 }),
    }),
  );

test('refetches on a message from another tab, and ignores other storage keys', async () => {
  show();
  await screen.findByText('unauthenticated');
  server.user = ada;
  window.dispatchEvent(new StorageEvent('storage', { key: 'something else', newValue: 'x' }));
  expect(server.countOf(asked)).toBe(1);
  act(() => void fromOtherTab('getSession'));
  expect(await screen.findByText('authenticated Ada Adler')).toBeVisible();
});

test('a sign-out in another tab signs this one out, too', async () => {
  server.user = ada;
  show();
  await screen.findByText('authenticated Ada Adler');
  act(() => void fromOtherTab('signout'));
  expect(leave).toHaveBeenCalledWith('/');
  expect(screen.getByText('unauthenticated')).toBeVisible();
});

test('polls while there is a session, and pauses without a connection', async () => {
  jest.useFakeTimers();
  server.user = ada;
  show({ refetchInterval: 10 });
  await act(() => jest.advanceTimersByTimeAsync(0));
  await act(() => jest.advanceTimersByTimeAsync(20_000));
  expect(server.countOf(asked)).toBe(3);
  online = false;
  await act(() => jest.advanceTimersByTimeAsync(20_000));
  expect(server.countOf(asked)).toBe(3);
});

test('polls without a connection where configured', async () => {
  jest.useFakeTimers();
  server.user = ada;
  online = false;
  show({ refetchInterval: 10, refetchWhenOffline: true });
  await act(() => jest.advanceTimersByTimeAsync(0));
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  expect(server.countOf(asked)).toBe(2);
});

test('does not poll without a session', async () => {
  jest.useFakeTimers();
  show({ refetchInterval: 10 });
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(server.countOf(asked)).toBe(1);
});

test('a request refused for an expired session marks it as ended', async () => {
  server.user = ada;
  show();
  await screen.findByText('authenticated Ada Adler');
  act(() => sessionEnded.emit());
  expect(screen.getByText('unauthenticated ended')).toBeVisible();
});

function Login() {
  useLoginState();
  return <p>{useAuthState().login?.user_fullname ?? 'nobody'}</p>;
}

test('checks the login once on load; a failure is only logged, not retried', async () => {
  jest.useFakeTimers();
  show({ refetchInterval: 10 }, <Login />);
  await act(() => jest.advanceTimersByTimeAsync(120_000));
  expect(screen.getByText('nobody')).toBeVisible();
  expect(server.countOf('GET /account/isloggedin')).toBe(1);
  expect(console.warn).toHaveBeenCalledTimes(1);
  expect(console.warn).toHaveBeenCalledWith('unauthorized');
});

test('without a token the user is known to be signed out without a request', async () => {
  dropTokens();
  show({}, <Login />);
  expect(await screen.findByText('nobody')).toBeVisible();
  await waitFor(() => expect(server.countOf(asked)).toBe(1));
  expect(server.countOf('GET /account/isloggedin')).toBe(0);
  expect(console.warn).toHaveBeenCalledWith('unauthorized');
});

test('the login check runs once and brings the name', async () => {
  server.user = ada;
  show({}, <Login />);
  expect(await screen.findByText('Ada Adler')).toBeVisible();
  await waitFor(() => expect(server.countOf('GET /account/isloggedin')).toBe(1));
});
