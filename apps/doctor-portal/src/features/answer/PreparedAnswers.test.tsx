import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refreshAll } from '@konsil/api/live';
import type { PreparedDraft } from '@konsil/contracts/assistant-states';
import {
  aLogin,
  anAnswer,
  anId,
  aProcessOverview,
  aRequest,
  fakeApi,
  refusalWith,
  renderWithProviders,
  someSettings,
} from '@konsil/testing';
import type { FakeAnswers, FakeApi } from '@konsil/testing';
import { AnswerPane } from './AnswerPane';

let api: FakeApi;
afterEach(() => api.restore());

const question = { id: anId(), text: 'Muss der Knoten entfernt werden?', answer: null };
const assistants = { allowed: true, names: ['Anna Muster'] };
const theCase = aProcessOverview({
  assistants,
  questions: [question],
  requests: [aRequest({ sent_at: '2026-11-02T08:00:00.000Z' })],
});
const prepared = (changes: Partial<PreparedDraft> = {}): PreparedDraft => ({
  by: 'Anna Muster',
  mine: false,
  content: {
    option: 'final_answer',
    answer: 'Eine Kontrolle genügt.',
    question_answers: { [question.id]: 'Vorerst nicht.' },
    todo_title: 'none',
  },
  updated_at: '2026-11-03T09:12:00.000Z',
  revision: 'a'.repeat(32),
  taken_at: null,
  ...changes,
});
const open = async (answers: FakeAnswers = {}, shown = theCase) => {
  api = fakeApi({
    getDraft: null,
    saveDraft: ({ body }) => ({
      content: (body as { content: Record<string, unknown> }).content,
      updated_at: '2026-11-03T11:00:00.000Z',
    }),
    deleteDraft: { ok: true },
    listSnippets: [],
    listDoctors: [],
    getSettings: someSettings(),
    getMarkedMeasurements: { revision: null, items: [], left_out: 0 },
    listPreparedDrafts: [prepared()],
    takePreparedDraft: prepared({ taken_at: '2026-11-03T11:00:00.000Z' }),
    ...answers,
  });
  const rendered = await renderWithProviders(<AnswerPane theCase={shown} onSent={jest.fn()} />, {
    login: aLogin({ role: 'doctor' }),
  });
  await screen.findByRole('group', { name: 'Art der Antwort' });
  return rendered;
};
const compare = async () => {
  await userEvent.click(await screen.findByRole('button', { name: /^Entwurf von Anna Muster lesen/ }));
  return within(await screen.findByRole('dialog', { name: 'Entwurf von Anna Muster' }));
};
const summary = () => screen.findByLabelText('Zusammenfassung');

test('shows plain-language text in a draft even if its answer is still empty', async () => {
  const content = { option: 'final_answer', question_plain_words: { [question.id]: 'Der Knoten kann bleiben.' } };
  await open({ listPreparedDrafts: [prepared({ content })] });
  const dialog = await compare();
  expect(dialog.getByText('Der Knoten kann bleiben.')).toBeVisible();
});

test("an assistant's draft is previewed before it fills an empty form", async () => {
  await open();
  expect(await screen.findByText(/^Entwurf von Anna Muster, /)).toBeVisible();
  expect(await summary()).toHaveValue('');
  const dialog = await compare();
  expect(await dialog.findByText('Eine Kontrolle genügt.')).toBeVisible();
  expect(dialog.getByText('Vorerst nicht.')).toBeVisible();
  expect(api.callsOf('takePreparedDraft')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Übernehmen' }));
  await waitFor(async () => expect(await summary()).toHaveValue('Eine Kontrolle genügt.'));
  expect(api.callsOf('takePreparedDraft')[0]).toMatchObject({
    params: { id: theCase.id },
    body: { revision: 'a'.repeat(32) },
  });
  expect(await screen.findByText('Hier steht jetzt der Entwurf, den Sie übernommen haben.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Vorigen Text zurückholen' })).not.toBeInTheDocument();
});

