import { screen, within } from '@testing-library/react';
import { aConsoleClinic, anId, fakeApi, renderWithProviders, type FakeApi } from '@konsil/testing';
import ClinicPage from './ClinicPage';

let api: FakeApi;
afterEach(() => api.restore());

const clinic = aConsoleClinic();
const show = () => renderWithProviders(<ClinicPage />, { route: `/clinics/${clinic.id}`, path: '/clinics/:clinicId' });

test('the systems of a clinic are listed with their scopes and last sign-in', async () => {
  const system = { id: anId(), name: 'KIS Nord', scopes: ['system/*.rs'], last_token_at: null };
  const used = { ...system, id: anId(), name: 'Archiv', last_token_at: '2026-11-26T09:30:00.000Z' };
  api = fakeApi({ consoleClinic: { ...clinic, systems: [system, used] } });
  await show();
  const list = await screen.findByRole('list', { name: 'Angebundene Systeme' });
  const [first, second] = within(list).getAllByRole('listitem');
  expect(first).toHaveTextContent('KIS Nord');
  expect(first).toHaveTextContent('Scopes: system/*.rs · Noch nicht angemeldet');
  expect(second).toHaveTextContent('Zuletzt angemeldet: Donnerstag, 26. November, 09:30 Uhr');
});

test('a clinic without systems has no list of them', async () => {
  api = fakeApi({ consoleClinic: clinic });
  await show();
  expect(await screen.findByRole('heading', { name: 'Klinikum Nord' })).toBeVisible();
  expect(screen.queryByText('Angebundene Systeme')).not.toBeInTheDocument();
});
