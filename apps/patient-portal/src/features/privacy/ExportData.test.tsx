import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeApi, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { ExportData } from './ExportData.tsx';

let api: FakeApi;
afterEach(() => api.restore());

test('the file is offered while its link is valid; after that the page says so', async () => {
  api = fakeApi({ exportData: () => ({ Filelocation: '/api/files/ticket/export', expires_at: new Date(Date.now() + 1500).toISOString() }) });
  await renderWithProviders(<ExportData />);
  const user = userEvent.setup();
  expect(screen.queryByLabelText('Ihr Passwort')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Daten herunterladen …' }));
  await user.type(screen.getByLabelText('Ihr Passwort'), 'Konsil-Demo-1');
  await user.click(screen.getByRole('button', { name: 'Daten zusammenstellen' }));
  const link = await screen.findByRole('link', { name: 'ZIP-Datei herunterladen' });
  // A link that has ended must not put the server's answer in the place of the portal.
  expect(link).toHaveAttribute('download');
  expect(await screen.findByText('Der Link ist abgelaufen.', {}, { timeout: 10_000 })).toBeVisible();
  expect(link).not.toBeInTheDocument();
});
