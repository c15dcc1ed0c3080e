import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DocumentGuess } from '@konsil/contracts/documents';
import { aDocument, refusalWith } from '@konsil/testing';
import { caseId, open, undescribed } from './upload-panel.testing.tsx';

test('one form describes several documents, one request each, and shows each failure', async () => {
  const [first, second] = [undescribed('a.pdf'), undescribed('b.pdf')];
  const api = await open([first, second], {
    describeDocument: ({ params }) =>
      params.documentId === first.id
        ? aDocument({ ...first, details_missing: false })
        : refusalWith('unavailable', 503),
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Dieselben Angaben für mehrere Dateien' }));
  const dialog = await screen.findByRole('dialog');
  await user.selectOptions(await within(dialog).findByRole('combobox', { name: 'Was ist das?' }), 'Laborbefund');
  await user.type(within(dialog).getByRole('textbox', { name: 'Datum des Dokuments' }), '3.11.2025');
  await user.click(within(dialog).getByRole('radio', { name: 'Krankenhaus' }));
  await user.type(within(dialog).getByRole('textbox', { name: 'Name der Praxis oder Klinik' }), 'Klinikum Nord');
  await user.click(within(dialog).getByRole('button', { name: 'Für 2 Dateien speichern' }));
  expect(await within(dialog).findByText(/Bei 1 Datei hat das Speichern nicht geklappt/)).toBeVisible();
  expect(api.callsOf('describeDocument')).toHaveLength(2);
  expect(within(dialog).getByRole('textbox', { name: 'Name der Praxis oder Klinik' })).toHaveValue('Klinikum Nord');
});

test('saving without a selected file is refused, with an error that takes the focus', async () => {
  const api = await open([undescribed('a.pdf'), undescribed('b.pdf')]);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Dieselben Angaben für mehrere Dateien' }));
  for (const name of ['a.pdf', 'b.pdf']) await user.click(await screen.findByRole('checkbox', { name }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Was ist das?' }), 'Laborbefund');
  await user.type(screen.getByRole('textbox', { name: 'Datum des Dokuments' }), '3.11.2025');
  await user.click(screen.getByRole('radio', { name: 'Krankenhaus' }));
  await user.type(screen.getByRole('textbox', { name: 'Name der Praxis oder Klinik' }), 'Klinikum Nord');
  await user.click(screen.getByRole('button', { name: 'Für 0 Dateien speichern' }));
  const summary = await screen.findByRole('alert');
  expect(summary).toHaveTextContent('Bitte prüfen Sie eine Angabe');
  await waitFor(() => expect(summary).toHaveFocus());
  await user.click(within(summary).getByRole('link', { name: 'Bitte wählen Sie mindestens eine Datei' }));
  expect(screen.getByRole('checkbox', { name: 'a.pdf' })).toHaveFocus();
  expect(api.callsOf('describeDocument')).toEqual([]);
});

test('input for all files survives closing the dialog, until it is saved', async () => {
  let kept: { content: Record<string, unknown>; updated_at: string } | null = null;
  const api = await open([undescribed('a.pdf'), undescribed('b.pdf')], {
    getDraft: () => kept,
    saveDraft: ({ params, body }) => {
      expect(params.key).toBe(`documents:${caseId}`);
      return (kept = { ...(body as { content: Record<string, unknown> }), updated_at: '2026-11-04T09:00:00Z' });
    },
    describeDocument: ({ params }) => aDocument({ id: params.documentId, details_missing: false }),
  });
  const user = userEvent.setup();
  const again = () => user.click(screen.getByRole('button', { name: 'Dieselben Angaben für mehrere Dateien' }));
  await again();
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Was ist das?' }), 'Laborbefund');
  await user.type(screen.getByRole('textbox', { name: 'Datum des Dokuments' }), '3.11.2025');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await again();
  expect(await screen.findByRole('combobox', { name: 'Was ist das?' })).toHaveDisplayValue('Laborbefund');
  expect(screen.getByRole('textbox', { name: 'Datum des Dokuments' })).toHaveValue('03.11.2025');
  await user.click(screen.getByRole('radio', { name: 'Krankenhaus' }));
  await user.type(screen.getByRole('textbox', { name: 'Name der Praxis oder Klinik' }), 'Klinikum Nord');
  await user.click(screen.getByRole('button', { name: 'Für 2 Dateien speichern' }));
  await waitFor(() => expect(api.callsOf('deleteDraft')).toHaveLength(1));
});

test('closing the dialog while questions are open returns the focus to the button', async () => {
  await open(
    ['a.pdf', 'b.pdf', 'c.pdf'].map((name) => ({
      ...undescribed(name),
      guess: { medical_kind_code: 'letter' } as const,
    })),
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Nacheinander beschreiben' }));
  await user.click(await screen.findByRole('button', { name: 'Ja' }));
  await screen.findByText('Frage 2 von 3');
  const button = screen.getByRole('button', { name: 'Dieselben Angaben für mehrere Dateien' });
  await user.click(button);
  await screen.findByRole('dialog');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(button).toHaveFocus());
});

test('files with complete guesses are not selected; the selection survives closing', async () => {
  const guess = {
    medical_kind_code: 'letter',
    issue_date: '2026-09-14',
    source_kind_code: 'hospital',
    source_name: 'Klinikum Rosenberg',
  } as const;
  await open([{ ...undescribed('Brief.pdf'), guess }, ...['a.jpg', 'b.jpg', 'c.jpg'].map(undescribed)], {
    describeDocument: ({ params }) => aDocument({ id: params.documentId, details_missing: false }),
  });
  const user = userEvent.setup();
  const box = (name: string | RegExp) => screen.findByRole('checkbox', { name });
  const again = async () =>
    user.click(await screen.findByRole('button', { name: 'Dieselben Angaben für mehrere Dateien' }));
  await again();
  expect(await box('Brief.pdf')).not.toBeChecked();
  expect(await box('Brief.pdf')).toHaveAccessibleDescription(
    'Vermutlich: Arztbrief, 14.09.2026, Klinikum Rosenberg (Krankenhaus)',
  );
  expect(await box('a.jpg')).toBeChecked();
  await user.click(await box('b.jpg'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await again();
  expect(await box('b.jpg')).not.toBeChecked();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Für 2 Dateien speichern' })).toBeVisible());
  await user.click(await box('Alle 4 Dateien'));
  expect(await box('Brief.pdf')).toBeChecked();
  await user.click(await box('Alle 4 Dateien'));
  expect(await box('a.jpg')).not.toBeChecked();
});

describe('Files with different guesses', () => {
  const begin = async (guesses: DocumentGuess[]) => {
    await open(guesses.map((guess, index) => ({ ...undescribed(`${index}.pdf`), guess })));
    await userEvent.click(await screen.findByRole('button', { name: 'Dieselben Angaben für mehrere Dateien' }));
    return within(await screen.findByRole('dialog'));
  };
  const known = {
    medical_kind_code: 'laboratory',
    issue_date: '2026-09-14',
    source_kind_code: 'hospital',
    source_name: 'Klinikum Rosenberg',
  } as const;

  test('values shared by the selected files follow the selection until the user types', async () => {
    const dialog = await begin([
      known,
      { medical_kind_code: 'letter', source_kind_code: 'hospital' },
      { medical_kind_code: 'letter', source_kind_code: 'hospital' },
    ]);
    const kind = await dialog.findByRole('combobox', { name: 'Was ist das?' });
    expect(dialog.getByRole('checkbox', { name: '0.pdf' })).not.toBeChecked();
    expect(kind).toHaveDisplayValue('Arztbrief');
    await userEvent.click(dialog.getByRole('checkbox', { name: '0.pdf' }));
    await waitFor(() => expect(kind).toHaveValue(''));
    expect(dialog.getByRole('radio', { name: 'Krankenhaus' })).toBeChecked();
    await userEvent.selectOptions(kind, 'Konsilbericht');
    await userEvent.click(dialog.getByRole('checkbox', { name: '0.pdf' }));
    expect(kind).toHaveDisplayValue('Konsilbericht');
  });

  test('only guesses shared by all files are filled in', async () => {
    const dialog = await begin([{ ...known, source_name: 'Klinik am See', issue_date: '2026-09-15' }, known]);
    expect(await dialog.findByRole('combobox', { name: 'Was ist das?' })).toHaveValue('');
    for (const name of ['0.pdf', '1.pdf']) await userEvent.click(dialog.getByRole('checkbox', { name }));
    expect(await dialog.findByRole('combobox', { name: 'Was ist das?' })).toHaveDisplayValue('Laborbefund');
    expect(dialog.getByRole('radio', { name: 'Krankenhaus' })).toBeChecked();
    expect(
      [
        dialog.getByRole('textbox', { name: 'Datum des Dokuments' }),
        dialog.getByRole('textbox', { name: 'Name der Praxis oder Klinik' }),
      ].map((field) => (field as HTMLInputElement).value),
    ).toEqual(['', '']);
  });
});

test('a newer draft from another window asks which to keep; the other can be restored', async () => {
  const theirs = {
    medical_kind_code: 'letter',
    kind_other: '',
    issue_date: '2026-09-14',
    source_kind_code: 'hospital',
    source_other: '',
    source_name: 'Klinikum Nord',
  };
  const api = await open([undescribed('a.pdf'), undescribed('b.pdf')], { saveDraft: refusalWith('conflict', 409) });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Dieselben Angaben für mehrere Dateien' }));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Was ist das?' }), 'Laborbefund');
  api.change({ getDraft: { content: theirs, updated_at: '2026-11-04T09:05:00Z' } });
  await user.click(await screen.findByRole('button', { name: 'Von dort übernehmen' }));
  expect(await screen.findByText('Hier steht jetzt, was im anderen Fenster stand.')).toHaveFocus();
  expect(screen.getByRole('combobox', { name: 'Was ist das?' })).toHaveDisplayValue('Arztbrief');
  await user.click(screen.getByRole('button', { name: 'Vorigen Text zurückholen' }));
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Was ist das?' })).toHaveDisplayValue('Laborbefund'));
});
