import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aConsent, fakeApi, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { Consents } from './Consents.tsx';

let api: FakeApi;
afterEach(() => api.restore());

test('before a consent is withdrawn it says who no longer sees what', async () => {
  const given = aConsent({ kind: 'send_to_doctor', doctor_name: 'Dr. Elif Sandberg', case_name: 'Knie links', withdrawn_at: null });
  api = fakeApi({ listConsents: [given], withdrawConsent: { ...given, withdrawn_at: '2026-11-22T10:00:00.000Z' } });
  await renderWithProviders(<Consents />);
  await userEvent.click(await screen.findByRole('button', { name: /^Einwilligung widerrufen: .*Knie links/ }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog).toHaveTextContent('Dr. Elif Sandberg kann den Fall „Knie links“ danach sofort nicht mehr ansehen.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Widerrufen' }));
  expect(await screen.findByText('Einwilligung widerrufen')).toBeVisible();
  expect(api.callsOf('withdrawConsent')).toMatchObject([{ params: { id: given.id } }]);
});
