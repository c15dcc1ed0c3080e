import { screen } from '@testing-library/react';
import { aLogin, aProcessOverview, fakeApi, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import CasePage from './CasePage';

let api: FakeApi;
afterEach(() => api.restore());

const theCase = aProcessOverview();
const open = (pane: string) => {
  api = fakeApi({ getSettings: someSettings(), getDraft: null, listSnippets: [], getCase: theCase });
  return renderWithProviders(<CasePage />, {
    login: aLogin({ role: 'doctor' }),
    path: '/doctor/patient/:patientId/process/:caseId/:pane',
    route: `/doctor/patient/${theCase.patient.id}/process/${theCase.id}/${pane}`,
  });
};

test('shows the pane named in the URL', async () => {
  await open('anamnesis');
  expect(await screen.findByRole('heading', { name: 'Anamnese' })).toBeInTheDocument();
});

test('unknown case tabs render 404', async () => {
  await open('antworten');
  expect(await screen.findByRole('heading', { name: 'Diese Seite gibt es nicht' })).toBeVisible();
  expect(screen.queryByRole('navigation', { name: 'Bereiche des Falls' })).toBeNull();
});
