import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useGetCaseQuery } from '@konsil/api/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { AnswerPatient } from '@konsil/contracts/requests';
import {
  aCase,
  aLogin,
  aMarkedMeasurement,
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
import { useState } from 'react';
import { freezeQueue } from '../case/frozen-queue';
import { AnswerPane } from './AnswerPane';
import { usePinDesk } from './pin-desk';

let api: FakeApi;
afterEach(() => {
  api.restore();
  freezeQueue(undefined);
});

const questions = [
  { id: anId(), text: 'Muss der Knoten entfernt werden?', answer: null },
  { id: anId(), text: 'Kann ich warten?', answer: null },
];
const theCase = aProcessOverview({ questions });
const open = async (answers: FakeAnswers = {}) => {
  const onSent = jest.fn();
  api = fakeApi({
    getDraft: null,
    saveDraft: ({ body }) => ({
      content: (body as { content: Record<string, unknown> }).content,
      updated_at: '2026-11-03T11:00:00.000Z',
    }),
    deleteDraft: { ok: true },
    listSnippets: [],
    getSettings: someSettings(),
    getMarkedMeasurements: { revision: null, items: [], left_out: 0 },
    answerPatient: anAnswer({ option: 'final_answer' }),
    ...answers,
  });
  await renderWithProviders(<AnswerPane theCase={theCase} onSent={onSent} />, { login: aLogin({ role: 'doctor' }) });
  await screen.findByRole('group', { name: 'Art der Antwort' });
  return { onSent };
};
const finish = () => userEvent.click(screen.getByRole('button', { name: 'Fertig' }));
const send = () => userEvent.click(screen.getByRole('button', { name: /^Senden/ }));

test('shows what prevents sending; the send button leads to the open question', async () => {
  await open();
  expect(screen.getByText('Frage 1 ist noch offen')).toBeVisible();
  expect(screen.queryByLabelText('Antwort auf Frage 2')).not.toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('Antwort auf Frage 1'), 'Ja.');
  expect(screen.getByText('Antwort auf Frage 1 ist noch nicht fertig')).toBeVisible();
  await finish();
  expect(screen.getByText('Frage 2 ist noch offen')).toBeVisible();
  await send();
  expect(await screen.findByLabelText('Antwort auf Frage 2')).toHaveAttribute('aria-invalid', 'true');
  expect(screen.getByRole('alert')).toHaveFocus();
  expect(api.callsOf('answerPatient')).toEqual([]);
});

test('counts everything missing; changing the kind of answer clears the errors', async () => {
  await open();
  await userEvent.click(screen.getByRole('radio', { name: /^Keine Beurteilung möglich/ }));
  expect(screen.getByText('3 Angaben fehlen noch')).toBeVisible();
  await send();
  expect(await screen.findByRole('alert')).toHaveTextContent('Bitte prüfen Sie 3 Angaben');
  await userEvent.click(screen.getByRole('radio', { name: /^Rückfrage/ }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.getByLabelText('Ihre Frage')).not.toHaveAttribute('aria-invalid', 'true');
});

test('sends a finished answer with all its parts and deletes its draft', async () => {
  const { onSent } = await open();
  await userEvent.type(screen.getByLabelText('Antwort auf Frage 1'), 'Ja.');
  await userEvent.click(screen.getByRole('button', { name: 'Fertig' }));
  await userEvent.type(screen.getByLabelText('Antwort auf Frage 2'), 'Bis Januar.');
  await finish();
  await userEvent.type(screen.getByLabelText('Zusammenfassung'), 'Der rechte Lappen sollte entfernt werden.');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(onSent).toHaveBeenCalledTimes(1));
  const [call] = api.callsOf('answerPatient');
  expect(call?.params).toEqual({ id: theCase.id, answerValue: 'final_answer', titleValue: 'none' });
  expect(call?.body).toMatchObject({
    answer: 'Der rechte Lappen sollte entfernt werden.',
    question_answers: [
      { question_id: questions[0]?.id, question: questions[0]?.text, text: 'Ja.' },
      { question_id: questions[1]?.id, question: questions[1]?.text, text: 'Bis Januar.' },
    ],
  });
  expect(api.callsOf('deleteDraft')).toHaveLength(1);
});

