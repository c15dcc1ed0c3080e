import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeApi } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { Link } from 'react-router-dom';
import { ResetPasswordPage } from '../password/ResetPasswordPage.tsx';
import { renderInPortal } from '@konsil/portal-frame/testing';
import { ConfirmPage } from './ConfirmPage.tsx';

const token = 'A'.repeat(43);
let api: FakeApi;
beforeEach(() => {
  api = fakeApi({ authSession: {}, confirmEmail: { email: 'neu@konsil.example' } });
});
afterEach(() => api.restore());

const openConfirm = (route: string) =>
  renderInPortal(
    <>
      <Link to="#main">Zum Inhalt</Link>
      <Link to="/register/confirm">Neuen Link anfordern</Link>
      <ConfirmPage />
    </>,
    { route, path: '/register/confirm', login: null },
  );

test('confirms the address with the hash token, also after a skip link was used', async () => {
  await openConfirm(`/register/confirm#token=${token}`);
  await userEvent.click(screen.getByRole('link', { name: 'Zum Inhalt' }));
  await userEvent.click(screen.getByRole('button', { name: 'E-Mail-Adresse bestätigen' }));
  await waitFor(() => expect(api.callsOf('confirmEmail')[0]?.body).toEqual({ token }));
});

test('requesting another link leaves the page of the old one', async () => {
  await openConfirm(`/register/confirm#token=${token}`);
  await userEvent.click(screen.getByRole('link', { name: 'Neuen Link anfordern' }));
  expect(screen.queryByRole('button', { name: 'E-Mail-Adresse bestätigen' })).toBeNull();
});

test('sets the password with the token of the latest link opened in the tab', async () => {
  const newer = 'B'.repeat(43);
  api.change({ resetPassword: { email: 'neu@konsil.example' } });
  await renderInPortal(
    <>
      <Link to={`#token=${newer}`}>Neuerer Link</Link>
      <ResetPasswordPage />
    </>,
    { route: `/reset-password#token=${token}`, path: '/reset-password', login: null },
  );
  await userEvent.click(screen.getByRole('link', { name: 'Neuerer Link' }));
  await userEvent.type(screen.getByLabelText('Neues Passwort'), 'Sommerwind-42');
  await userEvent.type(screen.getByLabelText('Passwort wiederholen'), 'Sommerwind-42');
  await userEvent.click(screen.getByRole('button', { name: 'Passwort festlegen' }));
  await waitFor(() => expect(api.callsOf('resetPassword')[0]?.body).toMatchObject({ token: newer }));
});
