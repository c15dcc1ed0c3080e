import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aLogin, anAnswer, fakeApi, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { freezeQueue } from '../queue/frozen-queue';
import { AnswerPane } from './AnswerPane';
import { theCase } from './answer-pane.testing';

let api: FakeApi;
// The text that was written last is kept for the tab.
beforeEach(() => sessionStorage.clear());
afterEach(() => {
  api.restore();
  freezeQueue(undefined);
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

test('a cancellation on behalf of the case owner names its author', async () => {
  const at = '2099-12-01T09:00:00.000Z';
  const cancelled = { at: '2026-11-23T09:00:00.000Z', by: 'patient' as const };
  const proposal = anAnswer({
    option: 'schedule_appointment',
    appointment: { proposed: [at], accepted: at, cancelled, place: '' },
  });
  const { id, option, answered_at, read_at } = proposal;
  const entry = {
    id,
    kind: 'appointment_cancelled' as const,
    at: cancelled.at,
    ref_id: id,
    count: null,
    subject: null,
    title_code: null,
    by: { role: 'patient' as const, name: 'Ayşe Demir', mine: false, acting: true },
  };
  api = fakeApi({ getDraft: null, listSnippets: [], getSettings: someSettings() });
  await renderWithProviders(
    <AnswerPane
      theCase={{
        ...theCase,
        answers: [proposal],
        last_answer: { id, option, answered_at, read_at },
        timeline: [entry],
      }}
      onSent={jest.fn()}
    />,
    { login: aLogin({ role: 'doctor' }) },
  );
  expect(await screen.findByText(/^Ayşe Demir für Miriam Adler hat den Termin abgesagt/)).toBeVisible();
});

test.each([
  [/^Termin vereinbaren/, 'Vorschlag 1'],
  [/^Andere Ärztin/, 'Ärztin oder Arzt aus dem Verzeichnis'],
])('of the kind %s, the field that matters stands before the text', async (kind, label) => {
  api = fakeApi({ getDraft: null, listSnippets: [], listDoctors: [], getSettings: someSettings() });
  await renderWithProviders(<AnswerPane theCase={theCase} onSent={jest.fn()} />, { login: aLogin({ role: 'doctor' }) });
  await userEvent.click(await screen.findByRole('radio', { name: kind }));
  const field = await screen.findByLabelText(label);
  const [text] = screen.getAllByRole('textbox').filter((box) => box.getAttribute('name') === 'answer');
  expect(field.compareDocumentPosition(text as HTMLElement)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
