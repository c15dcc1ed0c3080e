import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refreshAll } from '@konsil/api/live';
import {
  anId,
  aPage,
  aPatientName,
  aTodo,
  fakeApi,
  refusalWith,
  renderWithProviders,
  someSettings,
} from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { CaseTodoList, TodoList } from './TodoList.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const caseId = '0b6f2f0e-6a1c-4b51-9d7e-2a4f7c0e9b11';
const open = async (answers: Parameters<typeof fakeApi>[0], showPriority = false) => {
  api = fakeApi({ getSettings: someSettings(), ...answers });
  return renderWithProviders(
    <CaseTodoList
      caseId={caseId}
      showPriority={showPriority}
      editPath={({ id, created_by }) => (created_by.mine ? `/todos/${id}` : undefined)}
    />,
    { route: '/todos' },
  );
};

test("a built-in ToDo is shown in the reader's language, with its overdue state", async () => {
  await open({
    listCaseTodos: aPage([
      aTodo({
        title: 'Upload the missing documents',
        content: 'Upload the missing documents',
        title_code: 'upload_documents',
        deadline: '2020-01-03',
      }),
    ]),
  });
  expect(await screen.findByRole('heading', { name: 'Fehlende Unterlagen hochladen' })).toBeVisible();
  expect(screen.queryByText('Upload the missing documents')).toBeNull();
  expect(screen.getByText(/Überfällig seit/)).toBeVisible();
  expect(screen.getByRole('status', { name: '' })).toHaveTextContent('1 Aufgabe');
});

