import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  aPage,
  aProcessOverview,
  aTodo,
  fakeApi,
  refusalWith,
  renderWithProviders,
  someSettings,
} from '@konsil/testing';
import type { FakeAnswers, FakeApi } from '@konsil/testing';
import { CaseTodosPage, EditTodoPage, TodosPage } from './TodosPages.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const theCase = aProcessOverview();
const own = { role: 'patient' as const, name: 'Miriam Adler', mine: true };
const todo = aTodo({ case_id: theCase.id, title: 'Hausarzt anrufen', assignee: 'patient', created_by: own });
const open = (answers: FakeAnswers) => {
  api = fakeApi({ getCase: theCase, getSettings: someSettings(), getDraft: null, ...answers });
  const base = '/patient/process/:caseId/todos/:todoId/edit';
  return renderWithProviders(<EditTodoPage />, {
    path: base,
    route: base.replace(':caseId', theCase.id).replace(':todoId', todo.id),
  });
};

test('a ToDo that failed to load is not called missing, and can be retried', async () => {
  await open({ getTodo: refusalWith('unavailable', 503) });
  expect(await screen.findByText('Das konnte nicht geladen werden.')).toBeVisible();
  expect(screen.queryByText(/gibt es nicht/)).not.toBeInTheDocument();
  api.change({ getTodo: todo });
  await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
  expect(await screen.findByDisplayValue('Hausarzt anrufen')).toBeVisible();
});

test('says that a ToDo does not exist', async () => {
  await open({ getTodo: refusalWith('not_found', 404) });
  expect(await screen.findByRole('heading', { name: /gibt es nicht/ })).toBeVisible();
});

test('a ToDo from the doctor can be read and ticked, but not edited', async () => {
  const given = aTodo({
    ...todo,
    title: 'Blutbild machen lassen',
    created_by: { role: 'doctor', name: 'Dr. Elif Sandberg', mine: false },
  });
  await open({
    getTodo: given,
    updateTodo: { ...given, version: 2, completed_at: '2026-11-04T09:00:00Z' },
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Aufgabe ansehen' })).toBeVisible();
  expect(
    screen.getByText(
      'Dr. Elif Sandberg hat Ihnen diese Aufgabe gegeben. Ändern kann sie nur Dr. Elif Sandberg, abhaken können Sie sie hier.',
    ),
  ).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Blutbild machen lassen' }));
  await waitFor(() => expect(api.callsOf('updateTodo')[0]?.body).toEqual({ done: true, version: given.version }));
  expect(api.callsOf('getDraft')).toEqual([]);
});

test("a doctor's own ToDo does not ask the patient to act", async () => {
  await open({
    getTodo: aTodo({
      ...todo,
      assignee: 'doctor',
      created_by: { role: 'doctor', name: 'Dr. Elif Sandberg', mine: false },
    }),
  });
  expect(await screen.findByText('Dr. Elif Sandberg hat das für sich notiert. Sie müssen nichts tun.')).toBeVisible();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test("the patient's list requests only their own ToDos", async () => {
  api = fakeApi({ getSettings: someSettings(), listTodos: aPage([todo]) });
  await renderWithProviders(<TodosPage />, { route: '/patient/todos' });
  expect(await screen.findByRole('heading', { name: 'Hausarzt anrufen' })).toBeVisible();
  expect(api.callsOf('listTodos').map(({ query }) => query['assignee'])).toEqual(['patient']);
});

test("the list of a case requests only the patient's own ToDos", async () => {
  api = fakeApi({ getCase: theCase, getSettings: someSettings(), listCaseTodos: aPage([todo]) });
  await renderWithProviders(<CaseTodosPage />, {
    path: '/patient/process/:caseId/todos',
    route: `/patient/process/${theCase.id}/todos`,
  });
  expect(await screen.findByRole('heading', { name: 'Hausarzt anrufen' })).toBeVisible();
  expect(new Set(api.callsOf('listCaseTodos').map(({ query }) => query['assignee']))).toEqual(new Set(['patient']));
});

test('a ToDo by a helper names helper and owner, even if a name is missing', async () => {
  await open({
    getTodo: aTodo({ ...todo, created_by: { role: 'patient', name: '', mine: false, acting: true } }),
  });
  expect(await screen.findByText(/^Gelöschtes Konto für Miriam Adler hat Ihnen diese Aufgabe gegeben/)).toBeVisible();
});
