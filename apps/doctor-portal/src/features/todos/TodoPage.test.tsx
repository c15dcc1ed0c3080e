import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  aLogin,
  aProcessOverview,
  aTodo,
  fakeApi,
  refusalWith,
  renderWithProviders,
  someSettings,
} from '@konsil/testing';
import type { FakeAnswers, FakeApi } from '@konsil/testing';
import TodoPage from './TodoPage.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const theCase = aProcessOverview();
const own = { role: 'doctor' as const, name: 'Dr. Elif Sandberg', mine: true };
const patients = { role: 'patient' as const, name: 'Miriam Adler', mine: false };
const todo = aTodo({ case_id: theCase.id, title: 'Befund anfordern', assignee: 'doctor', created_by: own });
const open = (answers: FakeAnswers) => {
  api = fakeApi({ getCase: theCase, getSettings: someSettings(), getDraft: null, ...answers });
  const path = '/doctor/patient/:patientId/process/:caseId/todos/:todoId/edit';
  return renderWithProviders(<TodoPage />, {
    login: aLogin({ role: 'doctor' }),
    path,
    route: path.replace(':patientId', theCase.patient.id).replace(':caseId', theCase.id).replace(':todoId', todo.id),
  });
};

test('a doctor can edit their own ToDo', async () => {
  await open({ getTodo: todo });
  expect(await screen.findByDisplayValue('Befund anfordern')).toBeVisible();
});

test("a patient's ToDo is read, without a form that would be refused", async () => {
  await open({ getTodo: aTodo({ ...todo, assignee: 'patient', created_by: patients }) });
  expect(await screen.findByRole('heading', { level: 1, name: 'Aufgabe ansehen' })).toBeVisible();
  expect(
    screen.getByText('Miriam Adler hat das für sich notiert. Ändern und abhaken kann es nur Miriam Adler.'),
  ).toBeVisible();
  expect([screen.queryByRole('textbox'), screen.queryByRole('checkbox')]).toEqual([null, null]);
  expect(api.callsOf('getDraft')).toEqual([]);
});

test('a ToDo from a previous doctor can be ticked, but not edited', async () => {
  const given = aTodo({ ...todo, created_by: { ...own, name: 'Dr. Jonas Weber', mine: false } });
  await open({ getTodo: given, updateTodo: { ...given, version: 2, completed_at: '2026-11-04T09:00:00Z' } });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Befund anfordern' }));
  await waitFor(() => expect(api.callsOf('updateTodo')[0]?.body).toEqual({ done: true, version: given.version }));
  expect(screen.queryByRole('textbox')).toBeNull();
});

test.each([
  ['does not exist', { getTodo: refusalWith('not_found', 404) }, 'Diese Aufgabe gibt es nicht mehr.'],
  ['is one of another case', { getTodo: aTodo({ ...todo, case_id: todo.id }) }, 'Diese Aufgabe gibt es nicht mehr.'],
  [
    'is in a case that is not shared',
    { getCase: refusalWith('not_found', 404) },
    'Diese Akte ist nicht oder nicht mehr mit Ihnen geteilt.',
  ],
  ['cannot be loaded now', { getTodo: refusalWith('unavailable', 503) }, 'Die Aufgabe konnte nicht geladen werden.'],
])('says that a ToDo %s', async (_what, answers, words) => {
  await open({ getTodo: todo, ...answers });
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test.each([
  ['not_allowed_now', 409, /Das ist im Moment nicht möglich\./],
  ['version_conflict', 409, /Jemand hat das in der Zwischenzeit geändert\. Ihr Text ist noch da\./],
  ['not_found', 404, /Das gibt es hier nicht\./],
] as const)('a change refused with %s says why, and keeps the input', async (code, status, words) => {
  await open({ getTodo: todo, updateTodo: refusalWith(code, status) });
  const field = await screen.findByDisplayValue('Befund anfordern');
  await userEvent.type(field, ' heute');
  await userEvent.click(screen.getByRole('button', { name: /speichern/i }));
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  expect(field).toHaveValue('Befund anfordern heute');
});
