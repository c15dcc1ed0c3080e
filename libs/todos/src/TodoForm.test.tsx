import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ProblemError } from '@konsil/api';
import type { NewTodo, Todo } from '@konsil/contracts/todos';
import { aTodo, fakeApi, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeAnswers, FakeApi } from '@konsil/testing';
import { EditTodoForm } from './EditTodoForm.tsx';
import { NewTodoForm } from './NewTodoForm.tsx';

const keeping: FakeAnswers = {
  getSettings: someSettings(),
  getDraft: null,
  deleteDraft: { ok: true },
  saveDraft: ({ body }) => ({
    content: (body as { content: Record<string, unknown> }).content,
    updated_at: '2026-11-03T11:05:00.000Z',
  }),
};
let api: FakeApi;
beforeEach(() => {
  api = fakeApi(keeping);
});
afterEach(() => api.restore());

test('missing fields are listed and focused, and leave the list once filled in', async () => {
  const save = jest.fn().mockResolvedValue(undefined);
  await renderWithProviders(<NewTodoForm draftKey="todo:1" assignees={['patient']} save={save} cancelPath="/todos" />, {
    route: '/new',
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Aufgabe anlegen' }));
  expect(await screen.findByRole('alert')).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Bitte geben Sie einen Titel ein' })).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Titel' }), 'Befund holen');
  expect(screen.queryByRole('link', { name: 'Bitte geben Sie einen Titel ein' })).toBeNull();
  await user.type(screen.getByRole('textbox', { name: 'Was ist zu tun?' }), 'In der Praxis anrufen');
  await user.clear(screen.getByRole('textbox', { name: 'Frist' }));
  await user.type(screen.getByRole('textbox', { name: 'Frist' }), '24.12.2099');
  await user.click(screen.getByRole('button', { name: 'Aufgabe anlegen' }));
  expect(save).toHaveBeenCalledWith(
    {
      title: 'Befund holen',
      content: 'In der Praxis anrufen',
      deadline: '2099-12-24',
      priority: 'undefined',
      assignee: 'patient',
    },
    undefined,
  );
});

test('a new ToDo is due in two weeks unless another term is pressed', async () => {
  const save = jest.fn().mockResolvedValue(undefined);
  const form = <NewTodoForm draftKey="todo:1" assignees={['patient']} save={save} cancelPath="/todos" />;
  await renderWithProviders(form, { route: '/new' });
  expect(await screen.findByRole('button', { name: '2 Wochen' })).toHaveAttribute('aria-pressed', 'true');
  const field = screen.getByRole('textbox', { name: 'Frist' });
  const { value: twoWeeks } = field as HTMLInputElement;
  expect(twoWeeks).toMatch(/^\d{2}\.\d{2}\.\d{4}$/);
  await userEvent.click(screen.getByRole('button', { name: '4 Wochen' }));
  expect(screen.getByRole('button', { name: '4 Wochen' })).toHaveAttribute('aria-pressed', 'true');
  expect(field).not.toHaveValue(twoWeeks);
});

