import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { Document } from '@konsil/contracts/documents';
import { aDicomSummary, aDocument, refusalWith, renderWithProviders } from '@konsil/testing';
import { respondWith, caseId, open, undescribed } from './upload-panel.testing.tsx';
import { UploadPanel } from './UploadPanel.tsx';

test('a document without details asks three questions and saves them as labels', async () => {
  const document = undescribed('scan.pdf');
  const api = await open([document], { describeDocument: aDocument({ ...document, details_missing: false }) });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Weiter' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Bitte wählen Sie die Art des Dokuments');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Was ist das?' }), 'Sonstiges');
  await user.type(screen.getByRole('textbox', { name: 'Beschreiben Sie es kurz' }), 'Impfpass');
  await user.click(screen.getByRole('button', { name: 'Weiter' }));
  const day = await screen.findByRole('textbox', { name: 'Datum des Dokuments' });
  await user.type(day, '3.11.2025');
  await user.click(screen.getByRole('button', { name: 'Weiter' }));
  await user.click(await screen.findByRole('radio', { name: 'Arztpraxis' }));
  const sender = screen.getByRole('textbox', { name: 'Name der Praxis oder Klinik' });
  expect(sender).toHaveAccessibleDescription(/Wenn Sie es nicht wissen, schreiben Sie „unbekannt“/);
  await user.type(sender, 'Praxis Keil');
  await user.click(screen.getByRole('button', { name: 'Angaben speichern' }));
  await waitFor(() =>
    expect(api.callsOf('describeDocument')[0]).toMatchObject({
      params: { documentId: document.id },
      body: {
        document_medical_kind: 'Other: Impfpass',
        source_kind: "Doctor's practice",
        source_name: 'Praxis Keil',
        issue_date: '2025-11-03',
        version: document.version,
      },
    }),
  );
  expect(await screen.findByText('Dokument hinzugefügt')).toBeVisible();
});

test('an unknown source is set with one click, and keeps the chosen kind', async () => {
  const document = undescribed('scan.pdf');
  const guess = { medical_kind_code: 'letter', issue_date: '2025-11-03' } as const;
  const api = await open([{ ...document, guess }], { describeDocument: aDocument({ ...document }) });
  const user = userEvent.setup();
  for (let step = 0; step < 2; step += 1) await user.click(await screen.findByRole('button', { name: 'Ja' }));
  await user.click(await screen.findByRole('button', { name: 'Weiß ich nicht' }));
  expect(screen.getByRole('radio', { name: 'Sonstiges' })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: 'Krankenhaus' }));
  await user.click(screen.getByRole('button', { name: 'Weiß ich nicht' }));
  expect(screen.getByRole('radio', { name: 'Krankenhaus' })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Angaben speichern' }));
  await waitFor(() =>
    expect(api.callsOf('describeDocument')[0]?.body).toMatchObject({
      source_kind: 'Hospital',
      source_name: 'unbekannt',
    }),
  );
});

