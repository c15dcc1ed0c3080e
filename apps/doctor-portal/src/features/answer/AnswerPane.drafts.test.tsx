import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aLogin, anAnswer, anId, fakeApi, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeAnswers, FakeApi } from '@konsil/testing';
import { freezeQueue } from '../queue/frozen-queue';
import { AnswerPane } from './AnswerPane';
import { choose, finish, openAnswerPane, questions, send, theCase } from './answer-pane.testing';

let api: FakeApi;
// The text that was written last is kept for the tab.
beforeEach(() => sessionStorage.clear());
afterEach(() => {
  api.restore();
  freezeQueue(undefined);
});
const open = async (answers: FakeAnswers = {}) => {
  const opened = await openAnswerPane(answers);
  api = opened.api;
  return opened;
};
const summary = 'Zusammenfassung';

test('keeps text of other kinds of answer, but sends only that of the chosen kind', async () => {
  const { onSent } = await open();
  await userEvent.type(screen.getByLabelText('Antwort auf Frage 1'), 'Halb fert');
  await userEvent.type(screen.getByLabelText(summary), 'Der rechte Lappen');
  await choose(/^Rückfrage/);
  expect(screen.getByLabelText('Ihre Frage')).toHaveValue('');
  await userEvent.selectOptions(screen.getByLabelText('Aufgabe'), 'keine Aufgabe');
  await userEvent.type(screen.getByLabelText('Ihre Frage'), 'Nehmen Sie Hormone?');
  expect(screen.getByText('An Miriam Adler geht: Rückfrage.')).toBeVisible();
  expect(screen.getByText('Hier bleibt als Entwurf: Abschließende Antwort und Antwort auf Frage 1.')).toBeVisible();
  await choose(/^Abschließende Antwort/);
  expect(screen.getByLabelText(summary)).toHaveValue('Der rechte Lappen');
  await choose(/^Rückfrage/);
  expect(screen.getByLabelText('Ihre Frage')).toHaveValue('Nehmen Sie Hormone?');
  await send();
  await waitFor(() => expect(onSent).toHaveBeenCalledTimes(1));
  expect(api.callsOf('answerPatient')[0]).toMatchObject({ params: { answerValue: 'question_to_patient' } });
  expect(api.callsOf('answerPatient')[0]?.body).toMatchObject({ answer: 'Nehmen Sie Hormone?', question_answers: [] });
});

test('an unsent answer stays stored as a draft; sending deletes the draft', async () => {
  const { onSent } = await open();
  await userEvent.type(screen.getByLabelText('Antwort auf Frage 1'), 'Halb fert');
  await userEvent.type(screen.getByLabelText(summary), 'Der rechte Lappen');
  await choose(/^Rückfrage/);
  await userEvent.selectOptions(screen.getByLabelText('Aufgabe'), 'keine Aufgabe');
  await userEvent.type(screen.getByLabelText('Ihre Frage'), 'Nehmen Sie Hormone?');
  await send();
  await waitFor(() => expect(onSent).toHaveBeenCalledTimes(1));
  await waitFor(() =>
    expect(api.callsOf('saveDraft').at(-1)?.body).toMatchObject({
      content: {
        option: 'final_answer',
        answer: 'Der rechte Lappen',
        question_answers: { [questions[0]!.id]: 'Halb fert' },
      },
    }),
  );
  expect(JSON.stringify(api.callsOf('saveDraft').at(-1)?.body)).not.toContain('Hormone');
  expect(api.callsOf('deleteDraft')).toEqual([]);
});

test('restores a saved draft', async () => {
  await open({
    getDraft: {
      updated_at: '2026-11-03T11:00:00.000Z',
      content: {
        option: 'question_to_patient',
        answer: 'Nehmen Sie Hormone?',
        question_answers: {
          [questions[1]?.id ?? '']: 'Ja, warten geht.',
          [anId()]: 'Zu einer Frage, die es nicht mehr gibt.',
        },
      },
    },
  });
  expect(screen.getByRole('radio', { name: /Rückfrage/ })).toBeChecked();
  expect(screen.getByLabelText('Ihre Frage')).toHaveValue('Nehmen Sie Hormone?');
  await userEvent.click(screen.getByText('0 Antworten fertig'));
  expect(screen.getByText('Ja, warten geht.')).toBeVisible();
});