test('ticking shows at once, sends the version seen, and can be undone', async () => {
  const todo = aTodo({ version: 3 });
  let done = false;
  await open({
    listCaseTodos: () =>
      aPage([{ ...todo, version: done ? 4 : 3, completed_at: done ? '2026-11-04T09:00:00Z' : null }]),
    updateTodo: ({ body }) => {
      done = (body as { done: boolean }).done;
      return { ...todo, version: 4, completed_at: done ? '2026-11-04T09:00:00Z' : null };
    },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('checkbox', { name: todo.title }));
  await waitFor(() => expect(api.callsOf('updateTodo')[0]?.body).toEqual({ done: true, version: 3 }));
  await screen.findByText('Aufgabe erledigt');
  expect(screen.getByRole('checkbox', { name: todo.title })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Rückgängig' }));
  await waitFor(() => expect(api.callsOf('updateTodo')[1]?.body).toEqual({ done: false, version: 4 }));
  await waitFor(() => expect(screen.getByRole('checkbox', { name: todo.title })).not.toBeChecked());
});

test('unticking at once is saved after the tick, based on its new version', async () => {
  const todo = aTodo({ version: 3 });
  const answers: (() => void)[] = [];
  await open({
    listCaseTodos: aPage([todo]),
    updateTodo: ({ body }) => {
      const { done, version } = body as { done: boolean; version: number };
      const after = { ...todo, version: version + 1, completed_at: done ? '2026-11-04T09:00:00Z' : null };
      return new Promise((resolve) => answers.push(() => resolve(after)));
    },
  });
  const user = userEvent.setup();
  const box = await screen.findByRole('checkbox', { name: todo.title });
  await user.dblClick(box);
  await waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.();
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.();
  expect(await screen.findByText('Aufgabe wieder offen')).toBeVisible();
  expect(box).not.toBeChecked();
  expect(api.callsOf('updateTodo').map(({ body }) => body)).toEqual([
    { done: true, version: 3 },
    { done: false, version: 4 },
  ]);
});

test('a tick that fails to save is reverted and reported', async () => {
  const todo = aTodo();
  await open({ listCaseTodos: aPage([todo]), updateTodo: refusalWith('unavailable', 503) });
  await userEvent.click(await screen.findByRole('checkbox', { name: todo.title }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Die Aufgabe ist unverändert');
  expect(screen.getByRole('checkbox', { name: todo.title })).not.toBeChecked();
});

test('a ToDo links to the answer that created it', async () => {
  const [asked, own] = [aTodo({ title: 'Befund holen', answer_id: anId() }), aTodo({ title: 'Eigen' })];
  api = fakeApi({ getSettings: someSettings(), listCaseTodos: aPage([asked, own]) });
  await renderWithProviders(<CaseTodoList caseId={caseId} answerPath={(_, answerId) => `/answers/${answerId}`} />, {
    route: '/todos',
  });
  expect(await screen.findByRole('link', { name: 'Zur Antwort, die darum bat: Befund holen' })).toHaveAttribute(
    'href',
    `/answers/${asked.answer_id}`,
  );
  expect(screen.getAllByText('Zur Antwort')).toHaveLength(1);
});

test('a doctor sees case and assignee; own ToDos are "for me"', async () => {
  const todo = aTodo({
    assignee: 'doctor',
    patient: aPatientName({ first_name: 'Paul', last_name: 'Krüger' }),
    case_name: 'Struma',
  });
  api = fakeApi({ getSettings: someSettings(), listTodos: aPage([todo]) });
  await renderWithProviders(<TodoList reader="doctor" showPriority casePath={() => '/case'} />, { route: '/todos' });
  expect(await screen.findByRole('link', { name: 'Fall: Struma (Paul Krüger)' })).toBeVisible();
  expect(screen.getByText('Für Sie')).toBeVisible();
});

test("doctors' rows have short dates, and name the author only if it is someone else", async () => {
  const soon = '2090-01-04';
  const [own, theirs] = [
    aTodo({ title: 'Eigen', deadline: soon, created_by: { role: 'doctor', name: 'Dr. Elif Sandberg', mine: true } }),
    aTodo({ title: 'Fremd', deadline: soon, created_by: { role: 'patient', name: 'Miriam Adler', mine: false } }),
  ];
  api = fakeApi({ getSettings: someSettings(), listTodos: aPage([own, theirs]) });
  await renderWithProviders(<TodoList reader="doctor" showPriority casePath={() => '/case'} />, { route: '/todos' });
  const [first, second] = (await screen.findAllByRole('checkbox')).map((box) => box.closest('li'));
  expect(first).toHaveTextContent(/Bis Mi, 4\.\sJanuar\s2090/);
  expect(first).not.toHaveTextContent('Von Ihnen');
  expect(second).toHaveTextContent('Von Miriam Adler');
});

test('only editable ToDos have an edit link', async () => {
  await open({
    listCaseTodos: aPage([
      aTodo({ title: 'Fremd' }),
      aTodo({ title: 'Eigen', created_by: { role: 'patient', name: 'Miriam Adler', mine: true } }),
    ]),
  });
  expect(await screen.findByRole('link', { name: 'Aufgabe ändern: Eigen' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Aufgabe ändern: Fremd' })).toBeNull();
});

test('a ToDo of the other side can be read but not ticked', async () => {
  api = fakeApi({
    getSettings: someSettings(),
    listCaseTodos: aPage([aTodo({ title: 'Konsil einholen', assignee: 'doctor' })]),
  });
  await renderWithProviders(<CaseTodoList caseId={caseId} mayTick={({ assignee }) => assignee === 'patient'} />, {
    route: '/todos',
  });
  expect(await screen.findByRole('heading', { name: 'Konsil einholen' })).toBeVisible();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.getByText('Für: Ärztin oder Arzt')).toBeVisible();
});

test('shows the priority only where requested', async () => {
  await open({ listCaseTodos: aPage([aTodo({ priority: 'high' })]) });
  await screen.findByRole('checkbox');
  expect(screen.queryByText('hoch')).toBeNull();
});

test('shows the priority as a word', async () => {
  await open({ listCaseTodos: aPage([aTodo({ priority: 'high' })]) }, true);
  expect(await screen.findByText('hoch')).toBeVisible();
});

test('an empty list has no search', async () => {
  await open({ listCaseTodos: aPage([]) });
  expect(await screen.findByText('Keine Aufgaben gefunden. Im Moment ist nichts zu tun.')).toBeVisible();
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.queryByText('0 Aufgaben')).toBeNull();
});

test('a single ToDo shows its count without search and filters; two have them', async () => {
  await open({ listCaseTodos: aPage([aTodo()]) });
  await screen.findByRole('checkbox');
  expect(screen.getByText('1 Aufgabe')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('searchbox')).toBeNull());
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.queryByRole('combobox')).toBeNull();
  api.change({ listCaseTodos: aPage([aTodo(), aTodo()]) });
  await renderWithProviders(<CaseTodoList caseId={anId()} />, { route: '/todos' });
  expect(await screen.findByRole('searchbox')).toBeVisible();
  expect(await screen.findByText('2 Aufgaben')).toBeVisible();
  expect(screen.getByRole('searchbox')).toBeVisible();
});

test('keeps a focused search field with its text when the list becomes empty', async () => {
  const { store } = await open({
    listCaseTodos: aPage([aTodo({ title: 'Blut abnehmen' }), aTodo({ title: 'Befund holen' })]),
  });
  const field = await screen.findByRole('searchbox');
  await userEvent.click(field);
  api.change({ listCaseTodos: aPage([]) });
  act(() => refreshAll(store));
  expect(await screen.findByText('Keine Aufgaben gefunden. Im Moment ist nichts zu tun.')).toBeVisible();
  await userEvent.type(field, 'Labor');
  expect(await screen.findByText('Keine Aufgaben gefunden zu „Labor“.')).toBeVisible();
  await userEvent.clear(field);
  expect(await screen.findByText('Keine Aufgaben gefunden. Im Moment ist nichts zu tun.')).toBeVisible();
  expect(field).toHaveFocus();
});

test('a list emptied by a filter offers to show everything', async () => {
  await open({
    listCaseTodos: ({ query }) =>
      aPage(query['state'] ? [] : [aTodo({ title: 'Blut abnehmen' }), aTodo({ title: 'Befund holen' })]),
  });
  await screen.findByRole('checkbox', { name: 'Befund holen' });
  await userEvent.click(screen.getByRole('radio', { name: 'Überfällig' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Filter zurücksetzen' }));
  expect(screen.getByRole('radio', { name: 'Alle' })).toBeChecked();
  expect(await screen.findByRole('checkbox', { name: 'Befund holen' })).toBeVisible();
});

test('shows a failure in place, with a retry', async () => {
  await open({ listCaseTodos: refusalWith('unavailable', 503) });
  expect(await screen.findByRole('alert')).toHaveTextContent('Die Aufgaben konnten nicht geladen werden.');
  api.change({ listCaseTodos: aPage([aTodo({ title: 'Wieder da' })]) });
  await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
  expect(await screen.findByRole('heading', { name: 'Wieder da' })).toBeVisible();
});

test('the same ToDo in two cases has names with the case for checkbox and links', async () => {
  const inCase = (case_name: string, first_name: string) =>
    aTodo({
      title: 'Termin auswählen',
      case_name,
      patient: aPatientName({ first_name, last_name: 'Vogt' }),
      answer_id: anId(),
    });
  api = fakeApi({ getSettings: someSettings(), listTodos: aPage([inCase('Knie', 'Mara'), inCase('Hüfte', 'Jonas')]) });
  await renderWithProviders(
    <TodoList
      casePath={({ id }) => `/cases/${id}`}
      editPath={({ id }) => `/todos/${id}`}
      answerPath={(_, id) => `/answers/${id}`}
    />,
    { route: '/todos' },
  );
  expect(await screen.findByRole('checkbox', { name: 'Termin auswählen, Fall: Knie (Mara Vogt)' })).toBeVisible();
  expect(
    screen.getByRole('link', { name: 'Aufgabe ändern: Termin auswählen, Fall: Hüfte (Jonas Vogt)' }),
  ).toBeVisible();
  expect(
    screen.getByRole('link', { name: 'Zur Antwort, die darum bat: Termin auswählen, Fall: Hüfte (Jonas Vogt)' }),
  ).toBeVisible();
});

test('a list opens with its default filters; "all" is kept in the URL', async () => {
  const theirs = aTodo({ patient: aPatientName({ first_name: 'Paul', last_name: 'Krüger' }), assignee: 'patient' });
  api = fakeApi({ getSettings: someSettings(), listTodos: aPage([theirs, aTodo()]) });
  await renderWithProviders(
    <TodoList reader="doctor" showPriority usual={{ state: 'open', assignee: 'doctor' }} casePath={() => '/case'} />,
    { route: '/todos' },
  );
  expect(await screen.findByText('Für: Paul Krüger')).toBeVisible();
  expect(api.callsOf('listTodos')[0]?.query).toEqual({ state: 'open', assignee: 'doctor' });
  expect(screen.getByRole('radio', { name: 'Offen' })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: 'Alle' }));
  await waitFor(() => expect(api.callsOf('listTodos').at(-1)?.query).toEqual({ assignee: 'doctor' }));
  expect(screen.getByRole('radio', { name: 'Alle' })).toBeChecked();
});

test('a ToDo written by a helper names helper and owner', async () => {
  const patient = aPatientName();
  const created_by = { role: 'patient' as const, name: 'Ayşe Demir', mine: false, acting: true };
  await open({ listCaseTodos: aPage([aTodo({ created_by, patient })]) });
  expect(
    await screen.findByText(new RegExp(`Ayşe Demir für ${patient.first_name} ${patient.last_name}`)),
  ).toBeVisible();
});
