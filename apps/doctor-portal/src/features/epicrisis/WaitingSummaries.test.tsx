import { screen } from '@testing-library/react';
import type { PreparedDraft } from '@konsil/contracts/assistant-states';
import { aLogin, aProcessOverview, fakeApi, renderWithProviders, type FakeApi } from '@konsil/testing';
import { WaitingSummaries } from './WaitingSummaries';

let api: FakeApi;
afterEach(() => api.restore());

const theCase = aProcessOverview({ assistants: { allowed: true, names: ['Anna Muster'] } });
const draft = (by: string, changes: Partial<PreparedDraft> = {}): PreparedDraft => ({
  by,
  mine: false,
  content: { course: 'Seit Mai.' },
  updated_at: '2026-11-03T09:12:00.000Z',
  revision: by,
  taken_at: null,
  ...changes,
});

test("an assistant's draft that nobody took over links to the summary form", async () => {
  api = fakeApi({
    listPreparedDrafts: [
      draft('Anna Muster'),
      draft('Berta Zweite', { taken_at: '2026-11-03T10:00:00.000Z' }),
      draft('Clara Leer', { content: { course: ' ' } }),
    ],
  });
  await renderWithProviders(<WaitingSummaries theCase={theCase} />, { login: aLogin({ role: 'doctor' }) });
  expect(await screen.findByText(/^Entwurf von Anna Muster/)).toBeVisible();
  const [link, ...others] = screen.getAllByRole('link');
  expect(others).toEqual([]);
  expect(link).toHaveAttribute('href', expect.stringMatching(`/epicrisis/edit\\?case=${theCase.id}`));
});

test('without the consent of the patient no draft is requested', async () => {
  api = fakeApi({ listPreparedDrafts: [draft('Anna Muster')] });
  const apart = aProcessOverview({ ...theCase, assistants: { allowed: false, names: ['Anna Muster'] } });
  await renderWithProviders(<WaitingSummaries theCase={apart} />, { login: aLogin({ role: 'doctor' }) });
  expect(api.callsOf('listPreparedDrafts')).toEqual([]);
});