test('a damaged draft is shown as such, beside the others', async () => {
  const damaged = prepared({ by: 'Zoe Zweit', revision: 'b'.repeat(32), content: {}, damaged: true });
  await open({ listPreparedDrafts: [damaged, prepared()] });
  expect(
    await screen.findByText(
      'Dieser Entwurf ist beschädigt und lässt sich nicht mehr öffnen. Zoe Zweit kann ihn neu schreiben.',
    ),
  ).toBeVisible();
  expect(screen.getAllByRole('button', { name: /^Entwurf von .* lesen/ })).toHaveLength(1);
  const dialog = await compare();
  expect(await dialog.findByText('Eine Kontrolle genügt.')).toBeVisible();
});

test("compares a draft with the doctor's text; replacing is optional and can be undone", async () => {
  await open();
  await userEvent.type(await summary(), 'Bitte operieren.');
  const dialog = await compare();
  expect(within(dialog.getByRole('region', { name: 'Ihr Text bisher' })).getByText('Bitte operieren.')).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Übernehmen' })).not.toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Meinen Text ersetzen' }));
  await waitFor(async () => expect(await summary()).toHaveValue('Eine Kontrolle genügt.'));
  await userEvent.click(await screen.findByRole('button', { name: 'Vorigen Text zurückholen' }));
  await waitFor(async () => expect(await summary()).toHaveValue('Bitte operieren.'));
});

test('closing the comparison changes nothing', async () => {
  await open();
  await userEvent.type(await summary(), 'Bitte operieren.');
  const dialog = await compare();
  const [, close] = dialog.getAllByRole('button', { name: 'Schließen' });
  await userEvent.click(close as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(await summary()).toHaveValue('Bitte operieren.');
  expect(api.callsOf('takePreparedDraft')).toEqual([]);
});

test('a draft that changed since it was shown is reloaded instead of taken over', async () => {
  await open({ takePreparedDraft: refusalWith('conflict', 409) });
  const dialog = await compare();
  await userEvent.click(dialog.getByRole('button', { name: 'Übernehmen' }));
  // Shown, and spoken.
  const [told] = await screen.findAllByText(/Anna Muster hat inzwischen weitergeschrieben/);
  expect(told).toBeVisible();
  expect(await summary()).toHaveValue('');
  await waitFor(() => expect(api.callsOf('listPreparedDrafts')).toHaveLength(2));
});

test('the comparison stays open when its draft is gone from the list', async () => {
  const { store } = await open();
  const dialog = await compare();
  api.change({ listPreparedDrafts: [] });
  act(() => refreshAll(store));
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: /^Entwurf von .* lesen/, hidden: true })).not.toBeInTheDocument(),
  );
  expect(dialog.getByText('Eine Kontrolle genügt.')).toBeVisible();
});

test('a draft lists what happened in the case since it was written', async () => {
  const last = anAnswer({ answered_at: '2026-11-03T10:00:00.000Z' });
  await open(
    { listPreparedDrafts: [prepared({ taken_at: '2026-11-03T09:00:00.000Z' })] },
    aProcessOverview({
      ...theCase,
      last_answer: { id: last.id, option: last.option, answered_at: last.answered_at, read_at: null },
      answers: [last],
    }),
  );
  const text = 'Nach der Übernahme weitergeschrieben. Vor der letzten Antwort geschrieben.';
  expect(await screen.findByText(text)).toBeVisible();
});

test('does not offer an empty or an invalid draft', async () => {
  await open({
    listPreparedDrafts: [
      prepared({ content: { option: 'final_answer', answer: ' ' }, revision: 'b'.repeat(32) }),
      prepared({ content: { option: 'nothing', answer: 7 }, revision: 'c'.repeat(32) }),
    ],
  });
  await waitFor(() => expect(api.callsOf('listPreparedDrafts')).toHaveLength(1));
  expect(screen.queryByText(/^Entwurf von/)).not.toBeInTheDocument();
});

test('requests no drafts if no assistant may see the case', async () => {
  await open({}, aProcessOverview({ ...theCase, assistants: { ...assistants, allowed: false } }));
  expect(api.callsOf('listPreparedDrafts')).toEqual([]);
});
