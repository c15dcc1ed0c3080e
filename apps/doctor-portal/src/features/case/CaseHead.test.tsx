import { screen } from '@testing-library/react';
import { aLogin, aProcessOverview, fakeApi, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { CaseHead } from './CaseHead';

let api: FakeApi;
afterEach(() => api.restore());

test('an answer that is late is called late, not due', async () => {
  api = fakeApi();
  await renderWithProviders(<CaseHead theCase={aProcessOverview({ answer_due_on: '2020-01-07' })} />, { login: aLogin({ role: 'doctor' }) });
  expect(await screen.findByText(/^\d+ Tage überfällig$/)).toBeVisible();
  expect(screen.queryByText(/Fällig:/)).not.toBeInTheDocument();
});