test('marked measurements go with the answer as they were seen, but one that is left out', async () => {
  const [first, second] = [aMarkedMeasurement({ name: 'Tumor links' }), aMarkedMeasurement({ name: 'Lymphknoten' })];
  await open({ getMarkedMeasurements: { revision: 'r1', items: [first, second], left_out: 1 } });
  expect(await screen.findByRole('checkbox', { name: 'Tumor links: 34,2 mm' })).toBeChecked();
  expect(screen.getByText(/^1 gewählte Messung kann nicht mitgehen/)).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox', { name: /^Lymphknoten/ }));
  expect(screen.getByText(/ und 1 Messung/)).toBeVisible();
  await userEvent.type(screen.getByLabelText('Antwort auf Frage 1'), 'Ja.{Control>}{Enter}{/Control}');
  await userEvent.type(screen.getByLabelText('Antwort auf Frage 2'), 'Nein.{Control>}{Enter}{/Control}');
  await userEvent.type(screen.getByLabelText('Zusammenfassung'), 'Gewachsen.');
  await send();
  await waitFor(() => expect(api.callsOf('answerPatient')).toHaveLength(1));
  expect(api.callsOf('answerPatient')[0]?.body).toMatchObject({ measurements: { revision: 'r1', ids: [first.id] } });
});

test('a marked place becomes a number in the text that was written last, and is removed with it', async () => {
  await open();
  const summary = screen.getByLabelText('Zusammenfassung');
  await userEvent.type(summary, 'Erhöht.');
  const { result } = renderHook(() => usePinDesk());
  const place = { kind: 'page' as const, document_id: anId(), page: 2, region: null };
  act(() => result.current?.take(place));
  expect(summary).toHaveValue('Erhöht. [1]');
  expect(screen.getByText('1 Stelle')).toBeVisible();
  act(() => result.current?.take(place));
  expect(summary).toHaveValue('Erhöht. [1] [2]');
  expect(result.current?.pins.map(({ number }) => number)).toEqual([1, 2]);
  await userEvent.click(screen.getAllByRole('button', { name: /^Beleg entfernen/ })[0]!);
  expect(summary).toHaveValue('Erhöht. [2]');
  expect(result.current?.pins.map(({ number }) => number)).toEqual([2]);
});

test('finishing a question focuses the next open one, then the summary', async () => {
  await open();
  await userEvent.type(screen.getByLabelText('Antwort auf Frage 1'), 'Ja.');
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByLabelText('Antwort auf Frage 2')).toHaveFocus();
  await userEvent.keyboard('Bis Januar.');
  // Focus synchronously within the press, or the next typed letters are lost.
  fireEvent.click(screen.getByRole('button', { name: 'Fertig' }));
  expect(screen.getByLabelText('Zusammenfassung')).toHaveFocus();
  fireEvent.click(screen.getAllByRole('button', { name: /^Ändern/ })[0]!);
  expect(screen.getByLabelText('Antwort auf Frage 1')).toHaveFocus();
});

test('Ctrl+Enter on a question finishes it and goes to the next; it sends nothing', async () => {
  await open();
  await userEvent.type(screen.getByLabelText('Antwort auf Frage 1'), 'Ja.{Control>}{Enter}{/Control}');
  expect(screen.getByLabelText('Antwort auf Frage 2')).toHaveFocus();
  await userEvent.keyboard('Bis Januar.{Control>}{Enter}{/Control}');
  expect(screen.getByLabelText('Zusammenfassung')).toHaveFocus();
  expect(api.callsOf('answerPatient')).toEqual([]);
});

test('a usual term is one press', async () => {
  await open();
  await userEvent.selectOptions(screen.getByLabelText('Aufgabe'), 'eigene Aufgabe');
  const week = screen.getByRole('button', { name: '1 Woche' });
  await userEvent.click(week);
  expect(week).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByRole('textbox', { name: 'Frist' })).not.toHaveValue('');
});

test('after sending, the next case of the list opens by itself', async () => {
  const next = aCase();
  const { onSent } = await open({
    caseQueue: {
      items: [aCase({ id: theCase.id }), next].map(({ id, patient }) => ({ id, patient: { id: patient.id } })),
    },
  });
  await userEvent.click(screen.getByRole('radio', { name: /^Rückfrage/ }));
  await userEvent.selectOptions(screen.getByLabelText('Aufgabe'), 'keine Aufgabe');
  await userEvent.type(screen.getByLabelText('Ihre Frage'), 'Nehmen Sie Hormone?');
  await send();
  await waitFor(() => expect(onSent).toHaveBeenCalledTimes(1));
  expect(onSent).toHaveBeenCalledWith({ id: next.id, patient: { id: next.patient.id } });
  expect(await screen.findByRole('link', { name: 'Zurück zu diesem Fall' })).toHaveAttribute(
    'href',
    `/doctor/patient/${theCase.patient.id}/process/${theCase.id}/course`,
  );
});

