import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  aMessage,
  anAnswer,
  aNamedDoctor,
  aPage,
  aProcessOverview,
  fakeApi,
  renderWithProviders,
  someSettings,
} from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { CaseMessagesPage, NewMessagePage } from './MessagesPages.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const withdrawn = aProcessOverview({ shared: false, turn: 'none' });
const path = '/patient/process/:caseId/messages';
const route = `/patient/process/${withdrawn.id}/messages`;
const serve = () => {
  api = fakeApi({ getCase: withdrawn, listCaseMessages: aPage([]), getSettings: someSettings() });
};

test('after the consent was withdrawn no message is begun, and the page says why', async () => {
  serve();
  await renderWithProviders(<NewMessagePage />, { route, path });
  expect(
    await screen.findByText(
      'Sie haben Ihre Einwilligung widerrufen. Dr. Elif Sandberg kann diesen Fall nicht mehr sehen und keine Nachricht dazu lesen.',
    ),
  ).toBeVisible();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

test('its thread can still be read, without a way to write', async () => {
  serve();
  await renderWithProviders(<CaseMessagesPage />, { route, path });
  expect(await screen.findByText(/Keine Nachrichten gefunden/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Neue Nachricht' })).not.toBeInTheDocument();
});

test('who does not have what is asked for reads the wish again, and says so in a message that gives the case back', async () => {
  const answer = anAnswer({ read_at: '2026-11-04T09:00:00.000Z' });
  const asked = aProcessOverview({
    status: 'with_patient',
    turn: 'patient',
    answers: [answer],
    last_answer: { id: answer.id, option: answer.option, answered_at: answer.answered_at, read_at: answer.read_at },
  });
  const drafts = {
    getDraft: null,
    deleteDraft: { ok: true as const },
    saveDraft: ({ body }: { body: unknown }) => ({
      ...(body as { content: Record<string, unknown> }),
      updated_at: '2026-11-04T09:00:00Z',
    }),
  };
  api = fakeApi({
    getCase: asked,
    listCaseMessages: aPage([]),
    getSettings: someSettings(),
    sendMessage: aMessage(),
    ...drafts,
  });
  await renderWithProviders(<NewMessagePage />, { route: `${route}/new?without=documents`, path: `${path}/new` });
  expect(await screen.findByRole('heading', { level: 1, name: 'Das habe ich nicht' })).toBeVisible();
  expect(screen.getByText('Es fehlt noch der Befund der Feinnadelpunktion.')).toBeVisible();
  expect(
    screen.getByText(
      /^Schreiben Sie kurz, was Sie nicht haben\. Mit dieser Nachricht ist Dr\.\sSandberg wieder dran\.$/,
    ),
  ).toBeVisible();
  expect(
    screen.getByText('Das lesen Sie und Dr. Elif Sandberg. Wird der Fall übergeben, liest es auch die neue Praxis.'),
  ).toBeVisible();
  expect(await screen.findByRole('textbox', { name: 'Betreff' })).toHaveValue('Fehlende Unterlagen');
  await userEvent.type(screen.getByRole('textbox', { name: 'Nachricht' }), 'Den gibt es nicht mehr.');
  await userEvent.click(screen.getByRole('button', { name: 'Nachricht senden' }));
  await waitFor(() =>
    expect(api.callsOf('sendMessage')[0]?.body).toMatchObject({
      message: 'Den gibt es nicht mehr.',
      without_documents: true,
    }),
  );
});

test('the thread offers to say that one does not have what is asked for, as long as it is', async () => {
  const answer = anAnswer();
  const asked = {
    answers: [answer],
    last_answer: { id: answer.id, option: answer.option, answered_at: answer.answered_at, read_at: answer.read_at },
  };
  for (const [status, times] of [
    ['with_patient', 1],
    ['with_doctor', 0],
  ] as const) {
    api = fakeApi({
      getCase: aProcessOverview({ ...asked, status }),
      listCaseMessages: aPage([]),
      getSettings: someSettings(),
    });
    const { unmount } = await renderWithProviders(<CaseMessagesPage />, { route, path });
    expect(await screen.findByRole('link', { name: 'Neue Nachricht' })).toBeVisible();
    expect(screen.queryAllByRole('link', { name: 'Das habe ich nicht' })).toHaveLength(times);
    unmount();
    api.restore();
  }
});

test('to a doctor who has left no message is begun, and both pages say why', async () => {
  const theirs = aProcessOverview({ doctor: aNamedDoctor({ left: true }) });
  api = fakeApi({ getCase: theirs, listCaseMessages: aPage([]), getSettings: someSettings(), getDraft: null });
  const { unmount } = await renderWithProviders(<NewMessagePage />, { route, path });
  expect(
    await screen.findByText(/Sandberg ist nicht mehr bei Konsil und liest keine Nachrichten mehr\.$/),
  ).toBeVisible();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  unmount();
  await renderWithProviders(<CaseMessagesPage />, { route, path });
  expect(await screen.findByText(/liest keine Nachrichten mehr\.$/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Neue Nachricht' })).not.toBeInTheDocument();
});

test('who is asked something answers a question, and the way there and the page say so', async () => {
  const answer = anAnswer({
    option: 'question_to_patient',
    answer: 'Seit wann haben Sie die Schmerzen?',
    read_at: '2026-11-04T09:00:00.000Z',
  });
  const asked = aProcessOverview({
    status: 'with_patient',
    turn: 'patient',
    answers: [answer],
    last_answer: { id: answer.id, option: answer.option, answered_at: answer.answered_at, read_at: answer.read_at },
  });
  api = fakeApi({ getCase: asked, listCaseMessages: aPage([]), getSettings: someSettings(), getDraft: null });
  const { unmount } = await renderWithProviders(<CaseMessagesPage />, { route, path });
  expect(await screen.findByRole('link', { name: 'Frage beantworten' })).toHaveAttribute(
    'href',
    `/patient/process/${asked.id}/messages/new`,
  );
  unmount();
  await renderWithProviders(<NewMessagePage />, { route, path });
  expect(await screen.findByRole('heading', { level: 1, name: 'Frage beantworten' })).toBeVisible();
  expect(screen.getByText('Seit wann haben Sie die Schmerzen?')).toBeVisible();
  expect(await screen.findByRole('textbox', { name: 'Betreff' })).toHaveValue('Antwort auf Ihre Frage');
  expect(screen.getByRole('form')).toHaveAccessibleName('Frage beantworten');
  expect(screen.queryByText('Neue Nachricht')).not.toBeInTheDocument();
});

test('a reply to an answer shows it and has its subject already, which can be changed', async () => {
  const answer = anAnswer({
    option: 'final_answer',
    answer: 'Der Knoten ist gutartig.',
    answered_at: '2026-11-04T09:00:00.000Z',
    read_at: '2026-11-04T10:00:00.000Z',
  });
  api = fakeApi({
    getCase: aProcessOverview({ status: 'answered', turn: 'none', answers: [answer] }),
    getSettings: someSettings(),
    getDraft: null,
  });
  await renderWithProviders(<NewMessagePage />, { route: `${route}/new?reply=${answer.id}`, path: `${path}/new` });
  expect(await screen.findByRole('textbox', { name: 'Betreff' })).toHaveValue('Zu Ihrer Antwort vom 04.11.2026');
  expect(screen.getByText('Der Knoten ist gutartig.')).toBeVisible();
});
