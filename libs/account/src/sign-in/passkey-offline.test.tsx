import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeApi } from '@konsil/testing';
import { renderInPortal } from '@konsil/portal-frame/testing';
import { SignInPage } from './SignInPage.tsx';

// As if the part of the page that uses it could not be loaded.
jest.mock('@simplewebauthn/browser', () => {
  throw new Error('offline');
});

test('if the passkey code fails to load, only the button shows an error', async () => {
  const api = fakeApi({ authSession: {}, authProviders: {} });
  await renderInPortal(<SignInPage lead="Willkommen" />, { route: '/login', path: '/login', login: null });
  await userEvent.click(screen.getByLabelText('E-Mail-Adresse'));
  await act(() => import('./passkey.ts').catch(() => undefined));
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Passkey benutzen' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  api.restore();
});
