import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hasUnsavedChanges } from '@konsil/forms/leave-guard';
import { aLogin, anId, fakeApi, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeAnswers, FakeApi } from '@konsil/testing';
import { SnippetsSection } from './SnippetsSection';

let api: FakeApi;
afterEach(() => api.restore());

const greeting = { id: anId(), title: 'Gruß', text: 'Guten Tag, {{last_name}}' };
const follow = { id: anId(), title: 'Kontrolle', text: 'Eine Kontrolle in zwölf Monaten genügt.' };
const keeping: FakeAnswers = {
  getDraft: null,
  deleteDraft: { ok: true },
  saveDraft: ({ body }) => ({
    content: (body as { content: Record<string, unknown> }).content,
    updated_at: '2026-11-03T11:05:00.000Z',
  }),
};
const open = async (answers: FakeAnswers = {}) => {
  api = fakeApi({
    getSettings: someSettings(),
    listSnippets: [greeting, follow],
    saveSnippets: [greeting, follow],
    ...keeping,
    ...answers,
  });
  await renderWithProviders(<SnippetsSection />, { login: aLogin({ role: 'doctor' }) });
  const line = async (name: string) => within((await screen.findByText(name)).closest('details') as HTMLElement);
  return line;
};

test('each snippet is one line with its name and beginning, and expands for editing', async () => {
  const line = await open();
  const first = await line('Gruß');
  expect(first.getByText('Gruß').parentElement).toHaveTextContent('Gruß Guten Tag, {{last_name}}');
  expect(first.getByText('{{last_name}}', { selector: 'summary code' })).toBeVisible();
  expect(first.getByRole('textbox', { name: 'Text', hidden: true })).not.toBeVisible();
  await userEvent.click(first.getByText('Gruß'));
  expect(first.getByRole('textbox', { name: 'Text' })).toHaveValue(greeting.text);
});

test('a new snippet is expanded and focused', async () => {
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Baustein hinzufügen' }));
  const added = within(screen.getByRole('group', { name: 'Baustein 3' }));
  expect(added.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await userEvent.keyboard('Abschied');
  await userEvent.type(added.getByRole('textbox', { name: 'Text' }), 'Alles Gute!');
  await userEvent.click(screen.getByRole('button', { name: 'Bausteine speichern' }));
  expect(await screen.findByText('Gespeichert')).toBeVisible();
  expect(api.callsOf('saveSnippets').at(-1)?.body).toMatchObject([
    greeting,
    follow,
    { title: 'Abschied', text: 'Alles Gute!' },
  ]);
});

test('an error in a collapsed snippet expands it until it is fixed', async () => {
  const line = await open();
  const first = await line('Gruß');
  await userEvent.click(first.getByText('Gruß'));
  await userEvent.clear(first.getByRole('textbox', { name: 'Name' }));
  await userEvent.click(first.getByText('Baustein 1', { selector: 'strong' }));
  expect(first.getByRole('textbox', { name: 'Name', hidden: true })).not.toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Bausteine speichern' }));
  const name = await first.findByRole('textbox', { name: 'Name' });
  expect(name).toBeInvalid();
  await userEvent.type(name, 'Anrede');
  expect(name).toBeVisible();
});

test('lists the placeholders beside the text; an unknown one is an error', async () => {
  const line = await open();
  const first = await line('Gruß');
  await userEvent.click(first.getByText('Gruß'));
  const text = first.getByRole('textbox', { name: 'Text' });
  expect(text).toHaveAccessibleDescription(/\{\{patient\}\} ?, \{\{first_name\}\}/);
  await userEvent.clear(text);
  await userEvent.type(text, 'Guten Tag, {{{{patinet}}');
  await userEvent.click(screen.getByRole('button', { name: 'Bausteine speichern' }));
  await waitFor(() => expect(text).toBeInvalid());
  expect(text).toHaveAccessibleDescription(/Diesen Platzhalter gibt es nicht/);
  expect(api.callsOf('saveSnippets')).toHaveLength(0);
  await userEvent.clear(text);
  await userEvent.type(text, 'Guten Tag, {{{{ patient }}');
  await waitFor(() => expect(text).toBeValid());
  await userEvent.click(screen.getByRole('button', { name: 'Bausteine speichern' }));
  expect(await screen.findByText('Gespeichert')).toBeVisible();
});

test('unsaved input survives a reload, until it is saved or discarded', async () => {
  const line = await open({
    getDraft: {
      content: { snippets: [greeting, { title: 'Abschied', text: 'Alles Gute' }] },
      updated_at: '2026-11-03T11:00:00.000Z',
    },
  });
  const kept = await line('Abschied');
  await userEvent.click(kept.getByText('Abschied'));
  await userEvent.type(kept.getByRole('textbox', { name: 'Text' }), ' für Sie!');
  await waitFor(() =>
    expect(api.callsOf('saveDraft').at(-1)?.body).toMatchObject({
      content: { snippets: [greeting, { text: 'Alles Gute für Sie!' }] },
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Änderungen verwerfen' }));
  expect(await screen.findByText('Kontrolle')).toBeVisible();
  await waitFor(() => expect(api.callsOf('deleteDraft')).toHaveLength(1));
  expect(screen.queryByText('Abschied')).toBeNull();
});

test('saved snippets are no draft any more, and are read again', async () => {
  await open({ getDraft: { content: { snippets: [greeting] }, updated_at: '2026-11-03T11:00:00.000Z' } });
  const saving = await screen.findByRole('button', { name: 'Bausteine speichern' });
  await screen.findByRole('button', { name: 'Änderungen verwerfen' });
  await userEvent.click(saving);
  expect(await screen.findByText('Gespeichert')).toBeVisible();
  expect(api.callsOf('deleteDraft')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Änderungen verwerfen' })).toBeNull();
  await waitFor(() => expect(api.callsOf('listSnippets')).toHaveLength(2));
});

test('leaving asks nothing, because unsaved input is a draft', async () => {
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Baustein hinzufügen' }));
  await userEvent.keyboard('Abschied');
  expect(hasUnsavedChanges()).toBe(false);
});
