import { screen, waitFor, within } from '@testing-library/react';
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
import { UiProvider } from '@konsil/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { CaseMessagesPage, MessagesPage, NewMessagePage } from './MessagesPages.tsx';

let api: FakeApi;
afterEach(() => api.restore());

function RouterLinks({ children }: { children: ReactNode }) {
  return (
    <UiProvider portal="patient" ground="grey" linkComponent={Link}>
      {children}
    </UiProvider>
  );
}

describe('the messages of all cases', () => {
  const theCase = aProcessOverview();
  const message = aMessage({ case_id: theCase.id, subject: 'Punktion', unread: false });
  const found = aMessage({ ...message, subject: 'Gefunden' });
  const open = (search = '', locale: 'de' | 'en' = 'de') => {
    api = fakeApi({
      listMessages: ({ query }) => aPage([query['search'] ? found : message]),
      getCase: theCase,
      listCaseMessages: aPage([message]),
      getSettings: someSettings(),
      getDraft: null,
      updateMessage: message,
    });
    return renderWithProviders(<MessagesPage />, { route: `/patient/messages${search}`, locale, wrapper: RouterLinks });
  };

  test.each([
    ['de', 'Unterhaltung', /^Wählen Sie eine Nachricht\./],
    ['en', 'Conversation', /^Choose a message\./],
  ] as const)('a chosen one opens its thread beside the list, named by the URL (%s)', async (locale, name, choose) => {
    const { currentPath } = await open('', locale);
    const row = await screen.findByRole('link', { name: /Punktion/ });
    const beside = within(screen.getByRole('region', { name }));
    expect(beside.getByText(choose)).toBeVisible();
    expect(api.callsOf('listCaseMessages')).toHaveLength(0);
    await userEvent.click(row);
    const title = await beside.findByRole('heading', { level: 2, name: /^Dr\.? Elif Sandberg$/ });
    await waitFor(() => expect(title).toHaveFocus());
    expect(currentPath()).toBe(`/patient/messages?case=${theCase.id}`);
    expect(await beside.findByRole('article')).toHaveTextContent(message.message);
    expect(screen.getByRole('link', { name: /Punktion/ })).toHaveAttribute('aria-current', 'true');
    expect(row.compareDocumentPosition(title) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  });

  test('without messages only the empty list is shown, unless the URL names a case', async () => {
    api = fakeApi({ listMessages: aPage([]), getSettings: someSettings() });
    const { unmount } = await renderWithProviders(<MessagesPage />, {
      route: '/patient/messages',
      wrapper: RouterLinks,
    });
    expect(await screen.findByRole('link', { name: 'Meine Fälle' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Unterhaltung' })).toBeNull();
    expect(screen.queryByText(/^Wählen Sie eine Nachricht/)).toBeNull();
    unmount();
    api.restore();
    api = fakeApi({
      listMessages: aPage([]),
      getCase: theCase,
      listCaseMessages: aPage([]),
      getSettings: someSettings(),
      getDraft: null,
    });
    await renderWithProviders(<MessagesPage />, {
      route: `/patient/messages?case=${theCase.id}`,
      wrapper: RouterLinks,
    });
    expect(await screen.findByRole('heading', { level: 2, name: 'Dr. Elif Sandberg' })).toBeVisible();
  });

  test('the search stays when a thread is opened', async () => {
    await open();
    const user = userEvent.setup();
    await user.type(await screen.findByRole('searchbox'), 'Punktion');
    await user.click(await screen.findByRole('link', { name: /Gefunden/ }));
    expect(await screen.findByRole('heading', { level: 2, name: 'Dr. Elif Sandberg' })).toBeVisible();
    expect(screen.getByRole('searchbox')).toHaveValue('Punktion');
  });

  test('a URL with a case opens its thread at once', async () => {
    await open(`?case=${theCase.id}`);
    const beside = within(await screen.findByRole('region', { name: 'Unterhaltung' }));
    const title = await beside.findByRole('heading', { level: 2, name: 'Dr. Elif Sandberg' });
    expect(title).not.toHaveFocus();
    expect(beside.getByRole('link', { name: theCase.case_name })).toHaveAttribute(
      'href',
      `/patient/process/${theCase.id}`,
    );
  });

  test('without room for both, a thread is a page of its own', async () => {
    const wide = window.matchMedia;
    window.matchMedia = (media) => Object.assign(wide(media), { matches: false });
    try {
      const { unmount } = await open();
      expect(await screen.findByRole('link', { name: /Punktion/ })).toHaveAttribute(
        'href',
        `/patient/process/${theCase.id}/messages`,
      );
      expect(screen.queryByRole('region', { name: 'Unterhaltung' })).toBeNull();
      unmount();
      const { currentPath } = await open(`?case=${theCase.id}`);
      await waitFor(() => expect(currentPath()).toBe(`/patient/process/${theCase.id}/messages`));
    } finally {
      window.matchMedia = wide;
    }
  });
});

const withdrawn = aProcessOverview({ shared: false, turn: 'none' });
const path = '/patient/process/:caseId/messages';
const route = `/patient/process/${withdrawn.id}/messages`;
const serve = () => {
  api = fakeApi({ getCase: withdrawn, listCaseMessages: aPage([]), getSettings: someSettings() });
};

test('after a withdrawal no message can be started, and the page says why', async () => {
  serve();
  await renderWithProviders(<NewMessagePage />, { route, path });
  expect(
    await screen.findByText(
      'Sie haben Ihre Einwilligung widerrufen. Dr. Elif Sandberg kann diesen Fall nicht mehr sehen und keine Nachricht dazu lesen.',
    ),
  ).toBeVisible();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

test('the thread of a withdrawn case is still readable, without a form', async () => {
  serve();
  await renderWithProviders(<CaseMessagesPage />, { route, path });
  expect(await screen.findByText(/Keine Nachrichten gefunden/)).toBeVisible();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

test('"I don\'t have this" shows the request again and returns the case with a message', async () => {
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
  expect(await screen.findByText('Es fehlt noch der Befund der Feinnadelpunktion.')).toBeVisible();
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

test('the thread offers "I don\'t have this" while the request is open', async () => {
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
      getDraft: null,
    });
    const { unmount } = await renderWithProviders(<CaseMessagesPage />, { route, path });
    expect(await screen.findByRole('form', { name: 'Neue Nachricht' })).toBeVisible();
    expect(screen.queryAllByRole('link', { name: 'Das habe ich nicht' })).toHaveLength(times);
    unmount();
    api.restore();
  }
});

test('both pages say why a doctor who has left gets no new message', async () => {
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
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

test('a message that follows a question is labelled as an answer everywhere', async () => {
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
  expect(await screen.findByRole('form', { name: 'Frage beantworten' })).toBeVisible();
  expect(await screen.findByText('Seit wann haben Sie die Schmerzen?')).toBeVisible();
  unmount();
  await renderWithProviders(<NewMessagePage />, { route, path });
  expect(await screen.findByRole('heading', { level: 1, name: 'Frage beantworten' })).toBeVisible();
  expect(await screen.findByText('Seit wann haben Sie die Schmerzen?')).toBeVisible();
  expect(await screen.findByRole('textbox', { name: 'Betreff' })).toHaveValue('Antwort auf Ihre Frage');
  expect(screen.getByRole('form')).toHaveAccessibleName('Frage beantworten');
  expect(screen.queryByText('Neue Nachricht')).not.toBeInTheDocument();
});

test('a reply to an answer shows it and has an editable subject', async () => {
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

test('the thread is grouped by day, oldest first, with the message form below', async () => {
  const theCase = aProcessOverview();
  const drafts = {
    getDraft: null,
    deleteDraft: { ok: true as const },
    saveDraft: ({ body }: { body: unknown }) => ({
      ...(body as { content: Record<string, unknown> }),
      updated_at: '2026-11-04T09:00:00Z',
    }),
  };
  const message = (sent_at: string, changes: object) =>
    aMessage({ case_id: theCase.id, unread: false, subject: 'Blutwerte', sent_at, ...changes });
  api = fakeApi({
    getCase: theCase,
    getSettings: someSettings(),
    listCaseMessages: aPage([
      message('2026-11-04T09:00:00.000Z', { message: 'Am Montag.', direction: 'sent' }),
      message('2026-11-03T10:00:00.000Z', { message: 'Wann war das?' }),
      message('2026-11-03T09:00:00.000Z', { message: 'Danke für die Werte.' }),
    ]),
    sendMessage: aMessage(),
    ...drafts,
  });
  await renderWithProviders(<CaseMessagesPage />, { route, path });
  const rows = await within(await screen.findByRole('region', { name: 'Ihre Nachrichten' })).findAllByRole('listitem');
  expect(rows.map(({ textContent }) => /Danke|Wann|Montag/.exec(textContent ?? '')?.[0])).toEqual([
    'Danke',
    'Wann',
    'Montag',
  ]);
  // Each day is named once.
  expect(rows.map(({ textContent }) => /\d(?=\.\sNovember)/.exec(textContent ?? '')?.[0])).toEqual([
    '3',
    undefined,
    '4',
  ]);
  expect(screen.queryByRole('textbox', { name: 'Betreff' })).toBeNull();
  const text = await screen.findByRole('textbox', { name: 'Nachricht an Dr. Elif Sandberg' });
  expect(rows[2]?.compareDocumentPosition(text)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await userEvent.type(text, 'Seitdem geht es mir besser.');
  await userEvent.click(screen.getByRole('button', { name: 'Nachricht senden' }));
  await waitFor(() =>
    expect(api.callsOf('sendMessage')[0]?.body).toMatchObject({
      subject: 'Seitdem geht es mir besser.',
      message: 'Seitdem geht es mir besser.',
    }),
  );
});
