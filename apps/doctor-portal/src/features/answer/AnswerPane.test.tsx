import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  aCase,
  aLogin,
  aProcessOverview,
  fakeApi,
  refusalWith,
  renderWithProviders,
  someSettings,
} from '@konsil/testing';
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

test('the plain-language field of a question is collapsed; its text is sent if written', async () => {
  const { onSent } = await open();
  await userEvent.type(screen.getByLabelText('Antwort auf Frage 1'), 'Hemithyreoidektomie.');
  const words = screen.getByLabelText('Einfache Worte zu Frage 1');
  expect(words).not.toBeVisible();
  await userEvent.click(screen.getByText('Auch in einfachen Worten (freiwillig)'));
  expect(words).toBeVisible();
  await userEvent.type(words, 'Ja, x');
  await userEvent.clear(words);
  expect(words).toBeVisible();
  await userEvent.type(words, 'Ja, die Hälfte.{Control>}{Enter}{/Control}');
  await userEvent.type(await screen.findByLabelText('Antwort auf Frage 2'), 'Bis Januar.');
  await finish();
  await userEvent.type(screen.getByLabelText('Zusammenfassung'), 'Gutartig.');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(onSent).toHaveBeenCalledTimes(1));
  const { question_answers: sent } = api.callsOf('answerPatient')[0]?.body as { question_answers: object[] };
  expect(sent).toEqual([
    {
      question_id: questions[0]?.id,
      question: questions[0]?.text,
      text: 'Hemithyreoidektomie.',
      plain_words: 'Ja, die Hälfte.',
    },
    { question_id: questions[1]?.id, question: questions[1]?.text, text: 'Bis Januar.' },
  ]);
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

test('a to-do is due in two weeks unless another term is pressed', async () => {
  await open();
  await userEvent.selectOptions(screen.getByLabelText('Aufgabe'), 'eigene Aufgabe');
  expect(screen.getByRole('button', { name: '2 Wochen' })).toHaveAttribute('aria-pressed', 'true');
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

test.each(['Rückfrage', 'Weitere Unterlagen nötig', 'Termin vereinbaren'])(
  'with %s the questions are collapsed below the main field',
  async (kind) => {
    await open();
    await userEvent.click(screen.getByRole('radio', { name: new RegExp(`^${kind}`) }));
    const questions = screen.getByText('Fragen der Patientin').closest('details') as HTMLElement;
    expect(questions).not.toHaveAttribute('open');
    const [text] = screen.getAllByRole('textbox');
    expect(text?.compareDocumentPosition(questions)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getByRole('textbox', { name: 'Frist' }).compareDocumentPosition(questions)).toBe(
      Node.DOCUMENT_POSITION_PRECEDING,
    );
  },
);

test('names a missing due date if nothing else is missing', async () => {
  await open();
  await userEvent.click(screen.getByRole('radio', { name: /^Rückfrage/ }));
  await userEvent.type(screen.getByLabelText('Ihre Frage'), 'Nehmen Sie Hormone?');
  expect(screen.getByText(/Aufgabe „Frage beantworten“ bis \d/)).toBeVisible();
  await userEvent.clear(screen.getByRole('textbox', { name: 'Frist' }));
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

test('a non-final answer includes finished question answers only if the doctor chooses', async () => {
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

test('a lost connection keeps the text', async () => {
  await open({ answerPatient: refusalWith('internal', 500) });
  await userEvent.click(screen.getByRole('radio', { name: /Rückfrage/ }));
  await userEvent.selectOptions(screen.getByLabelText('Aufgabe'), 'keine Aufgabe');
  await userEvent.type(screen.getByLabelText('Ihre Frage'), 'Nehmen Sie Hormone?');
  await send();
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByLabelText('Ihre Frage')).toHaveValue('Nehmen Sie Hormone?');
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
