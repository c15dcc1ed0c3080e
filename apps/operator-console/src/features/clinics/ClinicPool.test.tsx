import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aConsoleClinic, anId, fakeApi, renderWithProviders, type FakeApi } from '@konsil/testing';
import ClinicPage from './ClinicPage';
import { ClinicPool } from './ClinicPool';
import { Members } from './Members';

let api: FakeApi;
afterEach(() => api.restore());

const clinic = aConsoleClinic();

test('the pool of a clinic is switched on with one click', async () => {
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

test('taking a doctor out of a clinic with a pool asks first, because cases leave it', async () => {
  const doctor = { id: anId(), name: 'Dr. Elif Sandberg', specialty: '', site_id: null, active: true };
  const taking = { ...clinic, pool: true, doctors: [doctor] };
  api = fakeApi({ setDoctorOfClinic: { ...taking, doctors: [] } });
  await renderWithProviders(<Members clinic={taking} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Dr. Elif Sandberg herausnehmen' }));
  expect(screen.getByText(/die Zustimmungen, dass andere aus der Klinik antworten, enden/)).toBeVisible();
  expect(api.callsOf('setDoctorOfClinic')).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'Herausnehmen' }));
  await waitFor(() => expect(api.callsOf('setDoctorOfClinic')).toMatchObject([{ body: { belongs: false } }]));
});

test.each([
  ['open', true, 1],
  ['closed', false, 0],
])('taking out a doctor whose account is %s offers undo: %s', async (_, active, offered) => {
  const doctor = { id: anId(), name: 'Dr. Elif Sandberg', specialty: '', site_id: null, active };
  api = fakeApi({ setDoctorOfClinic: clinic });
  await renderWithProviders(<Members clinic={{ ...clinic, doctors: [doctor] }} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Dr. Elif Sandberg herausnehmen' }));
  expect(await screen.findByText('Dr. Elif Sandberg gehört nicht mehr dazu.')).toBeVisible();
  expect(screen.queryAllByRole('button', { name: 'Rückgängig' })).toHaveLength(offered);
});

test('archiving a clinic with a pool says that cases leave it', async () => {
  api = fakeApi({ consoleClinic: { ...clinic, pool: true } });
  await renderWithProviders(<ClinicPage />, { route: `/clinics/${clinic.id}`, path: '/clinics/:clinicId' });
  await userEvent.click(await screen.findByRole('button', { name: 'Archivieren' }));
  expect(screen.getByText(/Die Zustimmungen der Patientinnen und Patienten dazu enden/)).toBeVisible();
});
