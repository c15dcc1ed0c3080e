import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DoctorsForm } from '@konsil/contracts/specialty-forms';
import { hasUnsavedChanges } from '@konsil/forms/leave-guard';
import { aFormField, aLogin, fakeApi, refusalWith, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeAnswers, FakeApi } from '@konsil/testing';
import { SpecialtyFormSection } from './SpecialtyFormSection';

let api: FakeApi;
afterEach(() => api.restore());

const [job, weight] = [
  aFormField({ label_de: 'Beruf' }),
  aFormField({ label_de: 'Gewicht', kind: 'number', unit: 'kg', required: true }),
];
const saved: DoctorsForm = { version: 2, fields: [job, weight], follows: false };
const open = async (answers: FakeAnswers = {}) => {
  api = fakeApi({
    getSettings: someSettings(),
    getSpecialtyForm: saved,
    saveSpecialtyForm: saved,
    getDraft: null,
    deleteDraft: { ok: true },
    saveDraft: ({ body }) => ({
      content: (body as { content: Record<string, unknown> }).content,
      updated_at: '2026-11-03T11:05:00.000Z',
    }),
    ...answers,
  });
  await renderWithProviders(<SpecialtyFormSection />, { login: aLogin({ role: 'doctor' }) });
};
const save = () => userEvent.click(screen.getByRole('button', { name: 'Felder speichern' }));
const bodies = () => api.callsOf('saveSpecialtyForm').map(({ body }) => body as DoctorsForm);

