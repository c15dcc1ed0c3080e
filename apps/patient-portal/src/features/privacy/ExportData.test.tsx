import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { startAuthentication } from '@simplewebauthn/browser';
import { anId, fakeApi, refusalWith, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { ExportData } from './ExportData.tsx';

// The device's part: jsdom has no authenticator.
jest.mock('@simplewebauthn/browser', () => ({ startAuthentication: jest.fn() }));

let api: FakeApi;
afterEach(() => api.restore());

test('offers the file while its link is valid, then says that it expired', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const validMs = 600_000;
  api = fakeApi({
    exportData: () => ({
      Filelocation: '/api/files/ticket/export',
      expires_at: new Date(Date.now() + validMs).toISOString(),
    }),
  });
  await renderWithProviders(<ExportData />);
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  expect(screen.queryByLabelText('Ihr Passwort')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Daten herunterladen …' }));
  await user.type(screen.getByLabelText('Ihr Passwort'), 'Konsil-Demo-1');
  await user.click(screen.getByRole('button', { name: 'Daten zusammenstellen' }));
  const link = await screen.findByRole('link', { name: 'ZIP-Datei herunterladen' });
  // An expired link must not replace the portal by an error response.
  expect(link).toHaveAttribute('download');
  // A finished export does not ask for the password again.
  expect(screen.queryByLabelText('Ihr Passwort')).toBeNull();
  act(() => jest.advanceTimersByTime(validMs));
  expect(await screen.findByText('Der Link ist abgelaufen.')).toBeVisible();
  expect(link).not.toBeInTheDocument();
  expect(screen.getByLabelText('Ihr Passwort')).toBeVisible();
  jest.useRealTimers();
});

test('opening focuses the password, also after a wrong one; closing focuses the button', async () => {
  api = fakeApi({
    exportData: refusalWith('invalid', 422, {
      errors: [{ path: 'current_password', code: 'passwordWrong', message: '' }],
    }),
  });
  await renderWithProviders(<ExportData />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Daten herunterladen …' }));
  const field = screen.getByLabelText('Ihr Passwort');
  expect(field).toHaveFocus();
  expect(field).toHaveAccessibleDescription('Zu Ihrem Schutz fragen wir noch einmal danach.');
  expect(screen.getByRole('form', { name: 'Alle Daten herunterladen' })).toContainElement(field);
  const send = screen.getByRole('button', { name: 'Daten zusammenstellen' });
  await user.click(send);
  await waitFor(() => expect(field).toHaveAccessibleDescription(/Bitte geben Sie/));
  expect(field).toHaveFocus();
  await user.keyboard('falsch');
  await user.click(send);
  await waitFor(() => expect(field).toHaveAccessibleDescription(/Passwort ist nicht richtig/));
  expect(field).toHaveFocus();
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Abbrechen' }));
  expect(screen.getByRole('button', { name: 'Daten herunterladen …' })).toHaveFocus();
});

test('a passkey replaces the password', async () => {
  jest.mocked(startAuthentication).mockResolvedValue({
    id: 'key',
    rawId: 'key',
    type: 'public-key',
    response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
  } as never);
  api = fakeApi({
    listPasskeys: [
      { id: anId(), name: 'Telefon', created_at: '2026-11-01T10:00:00.000Z', last_used_at: null, synced: true },
    ],
    startPasskeySignIn: { options: { challenge: 'x' } },
    proveIdentity: { ok: true },
    exportData: { Filelocation: '/api/files/ticket/export', expires_at: '2036-11-01T10:00:00.000Z' },
  });
  await renderWithProviders(<ExportData />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Daten herunterladen …' }));
  await user.click(await screen.findByRole('button', { name: 'Stattdessen Passkey benutzen' }));
  expect((await screen.findAllByText('Mit Ihrem Passkey bestätigt')).length).toBeGreaterThan(0);
  expect(screen.queryByLabelText('Ihr Passwort')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Daten zusammenstellen' }));
  expect(await screen.findByRole('link', { name: 'ZIP-Datei herunterladen' })).toBeVisible();
  expect(startAuthentication).toHaveBeenCalledTimes(1);
  expect(api.callsOf('exportData')[0]?.body).toEqual({});
});
