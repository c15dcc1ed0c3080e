import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ConsoleClinic } from '@konsil/contracts/console-clinics';
import { anId, fakeApi, renderWithProviders, type FakeApi } from '@konsil/testing';
import { ClinicPool } from './ClinicPool';

let api: FakeApi;
afterEach(() => api.restore());

const clinic: ConsoleClinic = {
  id: anId(),
  version: 1,
  pool: false,
  name: 'Klinikum Nord',
  sender_name: '',
  logo: null,
  accent: '',
  imprint_de: '',
  imprint_en: '',
  sites: [],
  doctors: [],
  archived_at: null,
};

test('the pool of a clinic is switched on at one press', async () => {
  api = fakeApi({ setPoolOfClinic: { ...clinic, pool: true } });
  await renderWithProviders(<ClinicPool clinic={clinic} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Einschalten' }));
  await waitFor(() => expect(api.callsOf('setPoolOfClinic')).toMatchObject([{ body: { on: true } }]));
});

test('switching the pool off asks first, because cases leave it', async () => {
  api = fakeApi({ setPoolOfClinic: clinic });
  await renderWithProviders(<ClinicPool clinic={{ ...clinic, pool: true }} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Ausschalten' }));
  expect(screen.getByText(/bleiben bei denen, die sie hineingelegt haben/)).toBeVisible();
  expect(api.callsOf('setPoolOfClinic')).toHaveLength(0);
  await userEvent.click(screen.getAllByRole('button', { name: 'Ausschalten' }).at(-1) as HTMLElement);
  await waitFor(() => expect(api.callsOf('setPoolOfClinic')).toMatchObject([{ body: { on: false } }]));
});
