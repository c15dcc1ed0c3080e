import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DocumentGuess } from '@konsil/contracts/documents';
import { aDicomSummary, aDocument, refusalWith } from '@konsil/testing';
import { open, undescribed } from './upload-panel.testing.tsx';

const letter = {
  medical_kind_code: 'letter',
  issue_date: '2026-09-14',
  source_kind_code: 'hospital',
  source_name: 'Klinikum Rosenberg',
} as const;
const report = {
  medical_kind_code: 'laboratory',
  issue_date: '2026-10-12',
  source_kind_code: 'doctors_practice',
  source_name: 'Praxis am Markt',
} as const;
const plan = {
  medical_kind_code: 'medication_plan',
  issue_date: '2026-11-01',
  source_kind_code: 'doctors_practice',
  source_name: 'Praxis Keil',
} as const;
const guessed = (name: string, guess: DocumentGuess) => ({ ...undescribed(name), guess });
const said = {
  describeDocument: ({ params }: { params: Record<string, unknown> }) =>
    aDocument({ id: params['documentId'] as string, details_missing: false }),
};
const openReview = async (count: number) => {
  await userEvent.click(await screen.findByRole('button', { name: `Vorschläge für ${count} Dateien prüfen` }));
  return within(await screen.findByRole('dialog', { name: 'Stimmen diese Angaben?' }));
};

