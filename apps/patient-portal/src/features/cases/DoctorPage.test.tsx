import { screen } from '@testing-library/react';
import { aDoctor, fakeApi, refusalWith, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { DoctorPage } from './DoctorPage.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const doctor = aDoctor({ specialty: 'Endokrine Chirurgie' });
const words = { topics: 'Schilddrüsenknoten', about_de: 'Ich sage, wann ich warten würde.', about_en: '' };
const open = (getDoctor: unknown) => {
  api = fakeApi({ getDoctor } as Parameters<typeof fakeApi>[0]);
  return renderWithProviders(<DoctorPage />, { route: `/doctors/${doctor.id}`, path: '/doctors/:doctorId' });
};

test("shows the doctor's own words and the measured reply time with its basis, and leads to the case", async () => {
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

test('without enough answers the time is the doctor’s own account; without new cases nobody is asked', async () => {
  await open({ ...doctor, ...words, about_de: '', topics: '', accepts_cases: false, measured_reply: null });
  expect(await screen.findByText('Antwort in 5 Werktagen')).toBeVisible();
  expect(screen.getByText('so die eigene Angabe')).toBeVisible();
  expect(screen.getByText('Nimmt zurzeit keine neuen Fälle an')).toBeVisible();
  expect(screen.queryByRole('link', { name: /fragen$/ })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'In eigenen Worten' })).toBeNull();
});

test('a doctor who is not in the directory has no page', async () => {
  await open(refusalWith('not_found', 404));
  expect(await screen.findByRole('heading', { name: 'Diese Seite gibt es nicht.' })).toBeVisible();
});
