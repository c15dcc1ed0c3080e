import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ListedForm } from '@konsil/contracts/console-forms';
import { hasUnsavedChanges } from '@konsil/forms/leave-guard';
import { aFormField, fakeApi, refusalWith, renderWithProviders, type FakeAnswers, type FakeApi } from '@konsil/testing';
import FormPage from './FormPage';
import FormsPage from './FormsPage';

let api: FakeApi;
afterEach(() => api.restore());

const listed = (specialty: string, changes: Partial<ListedForm> = {}): ListedForm => ({
  specialty,
  offered: true,
  fields: 0,
  changed_at: null,
  changed_by: '',
  doctors: 0,
  using: 0,
  ...changes,
});
const items = [
  listed('Urologie', { doctors: 1 }),
  listed('Kardiologie', {
    fields: 3,
    doctors: 5,
    using: 4,
    changed_at: '2026-11-02T08:00:00.000Z',
    changed_by: 'Ines Albrecht',
  }),
];
const job = aFormField();
const form = { specialty: 'Kardiologie', version: 4, fields: [job] };
const openList = async (answers: FakeAnswers = {}) => {
  api = fakeApi({ consoleForms: { items }, ...answers });
  await renderWithProviders(<FormsPage />);
};
const openForm = async (answers: FakeAnswers = {}, specialty = 'Kardiologie') => {
  api = fakeApi({ consoleForm: form, saveConsoleForm: form, ...answers });
  await renderWithProviders(<FormPage />, {
    path: '/operator/forms/:specialty',
    route: `/operator/forms/${encodeURIComponent(specialty)}`,
  });
};
const bodies = () => api.callsOf('saveConsoleForm').map(({ body }) => body);

test('lists specialties with a form first, then those with doctors, each by name', async () => {
  await openList({ consoleForms: { items: [listed('Allergologie'), listed('Chirurgie'), ...items] } });
  const rows = await screen.findAllByRole('listitem');
  expect(rows[0]).toHaveTextContent(/Kardiologie3 Felder · gilt für 4 von 5 · geändert von Ines Albrecht/);
  expect(rows[1]).toHaveTextContent(/Urologiekein Formular · 1 Ärztin oder Arzt/);
  expect(rows[2]).toHaveTextContent(/Allergologiekein Formular · keine Ärztinnen und Ärzte/);
  expect(rows[3]).toHaveTextContent(/Chirurgie/);
  expect(screen.getByRole('status')).toHaveTextContent('4 Fachgebiete');
});

