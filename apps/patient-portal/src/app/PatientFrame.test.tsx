import { screen, waitFor } from '@testing-library/react';
import { aConsent, aDashboard, anAccount, aPage, fakeApi, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { Shell } from './PatientFrame.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const withdrawn = '2026-11-22T10:00:00.000Z';
const openAt = (route: string) => {
  const consents = [
    aConsent({ kind: 'health_data', case_id: null, case_name: null, doctor_name: null, withdrawn_at: withdrawn }),
  ];
  api = fakeApi({
    dashboard: aDashboard(),
    getAccount: anAccount({ consent_withdrawn_at: withdrawn }),
    listConsents: consents,
    listPatients: aPage([]),
  });
  return renderWithProviders(<Shell />, { route, path: '/patient/*' });
};

test.each(['/patient', '/patient/patients'])(
  'without the consent to health data %s is read-only, with a way to give it again',
  async (route) => {
    await openAt(route);
    expect(await screen.findByText(/aber nichts eingeben oder senden/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Wieder einwilligen' })).toBeVisible();
  },
);

test('the privacy page mentions a missing consent once, in the list of consents', async () => {
  await openAt('/patient/privacy');
  expect(await screen.findByText(/Widerrufen am 22\.11\.2026$/)).toBeVisible();
  await waitFor(() => expect(screen.getAllByText('Ihre Einwilligung fehlt')).toHaveLength(1));
});
