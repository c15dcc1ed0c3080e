import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  aLogin,
  anAnswer,
  anId,
  aProcessOverview,
  fakeApi,
  refusalWith,
  renderWithProviders,
  someSettings,
} from '@konsil/testing';
import type { FakeAnswers, FakeApi } from '@konsil/testing';
import { CasePaneContent } from '../case-page/CasePaneContent';

let api: FakeApi;
afterEach(() => api.restore());

const theCase = aProcessOverview({
  assistants: { allowed: true, names: ['Anna Muster'], mine: true },
  questions: [{ id: anId(), text: 'Muss der Knoten entfernt werden?', answer: null }],
});
const open = (answers: FakeAnswers = {}, shown = theCase) => {
  api = fakeApi({
    getDraft: null,
    saveDraft: ({ body }) => ({
      content: (body as { content: Record<string, unknown> }).content,
      updated_at: '2026-11-03T11:00:00.000Z',
    }),
    getSettings: someSettings(),
    listDoctors: [],
    listPreparedDrafts: [],
    ...answers,
  });
  return renderWithProviders(<CasePaneContent pane="answer" theCase={shown} afterAnswer={jest.fn()} />, {
    login: aLogin({ role: 'doctor', assistant: true }),
  });
};

test('an assistant can draft an answer for the doctor, but not send it', async () => {
  await open();
  const form = await screen.findByRole('form', { name: 'Entwurf der Antwort' });
  await userEvent.type(await screen.findByLabelText('Zusammenfassung'), 'Eine Kontrolle genügt.');
  await waitFor(() =>
    expect(api.callsOf('saveDraft').at(-1)).toMatchObject({
      params: { key: encodeURIComponent(`prepared:${theCase.id}`) },
      body: { content: { answer: 'Eine Kontrolle genügt.' } },
    }),
  );
  expect(form).toHaveTextContent(/liest Ihren Entwurf, entscheidet und sendet selbst/);
  for (const name of [/^Senden/, 'Vorschau']) expect(screen.queryByRole('button', { name })).toBeNull();
  // Times of an appointment are the doctor's to propose.
  expect(screen.queryByRole('radio', { name: /Termin/ })).toBeNull();
});

test("an assistant's draft says that the doctor took it over, and stays editable", async () => {
  const own = {
    by: 'Anna Muster',
    mine: true,
    content: { answer: 'Eine Kontrolle genügt.' },
    updated_at: '2026-11-03T09:12:00.000Z',
    revision: 'a'.repeat(32),
    taken_at: '2026-11-03T10:00:00.000Z',
  };
  await open({ getDraft: { content: own.content, updated_at: own.updated_at }, listPreparedDrafts: [own] });
  expect(await screen.findByText(/hat den Entwurf übernommen/)).toBeVisible();
  expect(await screen.findByLabelText('Zusammenfassung')).toHaveValue('Eine Kontrolle genügt.');
});

test('after the consent is withdrawn, the form says that it no longer saves', async () => {
  await open({ saveDraft: refusalWith('not_found', 404) });
  await userEvent.type(await screen.findByLabelText('Zusammenfassung'), 'Noch etwas');
  expect(await screen.findByText(/^Wird nicht mehr gespeichert/)).toBeVisible();
});

test('after the answer, a link to it replaces the form', async () => {
  const last = anAnswer({ answered_by: 'Dr. med. Weber' });
  await open(
    {},
    aProcessOverview({
      ...theCase,
      status: 'answered',
      turn: 'none',
      answers: [last],
      last_answer: { id: last.id, option: last.option, answered_at: last.answered_at, read_at: null },
    }),
  );
  expect(await screen.findByText(/Weber hat geantwortet/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Antwort lesen' })).toHaveAttribute('href', expect.stringContaining(last.id));
  expect(screen.queryByRole('form')).toBeNull();
});
