import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ProblemError } from '@konsil/api';
import type { NewTodo } from '@konsil/contracts/todos';
import { aTodo, fakeApi, renderWithProviders, someSettings } from '@konsil/testing';
import { NewTodoForm } from './NewTodoForm.tsx';
import { TodoForm } from './TodoForm.tsx';

test('what is missing is listed, focused and gone as soon as it is mended', async () => {
  const save = jest.fn().mockResolvedValue(undefined);
  await renderWithProviders(<TodoForm assignees={['patient']} save={save} cancelPath="/todos" />, { route: '/new' });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Aufgabe anlegen' }));
  expect(await screen.findByRole('alert')).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Bitte geben Sie einen Titel ein' })).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Titel' }), 'Befund holen');
  expect(screen.queryByRole('link', { name: 'Bitte geben Sie einen Titel ein' })).toBeNull();
  await user.type(screen.getByRole('textbox', { name: 'Was ist zu tun?' }), 'In der Praxis anrufen');
  await user.type(screen.getByRole('textbox', { name: 'Frist' }), '24.12.2099');
  await user.click(screen.getByRole('button', { name: 'Aufgabe anlegen' }));
  expect(save).toHaveBeenCalledWith({ title: 'Befund holen', content: 'In der Praxis anrufen', deadline: '2099-12-24', priority: 'undefined', assignee: 'patient' }, undefined);
});

test('two writers: the second sees the newer state, keeps the typed text and decides', async () => {
  const todo = aTodo({ version: 1, title: 'Befund' });
  const newer = aTodo({ ...todo, version: 2, title: 'Anderer Titel' });
  const saved: [NewTodo, number | undefined][] = [];
  const save = async (values: NewTodo, version: number | undefined) => {
    saved.push([values, version]);
    if (version === 1) throw new ProblemError({ status: 409, code: 'version_conflict', errors: [], current: newer });
  };
  await renderWithProviders(<TodoForm todo={todo} assignees={['patient']} save={save} cancelPath="/todos" />, { route: '/edit' });
  const user = userEvent.setup();
  const title = await screen.findByRole('textbox', { name: 'Titel' });
  await user.clear(title);
  await user.type(title, 'Mein Titel');
  await user.click(screen.getByRole('button', { name: 'Aufgabe speichern' }));
  expect(await screen.findByText(/Neuer Stand: Anderer Titel/)).toBeVisible();
  expect(title).toHaveValue('Mein Titel');
  await user.click(screen.getByRole('button', { name: 'Meinen Stand speichern' }));
  expect(saved.at(-1)).toEqual([expect.objectContaining({ title: 'Mein Titel' }), 2]);
});

test('what was typed into a new ToDo is there again when its form is opened anew, until it is added or given up', async () => {
  const kept = { title: 'Befund holen', content: 'In der Praxis', deadline: '2099-12-24', priority: 'undefined', assignee: 'patient' };
  const api = fakeApi({
    getSettings: someSettings(), getDraft: { content: kept, updated_at: '2026-11-03T11:00:00.000Z' }, deleteDraft: { ok: true },
    saveDraft: ({ body }) => ({ content: (body as { content: Record<string, unknown> }).content, updated_at: '2026-11-03T11:05:00.000Z' }),
  });
  const save = jest.fn().mockResolvedValue(undefined);
  await renderWithProviders(<NewTodoForm caseId="1" assignees={['patient']} save={save} cancelPath="/todos" />, { route: '/new' });
  expect(await screen.findByRole('textbox', { name: 'Titel' })).toHaveValue('Befund holen');
  const user = userEvent.setup();
  await user.type(screen.getByRole('textbox', { name: 'Was ist zu tun?' }), ' anrufen');
  expect(await screen.findByText('Gespeichert am Dienstag, 3. November um 11:05 Uhr')).toBeVisible();
  expect(api.callsOf('saveDraft').at(-1)?.body).toEqual({ content: { ...kept, content: 'In der Praxis anrufen' } });
  await user.click(screen.getByRole('button', { name: 'Aufgabe anlegen' }));
  await waitFor(() => expect(api.callsOf('deleteDraft')).toHaveLength(1));
  await user.click(screen.getByRole('link', { name: 'Abbrechen' }));
  await waitFor(() => expect(api.callsOf('deleteDraft')).toHaveLength(2));
  api.restore();
});