test("another doctor's question answers are shown, and sent only if rewritten", async () => {
  const [first, second] = [questions[0]!, questions[1]!];
  const before = anAnswer({
    answered_by: 'Dr. Albert Keil',
    answered_at: '2099-11-02T09:00:00.000Z',
    question_answers: [{ question_id: first.id, question: first.text, text: 'Nein.' }],
  });
  const handedOver = {
    ...theCase,
    answers: [before],
    questions: [
      { ...first, answer: 'Nein.' },
      { ...second, answer: null },
    ],
  };
  api = fakeApi({
    getDraft: null,
    saveDraft: ({ body }) => ({
      content: (body as { content: Record<string, unknown> }).content,
      updated_at: '2026-11-03T11:00:00.000Z',
    }),
    deleteDraft: { ok: true },
    listSnippets: [],
    getSettings: someSettings(),
    answerPatient: anAnswer({ option: 'final_answer' }),
  });
  const onSent = jest.fn();
  await renderWithProviders(<AnswerPane theCase={handedOver} onSent={onSent} />, { login: aLogin({ role: 'doctor' }) });
  expect(await screen.findByText('1 von 2 beantwortet')).toBeVisible();
  expect(screen.queryByLabelText('Antwort auf Frage 1')).toBeNull();
  await userEvent.click(screen.getByText(/^Beantwortet von Dr\. Albert Keil, Montag, 2\.\sNovember\s2099$/));
  expect(screen.getByText('Nein.')).toBeVisible();
  await userEvent.type(screen.getByLabelText('Antwort auf Frage 2'), 'Bis Januar.');
  await finish();
  await userEvent.type(screen.getByLabelText('Zusammenfassung'), 'Gut.');
  await userEvent.click(screen.getByRole('button', { name: /^Neu beantworten/ }));
  expect(screen.getByLabelText('Antwort auf Frage 1')).toHaveValue('');
  await userEvent.click(screen.getByRole('button', { name: 'Fertig' }));
  await send();
  await waitFor(() => expect(onSent).toHaveBeenCalledTimes(1));
  expect(api.callsOf('answerPatient')[0]?.body).toMatchObject({
    question_answers: [{ question_id: second.id, text: 'Bis Januar.' }],
  });
});

test('a question is answered again only on request, starting with the earlier text', async () => {
  const first = questions[0]!;
  const before = anAnswer({
    answered_by: theCase.doctor.name,
    question_answers: [{ question_id: first.id, question: first.text, text: 'Nein.' }],
  });
  api = fakeApi({
    getDraft: null,
    saveDraft: ({ body }) => ({
      content: (body as { content: Record<string, unknown> }).content,
      updated_at: '2026-11-03T11:00:00.000Z',
    }),
    deleteDraft: { ok: true },
    listSnippets: [],
    getSettings: someSettings(),
    answerPatient: anAnswer({ option: 'final_answer' }),
  });
  await renderWithProviders(
    <AnswerPane
      theCase={{ ...theCase, answers: [before], questions: [{ ...first, answer: 'Nein.' }] }}
      onSent={jest.fn()}
    />,
    { login: aLogin({ role: 'doctor' }) },
  );
  await userEvent.type(await screen.findByLabelText('Zusammenfassung'), 'Gut.');
  await userEvent.click(screen.getByRole('button', { name: /^Neu beantworten/ }));
  const field = screen.getByLabelText('Antwort auf Frage 1');
  expect(field).toHaveValue('Nein.');
  expect(field).toHaveFocus();
  await userEvent.type(field, ' Oder doch?');
  await finish();
  await send();
  await waitFor(() =>
    expect(api.callsOf('answerPatient')[0]?.body).toMatchObject({
      question_answers: [{ question_id: first.id, text: 'Nein. Oder doch?' }],
    }),
  );
});
