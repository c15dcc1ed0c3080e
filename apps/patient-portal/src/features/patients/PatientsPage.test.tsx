import { screen } from '@testing-library/react';
import { aPage, aPatientSummary, fakeApi, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { PatientsPage } from './PatientsPage.tsx';

let api: FakeApi;
afterEach(() => api.restore());

test.each(['de', 'en'] as const)('each person has initials, which are not part of the link (%s)', async (locale) => {
  api = fakeApi({
    listPatients: aPage([aPatientSummary()]),
    listSharedPersons: [],
    getSettings: someSettings(),
  });
  await renderWithProviders(<PatientsPage />, { route: '/patient/patients', locale });
  const link = await screen.findByRole('link', { name: /^Miriam Adler/ });
  expect(link).toContainElement(screen.getByText('MA'));
});
