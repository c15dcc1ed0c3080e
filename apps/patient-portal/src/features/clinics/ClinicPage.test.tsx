import { screen, waitFor } from '@testing-library/react';
import type { ClinicPage as Shown } from '@konsil/contracts/clinics';
import { anId, fakeApi, refusalWith, renderWithProviders } from '@konsil/testing';
import type { FakeApi, RenderOptions } from '@konsil/testing';
import { ClinicPage } from './ClinicPage.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const doctorId = anId();
const clinic: Shown = {
  id: anId(),
  name: 'Klinikum Nord',
  logo: 'data:image/png;base64,iVBORw0KGgo=',
  accent: '#1f5f7a',
  imprint_de: 'Klinikum Nord gGmbH',
  imprint_en: '',
  sites: [{ id: anId(), name: 'Haus Mitte', street: 'Parkweg 1', zipcode: '53111', city: 'Bonn', phone: '' }],
  doctors: [{ id: doctorId, name: 'Dr. Elif Sandberg', specialty: 'Kardiologie', site: { name: '', city: 'Bonn' } }],
  more_doctors: false,
};
const open = (getClinic: NonNullable<Parameters<typeof fakeApi>[0]>['getClinic'], options: RenderOptions = {}) => {
  api = fakeApi({ ...(getClinic && { getClinic }) });
  return renderWithProviders(<ClinicPage />, {
    route: `/clinics/${clinic.id}`,
    path: '/clinics/:clinicId',
    ...options,
  });
};

test('a clinic has its sites, its doctors and its imprint', async () => {
  await open(clinic);
  expect(await screen.findByRole('heading', { level: 1, name: 'Klinikum Nord' })).toBeVisible();
  expect(screen.getByText('53111 Bonn')).toBeVisible();
  expect(screen.getByRole('link', { name: /Sandberg/ })).toHaveAttribute('href', `/patient/doctors/${doctorId}`);
  expect(screen.getByRole('heading', { name: 'Impressum' })).toBeVisible();
});

test('a link to the imprint shows it', async () => {
  const shown: string[] = [];
  Element.prototype.scrollIntoView = function show() {
    shown.push(this.id);
  };
  await open(clinic, { route: `/clinics/${clinic.id}#imprint` });
  await waitFor(() => expect(shown).toEqual(['imprint']));
});

test('a clinic with more doctors than its page names says where the others are', async () => {
  await open({ ...clinic, more_doctors: true });
  expect(await screen.findByText(/Weitere Ärztinnen und Ärzte/)).toBeVisible();
});

test('an English reader gets the German imprint if there is no other, marked as such', async () => {
  await open(clinic, { locale: 'en' });
  expect((await screen.findByText('Klinikum Nord gGmbH')).closest('[lang]')).toHaveAttribute('lang', 'de');
});

test('shows no empty sections, and no page for an archived clinic', async () => {
  const { unmount } = await open({ ...clinic, logo: null, accent: '', imprint_de: '', sites: [], doctors: [] });
  expect(await screen.findByRole('heading', { level: 1, name: 'Klinikum Nord' })).toBeVisible();
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
  unmount();
  api.restore();
  await open(refusalWith('not_found', 404));
  expect(await screen.findByRole('heading', { name: 'Diese Seite gibt es nicht.' })).toBeVisible();
});