test('confirms the ticked guesses together, each file with its own details', async () => {
  const [brief, labor, medikamente] = [
    guessed('Brief.pdf', letter),
    guessed('Labor.pdf', report),
    guessed('Plan.pdf', plan),
  ];
  const api = await open(
    [brief, labor, medikamente, guessed('halb.pdf', { medical_kind_code: 'letter' }), undescribed('Scan.pdf')],
    said,
  );
  const user = userEvent.setup();
  const review = await openReview(3);
  expect(review.getAllByRole('checkbox', { checked: false })).toHaveLength(4);
  expect(review.getByRole('checkbox', { name: 'Brief.pdf' })).toHaveAccessibleDescription(
    'Arztbrief, 14.09.2026, Klinikum Rosenberg (Krankenhaus)',
  );
  expect(review.queryByText('halb.pdf')).toBeNull();
  expect(review.getByText('Bei 2 weiteren Dateien fehlt uns etwas. Nach ihnen fragen wir einzeln.')).toBeVisible();
  await user.click(review.getByRole('checkbox', { name: 'Brief.pdf' }));
  await user.click(review.getByRole('checkbox', { name: 'Plan.pdf' }));
  await user.click(review.getByRole('button', { name: 'Angaben für 2 Dateien bestätigen' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.callsOf('describeDocument').map(({ params, body }) => [params['documentId'], body])).toEqual([
    [
      brief.id,
      expect.objectContaining({
        document_medical_kind: "Doctor's letter",
        issue_date: '2026-09-14',
        source_kind: 'Hospital',
        source_name: 'Klinikum Rosenberg',
        version: brief.version,
      }),
    ],
    [medikamente.id, expect.objectContaining({ document_medical_kind: 'Medication plan', source_name: 'Praxis Keil' })],
  ]);
});

test('one button ticks all; unticking one unticks "all"', async () => {
  await open([guessed('Brief.pdf', letter), guessed('Labor.pdf', report)]);
  const user = userEvent.setup();
  const review = await openReview(2);
  const all = review.getByRole('checkbox', { name: 'Alle 2 stimmen' });
  await user.click(all);
  expect(review.getByRole('button', { name: 'Angaben für 2 Dateien bestätigen' })).toBeVisible();
  await user.click(review.getByRole('checkbox', { name: 'Labor.pdf' }));
  expect(all).not.toBeChecked();
  expect(review.getByRole('button', { name: 'Angaben für 1 Datei bestätigen' })).toBeVisible();
});

test('confirming without a tick is refused, with an error that takes the focus', async () => {
  const api = await open([guessed('Brief.pdf', letter), guessed('Labor.pdf', report)], said);
  const user = userEvent.setup();
  const review = await openReview(2);
  await user.click(review.getByRole('button', { name: 'Ausgewählte Angaben bestätigen' }));
  const summary = await review.findByRole('alert');
  await waitFor(() => expect(summary).toHaveFocus());
  await user.click(within(summary).getByRole('link', { name: 'Bitte haken Sie mindestens eine Datei an' }));
  expect(review.getByRole('checkbox', { name: 'Alle 2 stimmen' })).toHaveFocus();
  expect(api.callsOf('describeDocument')).toEqual([]);
});

test('failed files stay ticked with an error; saved ones leave the list', async () => {
  const [brief, labor] = [guessed('Brief.pdf', letter), guessed('Labor.pdf', report)];
  await open([brief, labor], {
    describeDocument: ({ params }) =>
      params.documentId === brief.id
        ? aDocument({ ...brief, details_missing: false })
        : refusalWith('unavailable', 503),
  });
  const user = userEvent.setup();
  const review = await openReview(2);
  await user.click(review.getByRole('checkbox', { name: 'Alle 2 stimmen' }));
  await user.click(review.getByRole('button', { name: 'Angaben für 2 Dateien bestätigen' }));
  expect(await review.findByText(/Bei 1 Datei hat das Speichern nicht geklappt/)).toBeVisible();
  expect(review.queryByText('Brief.pdf')).toBeNull();
  expect(review.getByRole('checkbox', { name: 'Labor.pdf' })).toBeChecked();
});

test('correcting a guess keeps the other ticks, also after closing the dialog', async () => {
  const [brief, labor, medikamente] = [
    guessed('Brief.pdf', letter),
    guessed('Labor.pdf', report),
    guessed('Plan.pdf', plan),
  ];
  const api = await open([brief, labor, medikamente], said);
  const user = userEvent.setup();
  let review = await openReview(3);
  await user.click(review.getByRole('checkbox', { name: 'Plan.pdf' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  review = await openReview(3);
  expect(review.getByRole('checkbox', { name: 'Plan.pdf' })).toBeChecked();
  await user.click(review.getByRole('button', { name: 'Angaben zu Brief.pdf ändern' }));
  await user.click(await review.findByRole('button', { name: 'Anderes' }));
  await user.selectOptions(await review.findByRole('combobox', { name: 'Was ist das?' }), 'Konsilbericht');
  await user.click(review.getByRole('button', { name: 'Weiter' }));
  expect(await review.findByRole('textbox', { name: 'Datum des Dokuments' })).toHaveValue('14.09.2026');
  await user.click(review.getByRole('button', { name: 'Weiter' }));
  await user.click(await review.findByRole('button', { name: 'Angaben speichern' }));
  await waitFor(() => expect(review.queryByText('Brief.pdf')).toBeNull());
  expect(
    api
      .callsOf('describeDocument')
      .map(({ params, body }) => [
        params['documentId'],
        (body as { document_medical_kind: string }).document_medical_kind,
      ]),
  ).toEqual([[brief.id, 'Consultation report']]);
  expect(review.getByRole('checkbox', { name: 'Labor.pdf' })).toHaveFocus();
  expect(review.getByRole('checkbox', { name: 'Plan.pdf' })).toBeChecked();
});

test('files of one examination are one row and get the same details', async () => {
  const dicom = aDicomSummary({ study_date: '2026-03-01', patient_name: '' });
  const scan = {
    medical_kind_code: 'ct',
    issue_date: '2026-03-01',
    source_kind_code: 'doctors_practice',
    source_name: 'Radiologie',
  } as const;
  const files = ['CT.zip', 'CT (2).zip'].map((name) => ({ ...guessed(name, scan), group: 'image' as const, dicom }));
  const api = await open([...files, guessed('Labor.pdf', report)], said);
  const user = userEvent.setup();
  const review = await openReview(2);
  await user.click(review.getByRole('checkbox', { name: 'CT.zip' }));
  await user.click(review.getByRole('button', { name: 'Angaben für 1 Datei bestätigen' }));
  await waitFor(() =>
    expect(api.callsOf('describeDocument').map(({ params }) => params['documentId'])).toEqual(
      files.map(({ id }) => id),
    ),
  );
});

test('shows a guess beside the first page, or beside the picture of the file', async () => {
  const photo = { ...guessed('Foto.jpg', plan), preview_url: '/api/previews/foto' };
  await open([guessed('Brief.pdf', letter), guessed('Labor.pdf', report), photo], said);
  expect(screen.getByRole('img', { name: 'Brief.pdf' })).toBeVisible();
  const review = await openReview(3);
  expect(review.getAllByRole('img').map((page) => page.getAttribute('alt'))).toEqual(['Brief.pdf', 'Labor.pdf']);
});

test('a single guess is confirmed in its row, without a dialog', async () => {
  await open([guessed('Brief.pdf', letter), undescribed('a.pdf'), undescribed('b.pdf')]);
  expect(await screen.findByRole('button', { name: 'Stimmt: Angaben zu Brief.pdf' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /Vorschläge/ })).toBeNull();
});