test('after the last case of the list, the inbox is one press away', async () => {
  const { onSent } = await open({ caseQueue: { items: [{ id: theCase.id, patient: { id: theCase.patient.id } }] } });
  await userEvent.click(screen.getByRole('radio', { name: /^Rückfrage/ }));
  await userEvent.selectOptions(screen.getByLabelText('Aufgabe'), 'keine Aufgabe');
  await userEvent.type(screen.getByLabelText('Ihre Frage'), 'Nehmen Sie Hormone?');
  await send();
  await waitFor(() => expect(onSent).toHaveBeenCalledWith(undefined));
  expect(await screen.findByRole('link', { name: 'Zum Eingang' })).toHaveAttribute('href', '/doctor');
});

test('names a missing due date if nothing else is missing', async () => {
  await open();
  await userEvent.click(screen.getByRole('radio', { name: /^Rückfrage/ }));
  await userEvent.type(screen.getByLabelText('Ihre Frage'), 'Nehmen Sie Hormone?');
  expect(screen.getByText('Die Frist fehlt noch')).toBeVisible();
});

test('each button names its question or text', async () => {
  await open();
  await userEvent.type(screen.getByLabelText('Antwort auf Frage 1'), 'Ja.');
  await userEvent.click(screen.getByRole('button', { name: 'Fertig' }));
  expect(screen.getByRole('button', { name: 'Ändern: Muss der Knoten entfernt werden?' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Baustein Antwort auf Frage 2' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Baustein Zusammenfassung' })).toBeVisible();
});

const summary = 'Zusammenfassung';
const choose = (name: RegExp) => userEvent.click(screen.getByRole('radio', { name }));

test('a number in brackets that stands in a text already is never that of a new pin', async () => {
  await open();
  await userEvent.type(screen.getByLabelText(summary), 'Siehe Leitlinie [[1], [[3].');
  const { result } = renderHook(() => usePinDesk());
  const place = { kind: 'page' as const, document_id: anId(), page: 2, region: null };
  act(() => result.current?.take(place));
  act(() => result.current?.take(place));
  expect(screen.getByLabelText(summary)).toHaveValue('Siehe Leitlinie [1], [3]. [2] [4]');
  expect(result.current?.pins.map(({ number }) => number)).toEqual([2, 4]);
});

test('a removed pin leaves no number in the draft of another kind of answer', async () => {
  await open();
  const { result } = renderHook(() => usePinDesk());
  await userEvent.type(screen.getByLabelText(summary), 'Erhöht.');
  act(() => result.current?.take({ kind: 'page', document_id: anId(), page: 2, region: null }));
  await choose(/^Rückfrage/);
  await userEvent.click(screen.getByRole('button', { name: /^Beleg entfernen/ }));
  await choose(/^Abschließende Antwort/);
  expect(screen.getByLabelText(summary)).toHaveValue('Erhöht.');
});

