import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aLogin, aProcessOverview, fakeApi, refusalWith, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeAnswers, FakeApi } from '@konsil/testing';
import { CasePaneContent } from '../case-page/CasePaneContent';

let api: FakeApi;
afterEach(() => api.restore());

const theCase = aProcessOverview({
  assistants: { allowed: true, names: ['Anna Muster'], mine: true },
  diagnosis: 'Schilddrüsenknoten',
});
const open = (answers: FakeAnswers = {}) => {
  api = fakeApi({
    getDraft: null,
    saveDraft: ({ body }) => ({
      content: (body as { content: Record<string, unknown> }).content,
      updated_at: '2026-11-03T11:00:00.000Z',
    }),
    getSettings: someSettings(),
    listPreparedDrafts: [],
    ...answers,
  });
  return renderWithProviders(<CasePaneContent pane="epicrisis" theCase={theCase} afterAnswer={jest.fn()} />, {
    login: aLogin({ role: 'doctor', assistant: true }),
  });
};

test('an assistant can draft a summary for the doctor, but not release it', async () => {
  await open();
  const form = await screen.findByRole('form', { name: 'Entwurf der zusammenfassenden Beurteilung' });
  await userEvent.type(screen.getByLabelText('Befunde'), 'Echoarm.');
  await waitFor(() =>
    expect(api.callsOf('saveDraft').at(-1)).toMatchObject({
      params: { key: encodeURIComponent(`prepared-summary:${theCase.id}`) },
      body: { content: { findings: 'Echoarm.' } },
    }),
  );
  expect(form).toHaveTextContent(/entscheidet und gibt sie selbst frei/);
  for (const name of [/freigeben/i, /speichern/i]) expect(screen.queryByRole('button', { name })).toBeNull();
  expect(api.callsOf('listPreparedDrafts')[0]).toMatchObject({ query: { of: 'summary' } });
  expect(api.callsOf('getEpicrisis')).toEqual([]);
});

test('offers known facts of the case, and restores an unfinished draft', async () => {
  await open({ getDraft: { content: { course: 'Seit Mai.' }, updated_at: '2026-11-03T09:12:00.000Z' } });
  expect(await screen.findByLabelText('Verlauf')).toHaveValue('Seit Mai.');
  await userEvent.click(screen.getByRole('button', { name: /Diagnosen/ }));
  expect(screen.getByLabelText('Diagnosen')).toHaveValue('Schilddrüsenknoten');
});

test('after the consent is withdrawn, the form says that it no longer saves', async () => {
  await open({ saveDraft: refusalWith('not_found', 404) });
  await userEvent.type(await screen.findByLabelText('Befunde'), 'Noch etwas');
  expect(await screen.findByText(/^Wird nicht mehr gespeichert/)).toBeVisible();
});
