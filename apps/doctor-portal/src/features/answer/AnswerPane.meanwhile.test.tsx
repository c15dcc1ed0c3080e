import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useGetCaseQuery } from '@konsil/api/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { AnswerPatient } from '@konsil/contracts/requests';
import { aLogin, anAnswer, aRequest, fakeApi, refusalWith, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { useState } from 'react';
import { freezeQueue } from '../queue/frozen-queue';
import { AnswerPane } from './AnswerPane';
import { finish, questions, send, theCase } from './answer-pane.testing';

let api: FakeApi;
// The text that was written last is kept for the tab.
beforeEach(() => sessionStorage.clear());
afterEach(() => {
  api.restore();
  freezeQueue(undefined);
});

test('a question added while writing does not mix up the other answers', async () => {
  const [first, second] = [questions[0]!, questions[1]!];
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
  function Live() {
    const [asked, setAsked] = useState([first]);
    return (
      <>
        <button onClick={() => setAsked([second, first])}>Neue Frage</button>
        <AnswerPane theCase={{ ...theCase, questions: asked }} onSent={jest.fn()} />
      </>
    );
  }
  await renderWithProviders(<Live />, { login: aLogin({ role: 'doctor' }) });
  await userEvent.type(await screen.findByLabelText('Antwort auf Frage 1'), 'Ja.');
  await finish();
  await userEvent.type(screen.getByLabelText('Zusammenfassung'), 'Gut.');
  await userEvent.click(screen.getByRole('button', { name: 'Neue Frage' }));
  expect(await screen.findByText('Frage 1 ist noch offen')).toBeVisible();
  expect(screen.getByText('Ja.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /^Beantworten/ }));
  await userEvent.type(screen.getByLabelText('Antwort auf Frage 1'), 'Nein.');
  await finish();
  await send();
  await waitFor(() =>
    expect(api.callsOf('answerPatient')[0]?.body).toMatchObject({
      question_answers: [
        { question_id: second.id, text: 'Nein.' },
        { question_id: first.id, text: 'Ja.' },
      ],
    }),
  );
});

/** A refused answer to the first question, with the case as refetched then. */
const refusedAnswer = async (
  before: Partial<ProcessOverview>,
  refusal: ReturnType<typeof refusalWith>,
  after: Partial<ProcessOverview>,
) => {
  const OfCase = () => {
    const { data } = useGetCaseQuery(theCase.id);
    return data ? <AnswerPane theCase={data} onSent={jest.fn()} /> : null;
  };
  api = fakeApi({
    getDraft: null,
    saveDraft: { content: {}, updated_at: '2026-11-03T11:00:00.000Z' },
    listSnippets: [],
    getSettings: someSettings(),
    getCase: { ...theCase, questions: questions.slice(0, 1), ...before },
    answerPatient: () => {
      api.change({ getCase: { ...theCase, questions: questions.slice(0, 1), ...after } });
      return refusal;
    },
  });
  await renderWithProviders(<OfCase />, { login: aLogin({ role: 'doctor' }) });
  await userEvent.type(await screen.findByLabelText('Antwort auf Frage 1'), 'Ja.');
  await finish();
  await userEvent.type(screen.getByLabelText('Zusammenfassung'), 'Alles gesehen.');
  await send();
};
const bodies = () => api.callsOf('answerPatient').map(({ body }) => body as AnswerPatient);

test('shows a reworded question with the answer written to it', async () => {
  const [first] = questions as [(typeof questions)[0]];
  const reworded = { ...first, text: 'Darf ich die Tabletten absetzen?' };
  await refusedAnswer(
    {},
    refusalWith('invalid', 422, {
      errors: [{ path: `question_answers.${first.id}`, code: 'questionChanged', message: '' }],
    }),
    { questions: [reworded] },
  );
  expect(
    await screen.findByText('Diese Frage wurde inzwischen geändert. Bitte lesen Sie sie noch einmal.'),
  ).toBeVisible();
  expect(await screen.findByRole('heading', { name: reworded.text })).toBeVisible();
  expect(screen.getByLabelText('Antwort auf Frage 1')).toHaveValue('Ja.');
  await send();
  await waitFor(() =>
    expect(bodies().map(({ question_answers }) => question_answers?.[0]?.question)).toEqual([
      first.text,
      reworded.text,
    ]),
  );
});

test('keeps an unsent answer when a newer request arrives, until the doctor saw it', async () => {
  const [first, newer] = [aRequest(), aRequest()];
  await refusedAnswer({ requests: [first] }, refusalWith('version_conflict', 409), { requests: [first, newer] });
  expect(await screen.findByRole('alert')).toHaveTextContent('Ihr Text ist noch da. Bitte prüfen Sie den neuen Stand.');
  await waitFor(() => expect(api.callsOf('getCase')).toHaveLength(2));
  expect(screen.getByLabelText('Zusammenfassung')).toHaveValue('Alles gesehen.');
  await send();
  await waitFor(() => expect(bodies().map(({ request_id }) => request_id)).toEqual([first.id, newer.id]));
});

test('keeps an unsent answer when a deputy answers first, and names the deputy', async () => {
  const given = anAnswer({ answered_by: 'Dr. med. Ruth Ohlsen', answered_for: theCase.doctor.name });
  const last_answer = { id: given.id, option: given.option, answered_at: given.answered_at, read_at: null };
  await refusedAnswer({}, refusalWith('version_conflict', 409), { answers: [given], last_answer });
  expect(await screen.findByText(/^Dr\.\sOhlsen hat am .* schon geantwortet$/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Antwort lesen' })).toBeVisible();
  expect(screen.getByLabelText('Zusammenfassung')).toHaveValue('Alles gesehen.');
  await send();
  await waitFor(() => expect(bodies().map(({ last_answer_id }) => last_answer_id)).toEqual([null, given.id]));
});
