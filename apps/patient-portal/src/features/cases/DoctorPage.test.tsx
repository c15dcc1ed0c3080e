import { screen, within } from '@testing-library/react';
import { aDoctor, anId, fakeApi, refusalWith, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { DoctorPage } from './DoctorPage.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const doctor = aDoctor({ specialty: 'Endokrine Chirurgie' });
const words = { topics: 'Schilddrüsenknoten', about_de: 'Ich sage, wann ich warten würde.', about_en: '' };
const open = (getDoctor: unknown, state?: unknown) => {
  api = fakeApi({ getDoctor } as Parameters<typeof fakeApi>[0]);
  return renderWithProviders(<DoctorPage />, { route: `/doctors/${doctor.id}`, path: '/doctors/:doctorId', state });
};

test("shows the doctor's text and the measured reply time, and links to a new case", async () => {
  await open({ ...doctor, ...words, measured_reply: { requests: 20, days: 2 } });
  expect(await screen.findByRole('heading', { level: 1, name: doctor.name })).toBeVisible();
  expect(screen.getByText('Operationen an Schilddrüse und Nebenschilddrüse')).toBeVisible();
  expect(screen.getByText('Ich sage, wann ich warten würde.')).toBeVisible();
  expect(screen.getByText('Antwortet meist in 2 Werktagen')).toBeVisible();
  expect(screen.getByText('gemessen an den letzten 20 Anfragen')).toBeVisible();
  expect(screen.getByRole('link', { name: /^Dr\.\sSandberg fragen$/ })).toHaveAttribute(
    'href',
    `/patient/process/new?step=2&doctor=${doctor.id}`,
  );
});

test("states the doctor's own reply time without enough answers", async () => {
  await open({ ...doctor, ...words, about_de: '', topics: '', accepts_cases: false, measured_reply: null });
  expect(await screen.findByText('Antwort in 5 Werktagen')).toBeVisible();
  expect(screen.getByText('so die eigene Angabe')).toBeVisible();
  expect(screen.getByText('Nimmt zurzeit keine neuen Fälle an')).toBeVisible();
  expect(screen.queryByRole('link', { name: /fragen$/ })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'In eigenen Worten' })).toBeNull();
});

test('a doctor of a clinic is shown with it and the site', async () => {
  const clinic = { id: anId(), name: 'Klinikum Nord', site: { name: 'Haus Mitte', city: 'Bonn' } };
  await open({ ...doctor, ...words, clinics: [clinic] });
  expect(await screen.findByRole('link', { name: 'Klinikum Nord' })).toHaveAttribute(
    'href',
    `/patient/clinics/${clinic.id}`,
  );
  expect(screen.getByText('Haus Mitte, Bonn')).toBeVisible();
});

test("shows the doctor's portrait, and the cost with who states it", async () => {
  const portrait_url = `/api/portraits/${anId()}`;
  const { container } = await open({ ...doctor, ...words, portrait_url, price_de: '140 €', price_en: '' });
  expect(await screen.findByText('140 €')).toBeVisible();
  expect(screen.getByText('Kosten, nach eigener Angabe')).toBeVisible();
  expect(container.querySelector('img')).toHaveAttribute('src', portrait_url);
});

test('without a portrait there are initials, and the cost is that of the clinic', async () => {
  const clinic = { id: anId(), name: 'Klinikum Nord', site: null, price_de: '90 €', price_en: '' };
  const { container } = await open({ ...doctor, ...words, clinics: [clinic] });
  expect(await screen.findByText('Kosten, nach Angabe von Klinikum Nord')).toBeVisible();
  expect(screen.getByText('ES')).toBeVisible();
  expect(container.querySelector('img')).toBeNull();
});

test('a doctor who is not in the directory has no page', async () => {
  await open(refusalWith('not_found', 404));
  expect(await screen.findByRole('heading', { name: 'Diese Seite gibt es nicht.' })).toBeVisible();
});

test('shows how the latest requests were answered, in words and bars', async () => {
  await open({
    ...doctor,
    ...words,
    measured_reply: { requests: 20, days: 2 },
    replies: {
      by_day: [
        { days: 1, count: 6 },
        { days: 2, count: 9 },
        { days: 4, count: 2 },
        { days: 7, count: 1 },
        { days: 9, count: 1 },
      ],
      overdue: 1,
    },
  });
  const part = await screen.findByRole('region', { name: /^So schnell antwortet Dr\.\sSandberg$/ });
  expect(part).toHaveTextContent('15 der letzten 20 Anfragen waren in 2 Werktagen beantwortet.');
  expect(within(part).getByRole('img')).toHaveAccessibleName(
    '1 Tag: 6, 2 Tage: 9, 3 Tage: 0, 4 Tage: 2, ab 5 Tagen: 2, überfällig: 1',
  );
});

test("says why the doctor fits when opened from the doctor's card", async () => {
  const { unmount } = await open({ ...doctor, ...words }, { fitting: ['Schilddrüse'] });
  expect(await screen.findByText('Passt zu Ihrem Anliegen')).toBeVisible();
  expect(screen.getByText(/was Sie schreiben: „Schilddrüse“\./)).toBeVisible();
  unmount();
  await open({ ...doctor, ...words });
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  expect(screen.queryByText('Passt zu Ihrem Anliegen')).toBeNull();
});
