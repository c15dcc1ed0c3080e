import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  aMessage,
  anId,
  aPage,
  fakeApi,
  fakeSight,
  refusalWith,
  renderWithProviders,
  someSettings,
} from '@konsil/testing';
import type { FakeApi, FakeSight } from '@konsil/testing';
import { CaseThread } from './CaseThread';

let api: FakeApi;
let sight: FakeSight;
beforeEach(() => {
  sight = fakeSight();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  sight.restore();
  api.restore();
});

const caseId = anId();
const report = { id: anId(), name: 'Laborbefund, 12.10.2026', file: 'Labor_1.pdf', to: '/documents/labor' };
const letter = { id: anId(), name: 'Arztbrief, 02.10.2026', file: 'Brief.pdf', to: '/documents/letter' };

test('lists attached documents as links; an archived one is marked', async () => {
  api = fakeApi({
    listCaseMessages: aPage([aMessage({ case_id: caseId, direction: 'sent', document_ids: [report.id, anId()] })]),
  });
  await renderWithProviders(<CaseThread formPath="/write" caseId={caseId} documents={[letter, report]} />);
  expect(await screen.findByRole('link', { name: 'Laborbefund, 12.10.2026, Labor_1.pdf' })).toHaveAttribute(
    'href',
    report.to,
  );
  expect(screen.queryByRole('link', { name: /^Arztbrief/ })).toBeNull();
  expect(screen.getByText('Ein beigelegtes Dokument ist im Archiv.')).toBeVisible();
});

test('a message without documents has no list; an empty thread explains itself', async () => {
  api = fakeApi({ listCaseMessages: aPage([aMessage({ case_id: caseId, direction: 'sent' })]) });
  const { unmount } = await renderWithProviders(<CaseThread formPath="/write" caseId={caseId} documents={[report]} />);
  await screen.findByRole('heading', { level: 3 });
  expect(screen.queryByRole('list', { name: 'Beigelegte Unterlagen' })).toBeNull();
  unmount();
  api.change({ listCaseMessages: aPage([]) });
  await renderWithProviders(<CaseThread formPath="/write" caseId={caseId} documents={[report]} />);
  expect(await screen.findByText(/^Keine Nachrichten gefunden\. Was Sie hier schreiben/)).toBeVisible();
});

const comesIntoSight = (element: Element) => {
  jest.useFakeTimers();
  act(() => sight.show(element));
  act(() => jest.advanceTimersByTime(2000));
  jest.useRealTimers();
};
const openUnread = async () => {
  const [newest, older] = [
    aMessage({ case_id: caseId, subject: 'Oben' }),
    aMessage({ case_id: caseId, subject: 'Weit unten' }),
  ];
  api = fakeApi({
    listCaseMessages: aPage([newest, older]),
    updateMessage: ({ params }) => ({
      ...(params['id'] === newest.id ? newest : older),
      unread: false,
      read_at: '2026-11-04T09:00:00.000Z',
    }),
  });
  await renderWithProviders(<CaseThread formPath="/write" caseId={caseId} documents={[]} />);
  const items = await screen.findAllByRole('listitem');
  return { newest, items: items as [HTMLElement, HTMLElement] };
};
const marked = () => api.callsOf('updateMessage').map(({ params, body }) => [params['id'], body]);

test('a message counts as read once it was visible, not when far below', async () => {
  const { newest, items } = await openUnread();
  expect(marked()).toEqual([]);
  comesIntoSight(items[0]);
  await waitFor(() => expect(marked()).toEqual([[newest.id, { read: true }]]));
  expect(within(items[1]).getByText('neu')).toBeVisible();
});

test('a message that arrived in a hidden tab is read when the tab is shown', async () => {
  const { newest, items } = await openUnread();
  const state = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  comesIntoSight(items[0]);
  expect(marked()).toEqual([]);
  jest.useFakeTimers();
  state.mockReturnValue('visible');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  act(() => jest.advanceTimersByTime(2000));
  jest.useRealTimers();
  await waitFor(() => expect(marked()).toEqual([[newest.id, { read: true }]]));
});

test('an own message can be edited until it was shown to the other side, read or not', async () => {
  const own = { case_id: caseId, direction: 'sent' as const, unread: false };
  api = fakeApi({
    listCaseMessages: aPage([aMessage({ ...own }), aMessage({ ...own, shown_at: '2026-11-03T12:00:00.000Z' })]),
  });
  await renderWithProviders(<CaseThread formPath="/write" caseId={caseId} documents={[]} />);
  const [fresh, shown] = await screen.findAllByRole('listitem');
  expect(fresh).toHaveTextContent('Noch nicht gelesen');
  expect(within(fresh as HTMLElement).getByRole('button', { name: 'Ändern' })).toBeVisible();
  expect(shown).toHaveTextContent('Angekommen, noch nicht gelesen');
  expect(within(shown as HTMLElement).queryByRole('button', { name: 'Ändern' })).toBeNull();
});

