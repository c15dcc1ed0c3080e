import type { ReactNode } from 'react';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLoginState } from '@konsil/auth';
import { aLogin, anAuthSession, fakeApi } from '@konsil/testing';
import type { FakeAnswers, FakeApi } from '@konsil/testing';
import { renderInPortal } from '@konsil/portal-frame/testing';
import { AfterSignIn } from '../sign-in/AfterSignIn.tsx';
import { EnrolmentPage } from './EnrolmentPage.tsx';

let api: FakeApi;
afterEach(() => api.restore());

/** The portal asks at its start who is signed in. */
function Started({ children }: { children: ReactNode }) {
  useLoginState();
  return children;
}

const setup = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Konsil:elif?secret=JBSWY3DPEHPK3PXP' };
const open = async (login: ReturnType<typeof aLogin>, more: FakeAnswers = {}) => {
  api = fakeApi({ authSession: anAuthSession(login), isLoggedIn: login, startSecondFactor: setup, ...more });
  const rendered = await renderInPortal(
    <Started>
      <EnrolmentPage />
    </Started>,
    {
      portal: login.role === 'doctor' ? 'doctor' : 'patient',
      route: '/second-factor',
      path: '/second-factor',
      login,
    },
  );
  await screen.findByRole('heading', { name: 'Zweiten Faktor einrichten' });
  return { user: userEvent.setup(), ...rendered };
};
const typeCode = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.type(screen.getByLabelText('Aktuelles Passwort'), 'Geheim-1');
  await user.click(screen.getByRole('button', { name: 'Weiter' }));
  await user.type(await screen.findByLabelText('Code aus der App'), '123456');
  await user.click(screen.getByRole('button', { name: 'Zweiten Faktor einschalten' }));
};
const advised = (role: 'doctor' | 'patient') => aLogin({ role, second_factor_advised: true });

test('an optional request for a second factor can be postponed', async () => {
  const login = advised('doctor');
  const { user, currentPath } = await open(login, { postponeSecondFactor: { ok: true } });
  expect(screen.getByText(/die Daten Ihrer Patientinnen und Patienten/)).toBeVisible();
  api.change({ isLoggedIn: { ...login, second_factor_advised: false } });
  await user.click(screen.getByRole('button', { name: 'Später' }));
  await waitFor(() => expect(currentPath()).toBe('/doctor'));
  expect(api.callsOf('postponeSecondFactor')).toHaveLength(1);
});

test('recovery codes stay on screen until the user confirms saving them', async () => {
  const login = advised('patient');
  const { user, currentPath } = await open(login, {
    confirmSecondFactor: () => {
      api.change({ isLoggedIn: { ...login, second_factor: true, second_factor_advised: false } });
      return { recovery_codes: ['aaaa-1111', 'bbbb-2222'] };
    },
  });
  await typeCode(user);
  expect(await screen.findByText('bbbb-2222')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Später' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Ich habe die Codes aufbewahrt' }));
  await waitFor(() => expect(currentPath()).toBe('/patient'));
});

test('a mandatory second factor cannot be postponed', async () => {
  await open(aLogin({ role: 'doctor', registration: 'second_factor' }));
  expect(await screen.findByText(/Bevor Sie etwas sehen/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Später' })).toBeNull();
});

test.each([
  [advised('doctor'), '/second-factor'],
  [aLogin({ role: 'doctor' }), '/doctor/process'],
])('signing in redirects to the second-factor request only while it is due', async (login, path) => {
  api = fakeApi({ authSession: anAuthSession(login), isLoggedIn: login });
  const { currentPath } = await renderInPortal(
    <Started>
      <AfterSignIn next="/doctor/process" />
    </Started>,
    {
      portal: 'doctor',
      route: '/login',
      path: '/login',
      login,
    },
  );
  await waitFor(() => expect(currentPath()).toBe(path));
});