test('on a conflict the second author sees the newer version and decides', async () => {
  const todo = aTodo({ version: 1, title: 'Befund' });
  const newer = aTodo({ ...todo, version: 2, title: 'Anderer Titel' });
  const saved: [NewTodo, number | undefined][] = [];
  const save = async (values: NewTodo, version: number | undefined) => {
    saved.push([values, version]);
    if (version === 1) throw new ProblemError({ status: 409, code: 'version_conflict', errors: [], current: newer });
  };
  await renderWithProviders(<EditTodoForm todo={todo} assignees={['patient']} save={save} cancelPath="/todos" />, {
    route: '/edit',
  });
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

test('an unfinished new ToDo survives leaving, until it is added or discarded', async () => {
  const kept = {
    title: 'Befund holen',
    content: 'In der Praxis',
    deadline: '2099-12-24',
    priority: 'undefined',
    assignee: 'patient',
  };
  api.change({ getDraft: { content: kept, updated_at: '2026-11-03T11:00:00.000Z' } });
  const save = jest.fn().mockResolvedValue(undefined);
  await renderWithProviders(<NewTodoForm draftKey="todo:1" assignees={['patient']} save={save} cancelPath="/todos" />, {
    route: '/new',
  });
  const title = await screen.findByRole('textbox', { name: 'Titel' });
  await waitFor(() => expect(title).toHaveValue('Befund holen'));
  const user = userEvent.setup();
  await user.type(screen.getByRole('textbox', { name: 'Was ist zu tun?' }), ' anrufen');
  expect(await screen.findByText('Gespeichert am Dienstag, 3. November um 11:05 Uhr')).toBeVisible();
  expect(api.callsOf('saveDraft').at(-1)?.body).toEqual({
    content: { ...kept, content: 'In der Praxis anrufen' },
    revision: expect.any(String),
    over: expect.any(Array),
  });
  await user.click(screen.getByRole('button', { name: 'Aufgabe anlegen' }));
  await waitFor(() => expect(api.callsOf('deleteDraft')).toHaveLength(1));
  await user.click(screen.getByRole('link', { name: 'Abbrechen' }));
  await waitFor(() => expect(api.callsOf('deleteDraft')).toHaveLength(2));
});

const edit = async (todo: Todo, locale: 'de' | 'en' = 'de') => {
  const save = jest.fn().mockResolvedValue(undefined);
  await renderWithProviders(<EditTodoForm todo={todo} assignees={['patient']} save={save} cancelPath="/todos" />, {
    route: '/edit',
    locale,
  });
  return save;
};

test('a ToDo created by an answer keeps its translated title and needs no text', async () => {
  const label = 'Upload the missing documents';
  const save = await edit(aTodo({ version: 3, title: label, title_code: 'upload_documents', content: label }));
  expect(await screen.findByText('Fehlende Unterlagen hochladen')).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Titel' })).toBeNull();
  const content = screen.getByRole('textbox', { name: /^Was ist zu tun\?/ });
  expect(content).toHaveValue('');
  const deadline = screen.getByRole('textbox', { name: 'Frist' });
  await userEvent.clear(deadline);
  await userEvent.type(deadline, '24.12.2099');
  await userEvent.click(screen.getByRole('button', { name: 'Aufgabe speichern' }));
  expect(save).toHaveBeenLastCalledWith(
    { title: label, content: label, deadline: '2099-12-24', priority: 'normal', assignee: 'patient' },
    3,
  );
  await userEvent.type(content, 'Nur den Laborbefund');
  await userEvent.click(screen.getByRole('button', { name: 'Aufgabe speichern' }));
  expect(save).toHaveBeenLastCalledWith(expect.objectContaining({ title: label, content: 'Nur den Laborbefund' }), 3);
});

test('an unfinished edit survives a reload and meets a newer saved version', async () => {
  const todo = aTodo({ version: 2, title: 'Befund', deadline: '2099-11-20' });
  const { title, deadline, priority, assignee } = todo;
  api.change({
    getDraft: {
      content: { title, content: 'Halb getippt', deadline, priority, assignee, version: 1 },
      updated_at: '2026-11-03T11:00:00.000Z',
    },
  });
  const save = await edit(todo);
  expect(await screen.findByRole('textbox', { name: 'Was ist zu tun?' })).toHaveValue('Halb getippt');
  await userEvent.type(screen.getByRole('textbox', { name: 'Titel' }), 'e');
  await waitFor(() =>
    expect(api.callsOf('saveDraft').at(-1)?.body).toMatchObject({ content: { title: 'Befunde', version: 1 } }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Aufgabe speichern' }));
  expect(save).toHaveBeenLastCalledWith(expect.objectContaining({ content: 'Halb getippt' }), 1);
  await waitFor(() => expect(api.callsOf('deleteDraft')).toHaveLength(1));
});
