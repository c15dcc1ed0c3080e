import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aPage, aProcessOverview, aTodo, fakeApi, refuse, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeAnswers, FakeApi } from '@konsil/testing';
import { EditTodoPage } from './TodosPages.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const theCase = aProcessOverview();
const todo = aTodo({ case_id: theCase.id, title: 'Hausarzt anrufen', assignee: 'patient' });
const open = (answers: FakeAnswers) => {
  api = fakeApi({ getCase: theCase, getSettings: someSettings(), getDraft: null, ...answers });
  const base = '/patient/process/:caseId/todos/:todoId/edit';
  return renderWithProviders(<EditTodoPage />, { path: base, route: base.replace(':caseId', theCase.id).replace(':todoId', todo.id) });
};

test('a to-do whose list did not come is not said to be gone, and comes with the next try', async () => {
  await open({ listCaseTodos: refuse('unavailable', 503) });
  expect(await screen.findByText('Das konnte nicht geladen werden.')).toBeVisible();
  expect(screen.queryByText(/gibt es nicht/)).not.toBeInTheDocument();
  api.change({ listCaseTodos: aPage([todo]) });
  await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
  expect(await screen.findByDisplayValue('Hausarzt anrufen')).toBeVisible();
});

test('a to-do that is not there is said to be gone', async () => {
  await open({ listCaseTodos: aPage([]) });
  expect(await screen.findByRole('heading', { name: /gibt es nicht/ })).toBeVisible();
});