test('finds a specialty by the words that people use for it, and those with a form', async () => {
  await openList();
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Fachgebiet suchen' }), 'Blase');
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByRole('link', { name: /Urologie/ })).toBeVisible();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Anzeigen' }), 'Mit Formular');
  expect(screen.getByText('Kein Fachgebiet passt dazu.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Alle anzeigen' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});

test('says so while no specialty has a form', async () => {
  await openList({ consoleForms: { items: [listed('Urologie')] } });
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Anzeigen' }), 'Mit Formular');
  expect(screen.getByText('Noch hat kein Fachgebiet ein Formular.')).toBeVisible();
});

test('a failed load can be repeated', async () => {
  await openList({ consoleForms: refusalWith('internal', 500) });
  const again = await screen.findByRole('button', { name: 'Noch einmal versuchen' });
  api.change({ consoleForms: { items } });
  await userEvent.click(again);
  expect(await screen.findAllByRole('listitem')).toHaveLength(2);
});

test('a form is changed with the version that was read, and leaving with unsaved input asks', async () => {
  await openForm();
  await userEvent.click(await screen.findByText('Beruf'));
  await userEvent.type(screen.getByRole('textbox', { name: 'Frage auf Deutsch' }), 'e');
  expect(hasUnsavedChanges()).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Felder speichern' }));
  expect(await screen.findByText('Gespeichert')).toBeVisible();
  expect(bodies()).toMatchObject([
    { specialty: 'Kardiologie', version: 4, fields: [{ id: job.id, label_de: 'Berufe' }] },
  ]);
  expect(hasUnsavedChanges()).toBe(false);
});

test('a newer version is a conflict that keeps what was written', async () => {
  await openForm({
    saveConsoleForm: refusalWith('version_conflict', 409, { current: { ...form, version: 6, fields: [] } }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Felder speichern' }));
  expect(await screen.findByText('In der Zwischenzeit geändert')).toBeVisible();
  expect(screen.getByText('Beruf')).toBeVisible();
});

test('ending a form asks first', async () => {
  await openForm({ saveConsoleForm: { ...form, version: 5, fields: [] } });
  await userEvent.click(await screen.findByRole('button', { name: 'Formular beenden' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(bodies()).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Formular beenden' }));
  await waitFor(() => expect(bodies()).toEqual([{ specialty: 'Kardiologie', version: 4, fields: [] }]));
  expect(await screen.findByText('Das Formular ist beendet.')).toBeVisible();
});

test('an end that was refused because of a newer version is a conflict, and can be repeated', async () => {
  const hobby = { ...job, label_de: 'Hobby' };
  await openForm({
    saveConsoleForm: refusalWith('version_conflict', 409, { current: { ...form, version: 6, fields: [hobby] } }),
  });
  const end = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Formular beenden' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Formular beenden' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  };
  await end();
  expect(await screen.findByText('In der Zwischenzeit geändert')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Die geänderten übernehmen' }));
  expect(await screen.findByText('Hobby')).toBeVisible();
  await end();
  expect(bodies()).toMatchObject([{ version: 4 }, { version: 6 }]);
});

describe('a specialty that is offered no more', () => {
  const renamed = 'Volksheilkunde';
  const orphan = { ...form, specialty: renamed };
  const openOrphan = (answers: FakeAnswers = {}) =>
    openForm(
      {
        consoleForm: orphan,
        consoleForms: { items: [...items, listed(renamed, { offered: false, fields: 1 })] },
        giveConsoleForm: { ok: true },
        ...answers,
      },
      renamed,
    );
  const give = () => userEvent.click(screen.getByRole('button', { name: 'Formular übertragen' }));

  test('is listed before the other forms', async () => {
    await openList({ consoleForms: { items: [...items, listed(renamed, { offered: false, fields: 1 })] } });
    const rows = await screen.findAllByRole('listitem');
    expect(rows).toHaveLength(3);
    expect(rows[0]).toHaveTextContent(/^Volksheilkundenicht mehr im Verzeichnis der Fachgebiete · 1 Feld$/);
  });

  test('shows its fields, and gives them to a specialty without a form', async () => {
    await openOrphan();
    expect(await screen.findByText('Beruf')).toBeVisible();
    const to = await screen.findByRole('combobox', { name: 'Neues Fachgebiet' });
    expect(
      within(to)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([expect.stringMatching(/wählen/), 'Urologie']);
    await give();
    expect(to).toHaveAccessibleDescription(/Bitte/);
    expect(api.callsOf('giveConsoleForm')).toEqual([]);
    await userEvent.selectOptions(to, 'Urologie');
    await give();
    expect(await screen.findByText('Das Formular gilt jetzt für Urologie.')).toBeVisible();
    expect(api.callsOf('giveConsoleForm').map(({ body }) => body)).toEqual([
      { specialty: renamed, version: 4, to: 'Urologie' },
    ]);
  });

  test('keeps the chosen specialty when another operator saved first', async () => {
    await openOrphan({ giveConsoleForm: refusalWith('conflict', 409) });
    const to = await screen.findByRole('combobox', { name: 'Neues Fachgebiet' });
    await userEvent.selectOptions(to, 'Urologie');
    await give();
    await waitFor(() => expect(api.callsOf('giveConsoleForm')).toHaveLength(1));
    expect(to).toHaveValue('Urologie');
  });

  test('reports that the chosen specialty got its own form, and lets choose another', async () => {
    const more = [listed('Chirurgie'), listed(renamed, { offered: false, fields: 1 })];
    await openOrphan({ consoleForms: { items: [...items, ...more] }, giveConsoleForm: refusalWith('conflict', 409) });
    const to = await screen.findByRole('combobox', { name: 'Neues Fachgebiet' });
    await userEvent.selectOptions(to, 'Urologie');
    api.change({ consoleForms: { items: [listed('Urologie', { fields: 1 }), ...more] } });
    await give();
    await waitFor(() => expect(screen.queryByRole('option', { name: 'Urologie' })).not.toBeInTheDocument());
    await give();
    expect(to).toHaveAccessibleDescription(/Bitte/);
    expect(api.callsOf('giveConsoleForm')).toHaveLength(1);
    api.change({ giveConsoleForm: { ok: true } });
    await userEvent.selectOptions(to, 'Chirurgie');
    await give();
    expect(await screen.findByText('Das Formular gilt jetzt für Chirurgie.')).toBeVisible();
  });

  test.each([
    ['moved', 'Formular übertragen', 'giveConsoleForm'],
    ['ended', 'Formular beenden', 'saveConsoleForm'],
  ] as const)('that was changed meanwhile is read again before it is %s', async (_, name, call) => {
    await openOrphan({ [call]: refusalWith('version_conflict', 409, { current: { ...orphan, version: 6 } }) });
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Neues Fachgebiet' }), 'Urologie');
    const act = async () => {
      await userEvent.click(screen.getByRole('button', { name }));
      const dialog = screen.queryByRole('alertdialog');
      if (dialog) await userEvent.click(within(dialog).getByRole('button', { name }));
    };
    api.change({ consoleForm: { ...orphan, version: 6, fields: [{ ...job, label_de: 'Hobby' }] } });
    await act();
    expect(await screen.findByText('Hobby')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    await act();
    await waitFor(() => expect(api.callsOf(call)).toHaveLength(2));
    expect(api.callsOf(call).map(({ body }) => body)).toMatchObject([{ version: 4 }, { version: 6 }]);
  });

  test('ends its form after a confirmation', async () => {
    await openOrphan({ saveConsoleForm: { ...orphan, version: 5, fields: [] } });
    await userEvent.click(await screen.findByRole('button', { name: 'Formular beenden' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(bodies()).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Formular beenden' }));
    await waitFor(() => expect(bodies()).toEqual([{ specialty: renamed, version: 4, fields: [] }]));
  });
});

test('an unknown specialty in the URL is reported as not existing', async () => {
  await openForm({ consoleForm: { specialty: 'Handauflegen', version: 0, fields: [] } }, 'Handauflegen');
  expect(await screen.findByRole('heading', { name: 'Dieses Fachgebiet gibt es hier nicht' })).toBeVisible();
});