test('without fields it says so, and a new field is expanded and focused', async () => {
  await open({ getSpecialtyForm: { version: 0, fields: [], follows: true } });
  expect(await screen.findByText(/Noch keine Felder/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Feld hinzufügen' }));
  const field = within(screen.getByRole('group', { name: 'Feld 1' }));
  expect(field.getByRole('textbox', { name: 'Frage auf Deutsch' })).toHaveFocus();
  await userEvent.keyboard('Welche Seite?');
  await userEvent.selectOptions(field.getByRole('combobox', { name: 'Art des Feldes' }), 'one_of');
  await userEvent.type(await field.findByRole('textbox', { name: 'Antwort 1 auf Deutsch' }), 'Rechts');
  await userEvent.type(field.getByRole('textbox', { name: 'Antwort 2 auf Englisch' }), 'Left');
  await save();
  expect(await screen.findByText('Gespeichert')).toBeVisible();
  expect(bodies()).toMatchObject([
    {
      version: 0,
      fields: [
        {
          kind: 'one_of',
          label_de: 'Welche Seite?',
          choices: [
            { label_de: 'Rechts', label_en: '' },
            { label_de: '', label_en: 'Left' },
          ],
        },
      ],
    },
  ]);
});

test('each field is one line with its question and kind, and moves by keyboard', async () => {
  await open();
  const line = (await screen.findByText('Gewicht')).parentElement as HTMLElement;
  expect(line).toHaveTextContent('Gewicht Zahl, nötig');
  await userEvent.click(line);
  const second = within(screen.getByRole('group', { name: 'Feld 2' }));
  expect(second.queryByRole('button', { name: 'Nach unten' })).toBeNull();
  second.getByRole('button', { name: 'Nach oben' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('status')).toHaveTextContent('Feld 2 steht jetzt an Stelle 1 von 2.');
  const first = within(screen.getByRole('group', { name: 'Feld 1' }));
  expect(first.getByRole('textbox', { name: 'Frage auf Deutsch' })).toHaveValue('Gewicht');
  await waitFor(() => expect(first.getByRole('button', { name: 'Nach unten' })).toHaveFocus());
  await save();
  await waitFor(() => expect(bodies()).toMatchObject([{ version: 2, fields: [weight, job] }]));
});

test('an error in a collapsed field expands it, and stands beside its input', async () => {
  await open();
  await userEvent.click(await screen.findByText('Gewicht'));
  const field = within(screen.getByRole('group', { name: 'Feld 2' }));
  await userEvent.clear(field.getByRole('textbox', { name: 'Frage auf Deutsch' }));
  await userEvent.type(field.getByRole('textbox', { name: 'Mindestens' }), '10');
  await userEvent.type(field.getByRole('textbox', { name: 'Höchstens' }), '9');
  await userEvent.click(screen.getByText('Feld 2', { selector: 'strong' }));
  await save();
  const question = await field.findByRole('textbox', { name: 'Frage auf Deutsch' });
  expect(question).toBeInvalid();
  expect(question).toHaveAccessibleDescription(/Bitte geben Sie die Frage ein/);
  expect(field.getByRole('textbox', { name: 'Höchstens' })).toHaveAccessibleDescription(/nicht kleiner/);
  expect(bodies()).toEqual([]);
});

test('leftover settings of another field kind do not block changing the kind back', async () => {
  await open({ getSpecialtyForm: { version: 2, fields: [job], follows: false } });
  await userEvent.click(await screen.findByText('Beruf'));
  const kind = screen.getByRole('combobox', { name: 'Art des Feldes' });
  await userEvent.selectOptions(kind, 'number');
  await userEvent.type(screen.getByRole('textbox', { name: 'Mindestens' }), 'wenig');
  await userEvent.selectOptions(kind, 'one_of');
  await screen.findByRole('textbox', { name: 'Antwort 1 auf Deutsch' });
  await userEvent.selectOptions(kind, 'text');
  await save();
  await waitFor(() => expect(bodies()).toMatchObject([{ fields: [{ id: job.id, kind: 'text' }] }]));
});

test('unsaved input is a draft, which survives a reload and can be discarded', async () => {
  await open({
    getDraft: {
      content: { version: 2, fields: [job, { ...weight, label_de: 'Körpergewicht' }] },
      updated_at: '2026-11-03T11:00:00.000Z',
    },
  });
  await userEvent.click(await screen.findByText('Körpergewicht'));
  await userEvent.type(screen.getAllByRole('textbox', { name: 'Frage auf Deutsch' })[0] as HTMLElement, '?');
  await waitFor(() => expect(api.callsOf('saveDraft')).not.toHaveLength(0));
  expect(hasUnsavedChanges()).toBe(false);
  await userEvent.click(await screen.findByRole('button', { name: 'Änderungen verwerfen' }));
  expect(await screen.findByText('Gewicht')).toBeVisible();
  await waitFor(() => expect(api.callsOf('deleteDraft')).toHaveLength(1));
});

test('offers changes from another window, and keeps the own input', async () => {
  const current: DoctorsForm = { version: 3, fields: [aFormField({ label_de: 'Hobby' })], follows: false };
  let calls = 0;
  await open({
    saveSpecialtyForm: () => {
      calls += 1;
      return calls === 1 ? refusalWith('version_conflict', 409, { current }) : saved;
    },
  });
  await screen.findByText('Gewicht');
  await save();
  expect(await screen.findByText('In der Zwischenzeit geändert')).toBeVisible();
  expect(screen.getByText('Gewicht')).toBeVisible();
  await save();
  await waitFor(() => expect(bodies().map(({ version }) => version)).toEqual([2, 3]));
});

test('a failed load can be repeated', async () => {
  let calls = 0;
  await open({
    getSpecialtyForm: () => {
      calls += 1;
      return calls === 1 ? refusalWith('internal', 500) : saved;
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Noch einmal versuchen' }));
  expect(await screen.findByText('Gewicht')).toBeVisible();
});

const ofSpecialty = { specialty: 'Kardiologie', version: 7, fields: [weight, job] };
const following: DoctorsForm = { version: 0, fields: [], follows: true, of_specialty: ofSpecialty };

test("without own fields, the specialty's fields are shown and can be copied", async () => {
  await open({ getSpecialtyForm: following });
  expect(await screen.findByText(/Für Ihr Fachgebiet Kardiologie gibt es Felder/)).toBeVisible();
  expect(screen.getByText('Gewicht').closest('div')).toHaveTextContent('GewichtZahl, nötig');
  expect(screen.queryByRole('textbox')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Übernehmen und ändern' }));
  expect(await screen.findByText(/Sobald Sie speichern, sind es Ihre eigenen/)).toBeVisible();
  await save();
  await waitFor(() =>
    expect(bodies()).toMatchObject([{ version: 0, follows: false, fields: [{ id: weight.id }, { id: job.id }] }]),
  );
});

test('marks a question that exists in the other language only', async () => {
  const smoker = aFormField({ label_de: '', label_en: 'Do you smoke?' });
  await open({ getSpecialtyForm: { ...following, of_specialty: { ...ofSpecialty, fields: [smoker] } } });
  const question = await screen.findByText('Do you smoke?');
  expect(question).toHaveAttribute('lang', 'en');
  expect(question.closest('dt')).toHaveTextContent('Do you smoke? (nur auf Englisch)');
});

test("an unsaved copy of the specialty's fields can be discarded", async () => {
  await open({ getSpecialtyForm: following });
  await userEvent.click(await screen.findByRole('button', { name: 'Übernehmen und ändern' }));
  await userEvent.click(await screen.findByText('Beruf'));
  await userEvent.type(screen.getAllByRole('textbox', { name: 'Frage auf Deutsch' })[1] as HTMLElement, '?');
  await userEvent.click(screen.getByRole('button', { name: 'Doch die Felder des Fachgebiets' }));
  expect(await screen.findByRole('button', { name: 'Übernehmen und ändern' })).toBeVisible();
  await waitFor(() => expect(api.callsOf('deleteDraft')).not.toHaveLength(0));
  expect(bodies()).toEqual([]);
});

test('shows the decision made in another window when the own one is refused', async () => {
  const elsewhere: DoctorsForm = {
    ...following,
    version: 8,
    fields: [aFormField({ label_de: 'Hobby' })],
    follows: false,
  };
  const conflict = refusalWith('version_conflict', 409, { current: elsewhere });
  await open({ getSpecialtyForm: following, saveSpecialtyForm: conflict });
  const goWithout = await screen.findByRole('button', { name: 'Ohne diese Felder' });
  api.change({ getSpecialtyForm: elsewhere });
  await userEvent.click(goWithout);
  expect(await screen.findByText('Hobby')).toBeVisible();
});

test("copying the specialty's fields conflicts with a newer own form", async () => {
  const own: DoctorsForm = { ...following, version: 8, fields: [job], follows: false };
  const current: DoctorsForm = { ...own, version: 9, fields: [aFormField({ label_de: 'Hobby' })] };
  await open({ getSpecialtyForm: own, saveSpecialtyForm: refusalWith('version_conflict', 409, { current }) });
  const useAgain = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Felder des Fachgebiets verwenden' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Felder des Fachgebiets verwenden' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  };
  await useAgain();
  expect(await screen.findByText('In der Zwischenzeit geändert')).toBeVisible();
  await useAgain();
  expect(bodies().map(({ version }) => version)).toEqual([8, 9]);
});

test("keeps the input when another window returns to the specialty's fields", async () => {
  const own: DoctorsForm = { ...following, version: 8, fields: [job], follows: false };
  const current: DoctorsForm = { ...following, version: 9 };
  await open({ getSpecialtyForm: own, saveSpecialtyForm: refusalWith('version_conflict', 409, { current }) });
  await userEvent.click(await screen.findByText('Beruf'));
  await userEvent.type(screen.getByRole('textbox', { name: 'Frage auf Deutsch' }), 'sweg');
  api.change({ getSpecialtyForm: current });
  await save();
  expect(await screen.findByText(/Sobald Sie speichern, sind es Ihre eigenen/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Frage auf Deutsch' })).toHaveValue('Berufsweg');
});

test("shows new specialty fields before the doctor's own fields replace them", async () => {
  const none: DoctorsForm = { version: 0, fields: [], follows: true };
  await open({
    getSpecialtyForm: none,
    saveSpecialtyForm: refusalWith('version_conflict', 409, { current: following }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Feld hinzufügen' }));
  await userEvent.keyboard('Mein Feld');
  api.change({ getSpecialtyForm: following });
  await save();
  expect(await screen.findByText(/^Neue Felder für Ihr Fachgebiet/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Frage auf Deutsch' })).toHaveValue('Mein Feld');
  api.change({ saveSpecialtyForm: saved });
  await save();
  expect(await screen.findByText('Gespeichert')).toBeVisible();
  expect(bodies()).toMatchObject([
    { seen_of_specialty: 0 },
    { seen_of_specialty: following.of_specialty?.version, fields: [{ label_de: 'Mein Feld' }] },
  ]);
});

describe('a draft, opened again,', () => {
  const kept = (content: Record<string, unknown>) => ({
    getSpecialtyForm: following,
    getDraft: { content: { version: 0, ...content }, updated_at: '2026-11-03T11:00:00.000Z' },
  });
  const takenOver = () => screen.queryByText(/^Die Felder des Fachgebiets sind hier eingetragen/);
  const own = aFormField({ label_de: 'Mein Feld' });

  test.each([
    ['names none', {}],
    ['began before there were any', { seen_of_specialty: null }],
    ['began with older ones', { seen_of_specialty: 6 }],
  ])("does not say that the specialty's fields were copied if it %s", async (_, seen) => {
    await open(kept({ fields: [own], ...seen }));
    expect(await screen.findByText(/^Neue Felder für Ihr Fachgebiet/)).toBeVisible();
    expect(takenOver()).toBeNull();
  });

  test.each([
    ['began with them', { fields: [own], seen_of_specialty: 7 }],
    ['has them, from an older version', { fields: [weight, own] }],
  ])("says that the specialty's fields were copied if it %s", async (_, content) => {
    await open(kept(content));
    expect(await screen.findByText('Mein Feld')).toBeVisible();
    expect(takenOver()).toBeVisible();
  });

  test("stores the version of the specialty's fields that it is based on", async () => {
    await open({ getSpecialtyForm: following });
    await userEvent.click(await screen.findByRole('button', { name: 'Übernehmen und ändern' }));
    await userEvent.click(await screen.findByText('Beruf'));
    await userEvent.type(screen.getAllByRole('textbox', { name: 'Frage auf Deutsch' })[1] as HTMLElement, '?');
    await waitFor(() =>
      expect(api.callsOf('saveDraft').at(-1)?.body).toMatchObject({ content: { seen_of_specialty: 7 } }),
    );
  });
});

test("a doctor can do without the specialty's fields", async () => {
  await open({ getSpecialtyForm: following });
  await userEvent.click(await screen.findByRole('button', { name: 'Ohne diese Felder' }));
  expect(await screen.findByText('Ihre Fälle haben keine zusätzlichen Felder mehr.')).toBeVisible();
  expect(bodies()).toEqual([{ version: 0, fields: [], follows: false, seen_of_specialty: 7 }]);
});

test("returning to the specialty's fields asks first, because it deletes the own ones", async () => {
  await open({ getSpecialtyForm: { ...saved, of_specialty: ofSpecialty } });
  await userEvent.click(await screen.findByRole('button', { name: 'Felder des Fachgebiets verwenden' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/Ihre eigenen Felder werden gelöscht/)).toBeVisible();
  expect(bodies()).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Felder des Fachgebiets verwenden' }));
  await waitFor(() => expect(bodies()).toEqual([{ version: 2, fields: [], follows: true, seen_of_specialty: 7 }]));
});

test('non-numeric limits and limits in the wrong order have different errors', async () => {
  await open();
  await userEvent.click(await screen.findByText('Gewicht'));
  const field = within(screen.getByRole('group', { name: 'Feld 2' }));
  const [least, most] = ['Mindestens', 'Höchstens'].map((name) => field.getByRole('textbox', { name }));
  if (!least || !most) throw new Error('The limits are missing.');
  await userEvent.type(least, 'wenig');
  await userEvent.type(most, '9');
  await save();
  await waitFor(() => expect(least).toHaveAccessibleDescription(/Bitte eine Zahl eintragen/));
  expect(most).toBeValid();
  await userEvent.clear(least);
  await userEvent.type(least, '10');
  await save();
  await waitFor(() => expect(most).toHaveAccessibleDescription(/Darf nicht kleiner sein/));
  await userEvent.clear(most);
  await userEvent.type(most, 'viel');
  await waitFor(() => expect(most).toHaveAccessibleDescription(/Bitte eine Zahl eintragen/));
});