test('text of one kind of answer is not sent with another, and comes back with its own', async () => {
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

test('what was not sent stays a draft, what was sent does not', async () => {
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

test('finished question answers are sent with a non-final kind only by choice', async () => {
  const { onSent } = await open();
  await userEvent.type(screen.getByLabelText('Antwort auf Frage 1'), 'Ja.');
  await finish();
  await userEvent.type(screen.getByLabelText('Antwort auf Frage 2'), 'Vielleicht');
  await choose(/^Rückfrage/);
  await userEvent.selectOptions(screen.getByLabelText('Aufgabe'), 'keine Aufgabe');
  await userEvent.type(screen.getByLabelText('Ihre Frage'), 'Nehmen Sie Hormone?');
  expect(screen.getByText('An Miriam Adler geht: Rückfrage.')).toBeVisible();
  await userEvent.click(screen.getByText('1 Antwort fertig'));
  await userEvent.click(screen.getByLabelText(/^Fertige Antworten mitsenden/));
  expect(screen.getByText('An Miriam Adler geht: Rückfrage und Antwort auf Frage 1.')).toBeVisible();
  await send();
  await waitFor(() => expect(onSent).toHaveBeenCalledTimes(1));
  expect(api.callsOf('answerPatient')[0]?.body).toMatchObject({
    with_question_answers: true,
    question_answers: [{ question_id: questions[0]?.id, text: 'Ja.' }],
  });
});

test('the preview can send the answer', async () => {
  const { onSent } = await open({ listDoctors: [] });
  await choose(/^Rückfrage/);
  await userEvent.selectOptions(screen.getByLabelText('Aufgabe'), 'keine Aufgabe');
  await userEvent.type(screen.getByLabelText('Ihre Frage'), 'Nehmen Sie Hormone?');
  await userEvent.click(screen.getByRole('button', { name: 'Vorschau' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Senden' }));
  await waitFor(() => expect(onSent).toHaveBeenCalledTimes(1));
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

test("another doctor's answers are shown, and only sent if answered anew", async () => {
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

test('editing an own answer starts with its text, and only then is it sent', async () => {
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

test('keeps an answer crossed by a newer request until that was seen', async () => {
  const [first, newer] = [aRequest(), aRequest()];
  await refusedAnswer({ requests: [first] }, refusalWith('version_conflict', 409), { requests: [first, newer] });
  expect(await screen.findByRole('alert')).toHaveTextContent('Ihr Text ist noch da. Bitte prüfen Sie den neuen Stand.');
  await waitFor(() => expect(api.callsOf('getCase')).toHaveLength(2));
  expect(screen.getByLabelText('Zusammenfassung')).toHaveValue('Alles gesehen.');
  await send();
  await waitFor(() => expect(bodies().map(({ request_id }) => request_id)).toEqual([first.id, newer.id]));
});

test('a lost connection keeps the text', async () => {
  await open({ answerPatient: refusalWith('internal', 500) });
  await userEvent.click(screen.getByRole('radio', { name: /Rückfrage/ }));
  await userEvent.selectOptions(screen.getByLabelText('Aufgabe'), 'keine Aufgabe');
  await userEvent.type(screen.getByLabelText('Ihre Frage'), 'Nehmen Sie Hormone?');
  await send();
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByLabelText('Ihre Frage')).toHaveValue('Nehmen Sie Hormone?');
});

test.each([
  ['patient', /^Miriam Adler hat den Termin abgesagt \(Montag, 23\.\sNovember/],
  ['system', /^Das Portal hat den Termin abgesagt \(Montag, 23\.\sNovember/],
] as const)('after a cancellation by the %s, shows it and proposes other times at that place', async (by, said) => {
  const at = '2099-12-01T09:00:00.000Z';
  const proposal = anAnswer({
    option: 'schedule_appointment',
    appointment: {
      proposed: [at],
      accepted: at,
      cancelled: { at: '2026-11-23T09:00:00.000Z', by },
      place: 'Praxis am Dom',
    },
  });
  const { id, option, answered_at, read_at } = proposal;
  api = fakeApi({ getDraft: null, listSnippets: [], getSettings: someSettings() });
  await renderWithProviders(
    <AnswerPane
      theCase={{ ...theCase, answers: [proposal], last_answer: { id, option, answered_at, read_at } }}
      onSent={jest.fn()}
    />,
    { login: aLogin({ role: 'doctor' }) },
  );
  expect(await screen.findByRole('radio', { name: /^Termin vereinbaren/ })).toBeChecked();
  expect(screen.getByText(/^Abgesagt: Dienstag, 1\.\sDezember\s2099/)).toBeVisible();
  expect(screen.getByText(said)).toBeVisible();
  expect(screen.getByLabelText('Ort')).toHaveValue('Praxis am Dom');
});

test('after an accepted appointment the case can be taken back and answered in writing', async () => {
  const at = '2099-12-01T09:00:00.000Z';
  const proposal = anAnswer({
    option: 'schedule_appointment',
    appointment: { proposed: [at], accepted: at, cancelled: null, place: '' },
  });
  const { id, option, answered_at, read_at } = proposal;
  const agreed = {
    ...theCase,
    status: 'answered' as const,
    turn: 'none' as const,
    answers: [proposal],
    last_answer: { id, option, answered_at, read_at },
  };
  api = fakeApi({ getDraft: null, takeBackCase: { ...agreed, status: 'with_doctor' } });
  const { currentPath } = await renderWithProviders(<AnswerPane theCase={agreed} onSent={jest.fn()} />, {
    login: aLogin({ role: 'doctor' }),
  });
  expect(await screen.findByText(/^Termin: Dienstag, 1\.\sDezember\s2099/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Fall zurücknehmen' }));
  await waitFor(() => expect(currentPath()).toMatch(/\/answer$/));
});

test('warns about an upcoming appointment, and does not start with another proposal', async () => {
  const at = '2099-12-01T09:00:00.000Z';
  const proposal = anAnswer({
    option: 'schedule_appointment',
    appointment: { proposed: [at], accepted: at, cancelled: null, place: 'Praxis am Dom' },
  });
  const { id, option, answered_at, read_at } = proposal;
  api = fakeApi({ getDraft: null, listSnippets: [], getSettings: someSettings() });
  await renderWithProviders(
    <AnswerPane
      theCase={{ ...theCase, answers: [proposal], last_answer: { id, option, answered_at, read_at } }}
      onSent={jest.fn()}
    />,
    { login: aLogin({ role: 'doctor' }) },
  );
  expect(await screen.findByText(/^Termin: Dienstag, 1\.\sDezember\s2099/)).toBeVisible();
  expect(screen.getByText('Praxis am Dom')).toBeVisible();
  expect(screen.getByRole('radio', { name: /^Termin vereinbaren/ })).not.toBeChecked();
});

test("shows the patient's later changes to the forms, with a link", async () => {
  api = fakeApi({ getDraft: null, listSnippets: [], getSettings: someSettings() });
  const changed = {
    ...theCase,
    changed_forms: [
      { topic: 'diagnosis' as const, before: 'Knoten rechts', changed_at: '2026-11-20T09:00:00.000Z' },
      { topic: 'medication' as const, before: '', changed_at: '2026-11-20T09:00:00.000Z' },
    ],
  };
  await renderWithProviders(<AnswerPane theCase={changed} onSent={jest.fn()} />, { login: aLogin({ role: 'doctor' }) });
  expect(await screen.findByText('Neu in den Angaben: Diagnose und Medikamente')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Lesen, was sich geändert hat' })).toHaveAttribute(
    'href',
    `/doctor/patient/${theCase.patient.id}/process/${theCase.id}/anamnesis`,
  );
});

test('on a phone each part collapses to a line with its state; an error expands it', async () => {
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation(
      (media) => Object.assign(new EventTarget(), { media, matches: false }) as unknown as MediaQueryList,
    );
  api = fakeApi({
    getDraft: null,
    listSnippets: [],
    getSettings: someSettings(),
    saveDraft: ({ body }) => ({
      content: (body as { content: Record<string, unknown> }).content,
      updated_at: '2026-11-03T11:00:00.000Z',
    }),
  });
  await renderWithProviders(<AnswerPane theCase={theCase} onSent={jest.fn()} />, { login: aLogin({ role: 'doctor' }) });
  const line = (name: string) => screen.getByRole('heading', { name }).closest('summary')!;
  expect(await screen.findByText('0 von 2 beantwortet')).toBeVisible();
  expect(line('Zusammenfassung')).toHaveTextContent('Zusammenfassung fehlt noch');
  await userEvent.type(screen.getByLabelText('Zusammenfassung'), 'Gut.');
  expect(line('Zusammenfassung')).toHaveTextContent('Zusammenfassung geschrieben');
  await userEvent.clear(screen.getByLabelText('Zusammenfassung'));
  await userEvent.click(line('Zusammenfassung'));
  expect(screen.getByLabelText('Zusammenfassung')).not.toBeVisible();
  await send();
  await waitFor(() => expect(screen.getByLabelText('Zusammenfassung')).toBeVisible());
});

test('a doctor can take a case back from the patient; a failure is reported', async () => {
  const waiting = aProcessOverview({ status: 'with_patient', turn: 'patient' });
  api = fakeApi({ getDraft: null, takeBackCase: refusalWith('internal', 500) });
  const { currentPath } = await renderWithProviders(<AnswerPane theCase={waiting} onSent={jest.fn()} />, {
    login: aLogin({ role: 'doctor' }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Fall zurücknehmen' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Das hat nicht geklappt. Am Fall hat sich nichts geändert.',
  );
  api.change({ takeBackCase: { ...waiting, status: 'with_doctor' } });
  await userEvent.click(screen.getByRole('button', { name: 'Fall zurücknehmen' }));
  await waitFor(() => expect(currentPath()).toBe(`/doctor/patient/${waiting.patient.id}/process/${waiting.id}/answer`));
  expect(api.callsOf('takeBackCase').at(-1)).toMatchObject({
    params: { id: waiting.id },
    body: { version: waiting.version },
  });
});