test('an unknown date is set with one click, which can be undone', async () => {
  const document = undescribed('brief.pdf');
  const api = await open([{ ...document, guess: { medical_kind_code: 'letter' } }], {
    describeDocument: aDocument({ ...document, details_missing: false, medical_kind_code: 'letter' }),
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Ja' }));
  const day = () => screen.queryByRole('textbox', { name: 'Datum des Dokuments' });
  await waitFor(() => expect(day()).toBeVisible());
  await user.click(screen.getByRole('button', { name: 'Weiter' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Bitte geben Sie das Datum des Dokuments ein');
  await user.type(day() as HTMLElement, '3.11.2025');
  const unknown = screen.getByRole('checkbox', { name: 'Ich weiß das Datum nicht' });
  // Past the button of the calendar.
  await user.tab();
  await user.tab();
  await user.keyboard(' ');
  expect(unknown).toBeChecked();
  expect(unknown).toHaveFocus();
  expect(day()).not.toBeInTheDocument();
  await user.keyboard(' ');
  expect(day()).toHaveValue('03.11.2025');
  await user.clear(day() as HTMLElement);
  await user.click(unknown);
  await user.click(screen.getByRole('button', { name: 'Weiter' }));
  await user.click(await screen.findByRole('radio', { name: 'Krankenhaus' }));
  // The earlier answers are still there on the way back.
  await user.click(screen.getByRole('button', { name: 'Zurück' }));
  expect(await screen.findByRole('checkbox', { name: 'Ich weiß das Datum nicht' })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Weiter' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name der Praxis oder Klinik' }), 'Klinik Nord');
  await user.click(screen.getByRole('button', { name: 'Angaben speichern' }));
  await waitFor(() =>
    expect(api.callsOf('describeDocument')[0]?.body).toMatchObject({
      document_medical_kind: "Doctor's letter",
      issue_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      date_unknown: true,
    }),
  );
});

test('does not offer "unknown date" for images that contain a date', async () => {
  const scan = { ...undescribed('CT.zip'), dicom: aDicomSummary({ study_date: '2026-03-01' }) };
  await open([{ ...scan, guess: { medical_kind_code: 'ct', issue_date: '2026-03-01' } }]);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Ja' }));
  await user.click(await screen.findByRole('button', { name: 'Anderes' }));
  expect(await screen.findByRole('textbox', { name: 'Datum des Dokuments' })).toHaveValue('01.03.2026');
  expect(screen.queryByRole('checkbox', { name: 'Ich weiß das Datum nicht' })).not.toBeInTheDocument();
});

test('a document described here stays visible after its upload is forgotten', async () => {
  const [scan, letter] = [
    undescribed('scan.pdf'),
    aDocument({ case_id: caseId, file_name: 'Brief.pdf', sent_at: null }),
  ];
  const details = {
    medical_kind_code: 'laboratory',
    kind_other: '',
    issue_date: '2025-11-03',
    source_kind_code: 'doctors_practice',
    source_other: '',
    source_name: 'Praxis Keil',
  } as const;
  const saved = aDocument({ ...scan, ...details, details_missing: false });
  respondWith({
    getDraft: { content: { step: 2, details }, updated_at: '2026-11-04T09:00:00Z' },
    describeDocument: saved,
  });
  const Page = () => {
    const [documents, setDocuments] = useState([scan, letter]);
    return (
      <>
        <UploadPanel
          caseId={caseId}
          documents={documents}
          documentPath={(id) => `/documents/${id}`}
          otherSide="Dr. Sandberg"
          next={<a href="/send">Weiter zum Senden</a>}
        />
        <button type="button" onClick={() => setDocuments([saved, letter])}>
          Fall kommt neu
        </button>
      </>
    );
  };
  await renderWithProviders(<Page />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Angaben speichern' }));
  expect(await screen.findByText('Dokument hinzugefügt')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Fall kommt neu' }));
  expect(await screen.findByText('1 fertig')).toBeVisible();
  // The next link takes the focus from the answered question.
  expect(screen.getByRole('link', { name: 'Weiter zum Senden' })).toHaveFocus();
  expect(screen.getByText('scan.pdf')).toBeVisible();
  expect(screen.queryByText('Brief.pdf')).not.toBeInTheDocument();
});

test('answers survive a reload: the questions continue where they stopped', async () => {
  const document = undescribed('scan.pdf');
  await open([document], {
    getDraft: {
      content: { step: 1, details: { medical_kind_code: 'letter', kind_other: '' } },
      updated_at: '2026-11-04T09:00:00Z',
    },
  });
  expect(await screen.findByText('Frage 2 von 3')).toBeVisible();
});

test('answers continued in another window ask which to keep', async () => {
  const api = await open([undescribed('scan.pdf')], { saveDraft: refusalWith('conflict', 409) });
  const user = userEvent.setup();
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Was ist das?' }), 'Laborbefund');
  await screen.findByRole('button', { name: 'Von dort übernehmen' });
  api.change({
    saveDraft: ({ body }) => ({
      ...(body as { content: Record<string, unknown> }),
      updated_at: '2026-11-04T09:05:00Z',
    }),
  });
  await user.click(screen.getByRole('button', { name: 'Text hier behalten' }));
  expect(await screen.findByText('Ihr Text von hier gilt.')).toHaveFocus();
  expect(api.callsOf('saveDraft').at(-1)?.body).toMatchObject({
    content: { step: 0, details: { medical_kind_code: 'laboratory' } },
  });
});

test('asks once for the files of one examination, and saves to all of them', async () => {
  const dicom = aDicomSummary({ study_date: '2026-03-01', patient_name: '' });
  const files = ['CT 1.dcm', 'CT 2.dcm', 'CT 3.dcm'].map((name) => ({
    ...undescribed(name),
    group: 'image' as const,
    dicom,
  }));
  const api = await open(files, {
    getDraft: {
      content: { step: 2, details: { medical_kind_code: 'ct', kind_other: '', issue_date: '2026-03-01' } },
      updated_at: '2026-11-04T09:00:00Z',
    },
    describeDocument: aDocument(),
  });
  expect(
    await screen.findByText('Die Angaben gelten auch für 2 weitere Dateien dieser Untersuchung: CT 2.dcm und CT 3.dcm'),
  ).toBeVisible();
  expect(screen.getAllByText('Noch nicht beschrieben')).toHaveLength(1);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('radio', { name: 'Arztpraxis' }));
  await user.type(screen.getByRole('textbox', { name: 'Name der Praxis oder Klinik' }), 'Radiologie am Markt');
  await user.click(screen.getByRole('button', { name: 'Angaben speichern' }));
  expect(await screen.findByText('Dokument hinzugefügt')).toBeVisible();
  expect(
    api
      .callsOf('describeDocument')
      .map(({ params, body }) => [params['documentId'], (body as { source_name: string }).source_name]),
  ).toEqual(files.map(({ id }) => [id, 'Radiologie am Markt']));
});

test('going back to correct an answer keeps the input of the next question', async () => {
  const dicom = aDicomSummary({ study_date: '2026-03-01', patient_name: '' });
  await open([{ ...undescribed('CT.zip'), dicom, guess: { medical_kind_code: 'ct', issue_date: '2026-03-01' } }]);
  const user = userEvent.setup();
  expect(await screen.findByText('Ist das eine Computertomografie (CT)?')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Zurück' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Ja' }));
  await user.click(await screen.findByRole('button', { name: 'Anderes' }));
  const day = await screen.findByRole('textbox', { name: 'Datum des Dokuments' });
  await user.clear(day);
  await user.type(day, '2.3.2026');
  await user.click(screen.getByRole('button', { name: 'Zurück' }));
  const kind = await screen.findByRole('combobox', { name: 'Was ist das?' });
  expect(kind).toHaveDisplayValue('Computertomografie (CT)');
  expect(kind).toHaveFocus();
  await user.selectOptions(kind, 'Röntgen');
  await user.click(screen.getByRole('button', { name: 'Weiter' }));
  expect(await screen.findByRole('textbox', { name: 'Datum des Dokuments' })).toHaveValue('02.03.2026');
});

test('asks about many documents together first; each can still be opened', async () => {
  const documents = ['a.pdf', 'b.pdf', 'c.pdf'].map(undescribed);
  await open(documents);
  expect(await screen.findByRole('button', { name: 'Dieselben Angaben für mehrere Dateien' })).toBeVisible();
  expect(screen.queryByText('Frage 1 von 3')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Beschreiben: b.pdf' }));
  expect(await screen.findByText('Frage 1 von 3')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Beschreiben: b.pdf' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Beschreiben: a.pdf' })).toBeVisible();
});

test('each row of many documents shows its guess and confirms a complete one', async () => {
  const letter = {
    ...undescribed('Brief.pdf'),
    guess: {
      medical_kind_code: 'letter',
      issue_date: '2026-09-14',
      source_kind_code: 'hospital',
      source_name: 'Klinikum Rosenberg',
    } as const,
  };
  const report = { ...undescribed('Labor.pdf'), guess: { medical_kind_code: 'laboratory' } as const };
  const api = await open([letter, report, undescribed('c.pdf')], {
    describeDocument: aDocument({ ...letter, details_missing: false }),
  });
  const rowOf = (name: string) => within(screen.getByText(name).closest('li') as HTMLElement);
  expect(
    await screen.findByText(/Vermutlich: Arztbrief, 14.09.2026, Klinikum Rosenberg \(Krankenhaus\)/),
  ).toBeVisible();
  expect(rowOf('Labor.pdf').getByText(/Vermutlich: Laborbefund$/)).toBeVisible();
  expect(screen.getAllByText('Stimmt')).toHaveLength(1);
  await userEvent.click(rowOf('Brief.pdf').getByRole('button', { name: 'Stimmt: Angaben zu Brief.pdf' }));
  await waitFor(() =>
    expect(api.callsOf('describeDocument')).toMatchObject([
      {
        params: { documentId: letter.id },
        body: {
          document_medical_kind: "Doctor's letter",
          issue_date: '2026-09-14',
          source_kind: 'Hospital',
          source_name: 'Klinikum Rosenberg',
          version: letter.version,
        },
      },
    ]),
  );
  expect(await screen.findByText('Dokument hinzugefügt')).toBeVisible();
  expect(screen.queryByText('Frage 1 von 3')).toBeNull();
  await waitFor(() => expect(rowOf('Labor.pdf').getByRole('button', { name: 'Beschreiben: Labor.pdf' })).toHaveFocus());
});

test('a single document with a complete guess is one question', async () => {
  const letter = {
    ...undescribed('Brief.pdf'),
    guess: {
      medical_kind_code: 'letter',
      issue_date: '2026-09-14',
      source_kind_code: 'hospital',
      source_name: 'Klinikum Rosenberg',
    } as const,
  };
  const api = await open([letter], { describeDocument: aDocument({ ...letter, details_missing: false }) });
  expect(await screen.findByText(/Vermutlich: Arztbrief, 14.09.2026, Klinikum Rosenberg/)).toBeVisible();
  expect(screen.queryByText('Frage 1 von 3')).toBeNull();
  expect(screen.getByRole('button', { name: 'Stimmt: Angaben zu Brief.pdf' })).toHaveAccessibleDescription(
    /^Vermutlich: Arztbrief, 14.09.2026, Klinikum Rosenberg/,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Angaben zu Brief.pdf ändern' }));
  expect(await screen.findByText('Frage 1 von 3')).toBeVisible();
  expect(api.callsOf('describeDocument')).toEqual([]);
});

test('going to the next step confirms the last guess if nothing else is open', async () => {
  const guess = {
    medical_kind_code: 'letter',
    issue_date: '2026-09-14',
    source_kind_code: 'hospital',
    source_name: 'Klinikum Rosenberg',
  } as const;
  const letter = { ...undescribed('Brief.pdf'), guess };
  const go = jest.fn();
  const api = respondWith({ describeDocument: aDocument({ ...letter, details_missing: false }) });
  const panel = (documents: Document[]) => (
    <UploadPanel
      caseId={caseId}
      documents={documents}
      documentPath={(id) => id}
      otherSide="Dr. Sandberg"
      goOn={{ label: 'Stimmt, weiter', go }}
    />
  );
  const { unmount } = await renderWithProviders(panel([letter, { ...undescribed('b.pdf'), guess }]));
  expect(await screen.findByText('Brief.pdf')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Stimmt, weiter' })).toBeNull();
  unmount();
  await renderWithProviders(panel([letter]));
  await userEvent.click(await screen.findByRole('button', { name: 'Stimmt, weiter' }));
  await waitFor(() => expect(go).toHaveBeenCalledTimes(1));
  expect(api.callsOf('describeDocument')).toHaveLength(1);
});

test('a complete guess that arrives while the user answers discards no input', async () => {
  const scan = undescribed('scan.pdf');
  const guess = {
    medical_kind_code: 'letter',
    issue_date: '2026-09-14',
    source_kind_code: 'hospital',
    source_name: 'Klinikum Rosenberg',
  } as const;
  respondWith({
    getDraft: null,
    saveDraft: ({ body }) => ({
      ...(body as { content: Record<string, unknown> }),
      updated_at: '2026-11-04T09:00:00Z',
    }),
  });
  const Page = () => {
    const [documents, setDocuments] = useState([scan]);
    return (
      <>
        <UploadPanel caseId={caseId} documents={documents} documentPath={(id) => id} otherSide="Dr. Sandberg" />
        <button type="button" onClick={() => setDocuments([{ ...scan, guess }])}>
          gelesen
        </button>
      </>
    );
  };
  await renderWithProviders(<Page />);
  const kind = await screen.findByRole('combobox', { name: 'Was ist das?' });
  await userEvent.selectOptions(kind, 'Röntgen');
  await userEvent.click(screen.getByRole('button', { name: 'gelesen' }));
  expect(screen.getByText('Frage 1 von 3')).toBeVisible();
  expect(screen.queryByText('Stimmt')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Anderes' }));
  expect(await screen.findByRole('combobox', { name: 'Was ist das?' })).toBeVisible();
});

test('further files that arrive while the user answers close no question', async () => {
  const scan = undescribed('scan.pdf');
  const others = [undescribed('b.pdf'), undescribed('c.pdf')];
  respondWith({
    getDraft: null,
    saveDraft: ({ body }) => ({
      ...(body as { content: Record<string, unknown> }),
      updated_at: '2026-11-04T09:00:00Z',
    }),
  });
  const Page = () => {
    const [documents, setDocuments] = useState([scan]);
    return (
      <>
        <UploadPanel caseId={caseId} documents={documents} documentPath={(id) => id} otherSide="Dr. Sandberg" />
        <button type="button" onClick={() => setDocuments([...others, scan])}>
          weitere
        </button>
      </>
    );
  };
  await renderWithProviders(<Page />);
  const kind = await screen.findByRole('combobox', { name: 'Was ist das?' });
  await userEvent.selectOptions(kind, 'Röntgen');
  fireEvent.click(screen.getByRole('button', { name: 'weitere' }));
  expect(await screen.findByText('c.pdf')).toBeVisible();
  expect(kind).toBeInTheDocument();
  expect(kind).toHaveFocus();
});

test('while a guess is being confirmed, the edit button is busy, too', async () => {
  const guess = {
    medical_kind_code: 'letter',
    issue_date: '2026-09-14',
    source_kind_code: 'hospital',
    source_name: 'Klinikum Rosenberg',
  } as const;
  await open([{ ...undescribed('a.pdf'), guess }], { describeDocument: () => new Promise<never>(() => {}) });
  await userEvent.click(await screen.findByRole('button', { name: 'Stimmt: Angaben zu a.pdf' }));
  await userEvent.click(screen.getByRole('button', { name: 'Angaben zu a.pdf ändern' }));
  expect(screen.queryByRole('combobox', { name: 'Was ist das?' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Angaben zu a.pdf ändern' })).toHaveAttribute('aria-disabled', 'true');
});

test('a guess that cannot be saved shows the error in its row, with a retry', async () => {
  const guess = {
    medical_kind_code: 'letter',
    issue_date: '2026-09-14',
    source_kind_code: 'hospital',
    source_name: 'Klinikum Rosenberg',
  } as const;
  await open([{ ...undescribed('a.pdf'), guess }, undescribed('b.pdf'), undescribed('c.pdf')], {
    describeDocument: refusalWith('unavailable', 503),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Stimmt: Angaben zu a.pdf' }));
  expect(await screen.findByText(/Der Dienst ist gerade nicht erreichbar/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Stimmt: Angaben zu a.pdf' })).not.toHaveAttribute('aria-disabled');
});

test('many documents can be described one by one, in the order chosen', async () => {
  // The case lists the newest first.
  await open(
    ['c.pdf', 'b.pdf', 'a.pdf'].map((name, index) => ({
      ...undescribed(name),
      uploaded_at: `2026-11-03T09:00:0${9 - index}Z`,
    })),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Nacheinander beschreiben' }));
  expect(
    await within(screen.getByText('a.pdf').closest('li') as HTMLElement).findByText('Frage 1 von 3'),
  ).toBeVisible();
  expect(await screen.findByRole('combobox', { name: 'Was ist das?' })).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Nacheinander beschreiben' })).toBeNull();
});

test('reports a failed archiving once, and a failed undo', async () => {
  const document = undescribed('scan.pdf');
  let archives = 0;
  await open([document], {
    archiveDocument: () => ((archives += 1) === 1 ? refusalWith('unavailable', 503) : document),
    restoreDocument: refusalWith('unavailable', 503),
  });
  const failures = () =>
    screen.findAllByText('Der Dienst ist gerade nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.', {
      selector: '[data-type=danger]',
    });
  const archive = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'scan.pdf archivieren' }));
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Archivieren' }));
  };
  await archive();
  expect(await failures()).toHaveLength(1);
  await userEvent.click(await screen.findByLabelText('close'));
  await archive();
  await userEvent.click(await screen.findByRole('button', { name: 'Rückgängig' }));
  expect(await failures()).toHaveLength(1);
});

test('the files of one examination are archived and restored together', async () => {
  const dicom = aDicomSummary({ study_date: '2026-03-01', patient_name: '' });
  const [first, second] = ['CT.zip', 'CT (2).zip'].map((name) => ({
    ...undescribed(name),
    group: 'image' as const,
    dicom,
  })) as [Document, Document];
  const api = await open([first, second], { archiveDocument: first, restoreDocument: first });
  await userEvent.click(await screen.findByRole('button', { name: 'CT.zip archivieren' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Untersuchung archivieren?' }));
  expect(
    question.getByText('Alle 2 Dateien dieser Untersuchung kommen ins Archiv. Sie können sie später wiederherstellen.'),
  ).toBeVisible();
  await userEvent.click(question.getByRole('button', { name: 'Archivieren' }));
  const idsOf = (name: 'archiveDocument' | 'restoreDocument') =>
    api
      .callsOf(name)
      .map(({ params }) => params['id'])
      .sort();
  await waitFor(() => expect(idsOf('archiveDocument')).toEqual([first.id, second.id].sort()));
  await userEvent.click(await screen.findByRole('button', { name: 'Rückgängig' }));
  await waitFor(() => expect(idsOf('restoreDocument')).toEqual([first.id, second.id].sort()));
});

test('a guess from the upload is known on another device and after a reload', async () => {
  const guess = { medical_kind_code: 'ct', issue_date: '2026-03-01' } as const;
  await open([
    { ...undescribed('CT.zip'), guess },
    { ...undescribed('CT (2).zip'), guess },
  ]);
  expect(await screen.findByText('Ist das eine Computertomografie (CT)?')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Dieselben Angaben für mehrere Dateien' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByRole('combobox', { name: 'Was ist das?' })).toHaveDisplayValue('Computertomografie (CT)');
  expect(dialog.getByRole('textbox', { name: 'Datum des Dokuments' })).toHaveValue('01.03.2026');
  expect(
    dialog.getByText('Was in den gewählten Dateien gleich steht, ist schon eingetragen. Bitte prüfen Sie es.'),
  ).toBeVisible();
});

test('reports a PDF that could not be opened, with what to do', async () => {
  await open([{ ...undescribed('kaputt.pdf'), unopened: true }]);
  expect(await screen.findByText(/Wir konnten dieses PDF nicht öffnen/)).toBeVisible();
});

describe('Scans of another person', () => {
  const ofMax = aDicomSummary({ images: 1, patient_name: 'Muster, Max', birth_date: '1950-01-01', mismatch: true });
  const patient = { name: 'Miriam Adler', birth_date: '1979-03-14' };
  const stranger = { named: { name: 'Max Muster', birth_date: '1950-01-01' }, patient };
  const moritz = { named: { name: 'Moritz Muster', birth_date: null }, patient };
  const warnings = () => screen.findAllByText(/Der Fall gehört zu Miriam Adler, geboren 14\.03\.1979/);

  test('are warned about at the file', async () => {
    await open([
      { ...undescribed('ct.dcm'), dicom: ofMax, stranger },
      { ...undescribed('mr.dcm'), dicom: ofMax, stranger: moritz },
    ]);
    expect((await warnings()).map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Darauf steht Max Muster, geboren 01.01.1950.'),
      expect.stringContaining('Darauf steht Moritz Muster.'),
    ]);
  });

  test('from one disc are warned about once, with a mark at each file', async () => {
    const fitting = { ...undescribed('us.zip'), dicom: { ...ofMax, mismatch: false } };
    await open([
      ...['ct.zip', 'ct (2).zip', 'ct (3).zip'].map((name) => ({ ...undescribed(name), dicom: ofMax, stranger })),
      fitting,
    ]);
    expect((await warnings()).map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Auf 3 Dateien steht Max Muster'),
    ]);
    expect(screen.getAllByText(/Anderer Name oder anderes Geburtsdatum/)).toHaveLength(3);
  });
});
