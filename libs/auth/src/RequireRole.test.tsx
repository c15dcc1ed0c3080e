import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { initI18n } from '@konsil/i18n';
import { useLoginState } from './login-state.ts';
import { RequireRole } from './RequireRole.tsx';
import { createSessionClient } from './session-client.ts';
import { ada, dropTokens, holdTokens, sessionServer } from './session-server.fake.ts';
import { SessionProvider, useSessionClient } from './SessionProvider.tsx';

const leave = jest.fn();
const enter = jest.fn<void, []>();
const origins = { patient: 'https://patient.example', doctor: 'https://doctor.example' };
let server: ReturnType<typeof sessionServer>;

beforeAll(() => initI18n({ locale: 'de' }));
beforeEach(() => {
  server = sessionServer();
  enter.mockReset();
  holdTokens();
  jest.spyOn(console, 'warn').mockImplementation();
});
afterEach(dropTokens);

function Where() {
  const { pathname, search } = useLocation();
  return <p>{`at ${pathname}${search}`}</p>;
}
function Again() {
  const session = useSessionClient();
  return <button onClick={() => void session.checkLogin()}>again</button>;
}
function Portal() {
  useLoginState();
  return (
    <Routes>
      <Route
        path="/patient/*"
        element={
          <RequireRole role="patient" origins={origins} loading={<p>loading</p>} failed={<Again />} onEnter={enter}>
            <p>the case</p>
          </RequireRole>
        }
      />
      <Route path="*" element={<Where />} />
    </Routes>
  );
}
const client = () => createSessionClient({ leave });
const open = (path = '/patient/process/1?tab=x', own = client()) =>
  render(
    <SessionProvider client={own}>
      <MemoryRouter initialEntries={[path]}>
        <Portal />
      </MemoryRouter>
    </SessionProvider>,
  );

test('renders no page before the user is known', async () => {
  server.user = ada;
  open();
  expect(screen.getByText('loading')).toBeVisible();
  expect(await screen.findByText('the case')).toBeVisible();
});

test('runs onEnter once, before the page renders', async () => {
  server.user = ada;
  enter.mockImplementation(() => expect(screen.queryByText('the case')).not.toBeInTheDocument());
  open();
  await screen.findByText('the case');
  expect(enter).toHaveBeenCalledTimes(1);
});

test('does not run onEnter for somebody without access', async () => {
  Object.assign(server, { user: ada, registration: 'code' });
  open();
  await screen.findByText('at /register/code');
  expect(enter).not.toHaveBeenCalled();
});

test('without a session it redirects to the sign-in, and back to the same page', async () => {
  open();
  expect(
    await screen.findByText(
      `at /login?error=SessionRequired&callbackUrl=${encodeURIComponent('/patient/process/1?tab=x')}`,
    ),
  ).toBeVisible();
});

test.each([
  ['confirm_email', '/register/confirm'],
  ['userdata', '/register/profile'],
  ['code', '/register/code'],
] as const)('redirects to the missing registration step (%s)', async (step, path) => {
  Object.assign(server, { user: ada, registration: step });
  open();
  expect(await screen.findByText(`at ${path}`)).toBeVisible();
});

test('redirects the other role to its own portal and shows nothing', async () => {
  Object.assign(server, { user: ada, role: 'doctor' });
  open();
  await act(async () => undefined);
  await screen.findByText('loading');
  expect(leave).toHaveBeenCalledWith('https://doctor.example/doctor');
  expect(screen.queryByText('the case')).toBeNull();
});

test('offers a retry when the user cannot be determined', async () => {
  Object.assign(server, { user: ada, loginCheckFails: true });
  open();
  const again = await screen.findByRole('button', { name: 'again' });
  server.loginCheckFails = false;
  await userEvent.click(again);
  expect(await screen.findByText('the case')).toBeVisible();
});

test('a session that expires keeps the page mounted', async () => {
  server.user = ada;
  const own = client();
  open('/patient', own);
  await screen.findByText('the case');
  server.user = null;
  await act(() => own.refetch());
  expect(screen.getByText('the case')).toBeVisible();
});

test('a later check that fails keeps the page mounted', async () => {
  server.user = ada;
  const own = client();
  open('/patient', own);
  await screen.findByText('the case');
  server.loginCheckFails = true;
  await act(() => own.checkLogin());
  expect(screen.getByText('the case')).toBeVisible();
});
