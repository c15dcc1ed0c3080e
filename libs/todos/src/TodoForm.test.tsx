import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ProblemError } from '@konsil/api';
import type { NewTodo } from '@konsil/contracts/todos';
import { aTodo, renderWithProviders } from '@konsil/testing';
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
