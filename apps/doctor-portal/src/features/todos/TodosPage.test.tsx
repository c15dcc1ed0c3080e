import { screen } from '@testing-library/react';
import { aLogin, aPage, aTodo, fakeApi, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import TodosPage from './TodosPage.tsx';

let api: FakeApi;
afterEach(() => api.restore());

test('the list opens with what the doctor still has to do', async () => {
  api = fakeApi({
    getSettings: someSettings(),
    listTodos: aPage([aTodo({ title: 'Befund anfordern', assignee: 'doctor' })]),
  });
  await renderWithProviders(<TodosPage />, { route: '/doctor/todos', login: aLogin({ role: 'doctor' }) });
  expect(await screen.findByRole('heading', { name: 'Befund anfordern' })).toBeVisible();
  expect(api.callsOf('listTodos')[0]?.query).toMatchObject({ state: 'open', assignee: 'doctor' });
});