test('an unfinished edit survives a reload, until it is saved or discarded', async () => {
  const own = aMessage({ case_id: caseId, direction: 'sent', unread: false, subject: 'Blutwerte', message: 'Wann?' });
  api = fakeApi({
    getSettings: someSettings(),
    listCaseMessages: aPage([own]),
    getDraft: { content: { subject: 'Blutwerte', message: 'Wann darf ich' }, updated_at: '2026-11-03T11:00:00.000Z' },
    deleteDraft: { ok: true },
    saveDraft: ({ body }) => ({
      content: (body as { content: Record<string, unknown> }).content,
      updated_at: '2026-11-03T11:05:00.000Z',
    }),
    updateMessage: ({ body }) => ({ ...own, ...(body as object) }),
  });
  await renderWithProviders(<CaseThread formPath="/write" caseId={caseId} documents={[]} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Ändern' }));
  const text = await screen.findByRole('textbox', { name: 'Nachricht' });
  expect(text).toHaveValue('Wann darf ich');
  await userEvent.type(text, ' kommen?');
  await waitFor(() =>
    expect(api.callsOf('saveDraft').at(-1)).toMatchObject({
      params: { key: `message-edit%3A${own.id}` },
      body: { content: { message: 'Wann darf ich kommen?' } },
    }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Änderung speichern' }));
  await waitFor(() => expect(api.callsOf('deleteDraft')).toHaveLength(1));
  expect(await screen.findByText('Gespeichert')).toBeVisible();
  expect(api.callsOf('updateMessage')[0]?.body).toEqual({
    subject: 'Blutwerte',
    message: 'Wann darf ich kommen?',
    version: 1,
  });
});

test('a long conversation shows its length and a search; a short one does not', async () => {
  const [found] = [aMessage({ case_id: caseId, direction: 'sent', unread: false, subject: 'Blutwerte' })];
  const thread = Array.from({ length: 11 }, () => aMessage({ case_id: caseId, direction: 'sent', unread: false }));
  api = fakeApi({
    getSettings: someSettings(),
    listCaseMessages: ({ query }) =>
      aPage(query['search'] === undefined ? thread : query['search'] === 'blut' ? [found] : []),
  });
  const { unmount } = await renderWithProviders(<CaseThread formPath="/write" caseId={caseId} documents={[]} />);
  expect(await screen.findByText('11 Nachrichten')).toBeVisible();
  const search = screen.getByRole('searchbox', { name: 'Unterhaltung durchsuchen' });
  await userEvent.type(search, 'blut');
  expect(await screen.findByText('1 Nachricht')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Blutwerte' })).toBeVisible();
  await userEvent.type(search, 'x');
  expect(await screen.findByText('Keine Nachrichten gefunden zu „blutx“.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Suche leeren' }));
  expect(search).toHaveFocus();
  expect(await screen.findByText('11 Nachrichten')).toBeVisible();
  unmount();
  api.change({ listCaseMessages: aPage(thread.slice(0, 10)) });
  await renderWithProviders(<CaseThread formPath="/write" caseId={anId()} documents={[]} />);
  await screen.findAllByRole('heading', { level: 3 });
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('a long conversation can be sorted oldest first and filtered by side', async () => {
  const thread = Array.from({ length: 11 }, () => aMessage({ case_id: caseId, direction: 'sent', unread: false }));
  api = fakeApi({ getSettings: someSettings(), listCaseMessages: ({ query }) => aPage(query['box'] ? [] : thread) });
  await renderWithProviders(<CaseThread formPath="/write" caseId={caseId} documents={[]} />);
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Reihenfolge' }), 'Älteste zuerst');
  await waitFor(() => expect(api.callsOf('listCaseMessages').at(-1)?.query).toEqual({ sort: 'oldest' }));
  const side = screen.getByRole('combobox', { name: 'Anzeigen' });
  await userEvent.selectOptions(side, 'empfangen');
  await waitFor(() =>
    expect(api.callsOf('listCaseMessages').at(-1)?.query).toEqual({ box: 'received', sort: 'oldest' }),
  );
  expect(await screen.findByText('Keine Nachrichten gefunden.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Filter zurücksetzen' }));
  expect(await screen.findByText('11 Nachrichten')).toBeVisible();
  expect(side).toHaveDisplayValue('alle');
});

test('an edit does not overwrite a change from another window unseen', async () => {
  const own = aMessage({ case_id: caseId, direction: 'sent', unread: false, subject: 'Blutwerte', message: 'Wann?' });
  const newer = { ...own, version: 2, message: 'Wann darf ich anrufen?' };
  api = fakeApi({
    getSettings: someSettings(),
    listCaseMessages: aPage([own]),
    getDraft: null,
    deleteDraft: { ok: true },
    saveDraft: ({ body }) => ({
      content: (body as { content: Record<string, unknown> }).content,
      updated_at: '2026-11-03T11:05:00.000Z',
    }),
    updateMessage: ({ body }) =>
      (body as { version: number }).version < 2 ? refusalWith('version_conflict', 409, { current: newer }) : newer,
  });
  await renderWithProviders(<CaseThread formPath="/write" caseId={caseId} documents={[]} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Ändern' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Nachricht' }), ' Morgen?');
  await userEvent.click(screen.getByRole('button', { name: 'Änderung speichern' }));
  expect(await screen.findByText('Wann darf ich anrufen?')).toBeVisible();
  expect(screen.getByText(/^Die Nachricht wurde in einem anderen Fenster geändert/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Nachricht' })).toHaveValue('Wann? Morgen?');
  await userEvent.click(screen.getByRole('button', { name: 'Änderung speichern' }));
  await waitFor(() =>
    expect(api.callsOf('updateMessage').at(-1)?.body).toEqual({
      subject: 'Blutwerte',
      message: 'Wann? Morgen?',
      version: 2,
    }),
  );
});

test('an own message can be withdrawn if the server allows it; its text is restored', async () => {
  const own = { case_id: caseId, direction: 'sent' as const, unread: false };
  const sent = aMessage({ ...own, withdrawable: true });
  api = fakeApi({
    listCaseMessages: aPage([sent, aMessage({ ...own, shown_at: '2026-11-03T12:00:00.000Z' })]),
    withdrawSending: () => {
      api.change({ listCaseMessages: aPage([]) });
      return { kind: 'message', case_id: caseId, body: {} };
    },
  });
  const { currentPath } = await renderWithProviders(<CaseThread formPath="/write" caseId={caseId} documents={[]} />);
  const [first, second] = await screen.findAllByRole('listitem');
  expect(within(second as HTMLElement).queryByRole('button', { name: 'Nachricht zurückziehen' })).toBeNull();
  await userEvent.click(await within(first as HTMLElement).findByRole('button', { name: 'Nachricht zurückziehen' }));
  const question = await screen.findByRole('alertdialog', { name: 'Nachricht zurückziehen?' });
  expect(question).toHaveTextContent('aber nicht, was darin stand');
  expect(api.callsOf('withdrawSending')).toEqual([]);
  await userEvent.click(within(question).getByRole('button', { name: 'Zurückziehen' }));
  await waitFor(() => expect(currentPath()).toBe('/write'));
  expect(api.callsOf('withdrawSending')).toMatchObject([{ params: { id: sent.id } }]);
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
});

test('reports that a message was opened before it could be withdrawn', async () => {
  const own = { case_id: caseId, direction: 'sent' as const, unread: false };
  api = fakeApi({
    listCaseMessages: aPage([aMessage({ ...own, withdrawable: true })]),
    withdrawSending: refusalWith('already_read', 409),
  });
  const { currentPath } = await renderWithProviders(<CaseThread formPath="/write" caseId={caseId} documents={[]} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Nachricht zurückziehen' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Zurückziehen' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Es wurde inzwischen geöffnet und lässt sich nicht mehr zurückziehen.',
  );
  expect(currentPath()).not.toBe('/write');
});

test('a message on behalf of the owner names both, and only its author can edit it', async () => {
  const ofOther = aMessage({
    case_id: caseId,
    direction: 'sent',
    shown_at: null,
    sender: { role: 'patient', name: 'Ayşe Demir', acting: true, other: true },
  });
  const { patient } = ofOther;
  api = fakeApi({ listCaseMessages: aPage([ofOther]) });
  const { unmount } = await renderWithProviders(<CaseThread formPath="/write" caseId={caseId} documents={[]} />);
  const name = `Ayşe Demir für ${patient.first_name} ${patient.last_name}`;
  expect(await screen.findByText(name)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Ändern' })).toBeNull();
  unmount();
  api.change({ listCaseMessages: aPage([{ ...ofOther, sender: { ...ofOther.sender, name: '' } }]) });
  await renderWithProviders(<CaseThread formPath="/write" caseId={caseId} documents={[]} />);
  expect(await screen.findByText(/^Gelöschtes Konto für /)).toBeVisible();
});
