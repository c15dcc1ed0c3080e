import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aDicomSummary, aDocument, fakeApi, refusalWith, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeAnswers, FakeApi } from '@konsil/testing';
import { DocumentDetails } from './DocumentDetails';

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
afterEach(() => api.restore());

const report = aDocument();
const theirs = { ...report, version: 2, source_name: 'Praxis Dr. Roth' };

test('a conflicting correction keeps the input, shows the other, and saves on retry', async () => {
  api = fakeApi({
    ...keeping,
    describeDocument: ({ body }) =>
      (body as { version: number }).version === 2
        ? { ...theirs, version: 3 }
        : refusalWith('version_conflict', 409, { current: theirs }),
  });
  await renderWithProviders(<DocumentDetails document={report} />);
  await userEvent.click(screen.getByRole('button', { name: 'Angaben ändern' }));
  const name = await screen.findByLabelText('Name der Praxis oder Klinik');
  await userEvent.clear(name);
  await userEvent.type(name, 'Labor am Markt');
  await userEvent.click(screen.getByRole('button', { name: 'Angaben speichern' }));
  expect(await screen.findByText(/Praxis Dr\. Roth/)).toBeVisible();
  expect(name).toHaveValue('Labor am Markt');
  await userEvent.click(screen.getByRole('button', { name: 'Angaben speichern' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Angaben speichern' })).not.toBeInTheDocument());
  expect(api.callsOf('describeDocument').at(-1)?.body).toMatchObject({ version: 2, source_name: 'Labor am Markt' });
});

test('missing details are pre-filled with the guess from the upload', async () => {
  api = fakeApi(keeping);
  const scan = aDocument({
    details_missing: true,
    document_medical_kind: null,
    medical_kind_code: null,
    source_kind: null,
    source_kind_code: null,
    source_name: null,
    issue_date: null,
    guess: { medical_kind_code: 'letter', issue_date: '2026-09-14' },
  });
  await renderWithProviders(<DocumentDetails document={scan} />);
  await userEvent.click(screen.getByRole('button', { name: 'Angaben ändern' }));
  expect(await screen.findByRole('combobox', { name: 'Art' })).toHaveDisplayValue('Arztbrief');
  expect(screen.getByLabelText('Ausgestellt am')).toHaveValue('14.09.2026');
  expect(screen.getByText('Was wir erkannt haben, ist schon eingetragen. Bitte prüfen Sie es.')).toBeVisible();
});

test('an unfinished correction survives a reload, until it is saved or discarded', async () => {
  const begun = {
    medical_kind_code: 'laboratory',
    kind_other: '',
    issue_date: '2026-10-12',
    source_kind_code: 'doctors_practice',
    source_other: '',
    source_name: 'Labor am',
    version: 1,
  };
  api = fakeApi({
    ...keeping,
    getDraft: { content: begun, updated_at: '2026-11-03T11:00:00.000Z' },
    describeDocument: { ...report, version: 2 },
  });
  const { unmount } = await renderWithProviders(<DocumentDetails document={report} />);
  const open = () => userEvent.click(screen.getByRole('button', { name: 'Angaben ändern' }));
  await open();
  const name = await screen.findByLabelText('Name der Praxis oder Klinik');
  expect(name).toHaveValue('Labor am');
  expect(screen.getByText('Ihr Entwurf ist wieder da.')).toBeVisible();
  await userEvent.type(name, ' Markt');
  await waitFor(() =>
    expect(api.callsOf('saveDraft').at(-1)).toMatchObject({
      params: { key: `document-edit%3A${report.id}` },
      body: { content: { source_name: 'Labor am Markt', version: 1 } },
    }),
  );
  expect(await screen.findByText(/^Gespeichert/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Angaben speichern' }));
  await waitFor(() => expect(api.callsOf('deleteDraft')).toHaveLength(1));
  expect(api.callsOf('describeDocument')[0]?.body).toMatchObject({ source_name: 'Labor am Markt', version: 1 });
  unmount();

  await renderWithProviders(<DocumentDetails document={report} />);
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Abbrechen' }));
  await waitFor(() => expect(api.callsOf('deleteDraft')).toHaveLength(2));
  expect(screen.getByRole('button', { name: 'Angaben ändern' })).toBeVisible();
});

test('a correction begun before another one does not overwrite it unseen', async () => {
  api = fakeApi({
    ...keeping,
    getDraft: { content: { source_name: 'Labor am Markt', version: 1 }, updated_at: '2026-11-03T11:00:00.000Z' },
    describeDocument: refusalWith('version_conflict', 409, { current: theirs }),
  });
  await renderWithProviders(<DocumentDetails document={theirs} />);
  await userEvent.click(screen.getByRole('button', { name: 'Angaben ändern' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Angaben speichern' }));
  expect(await screen.findByText(/Praxis Dr\. Roth/)).toBeVisible();
  expect(api.callsOf('describeDocument')[0]?.body).toMatchObject({ version: 1 });
});

test('details are read-only for anybody but the uploader', async () => {
  api = fakeApi({ getSettings: someSettings() });
  await renderWithProviders(
    <DocumentDetails document={aDocument({ uploaded_by: { role: 'patient', name: 'Miriam Adler', mine: false } })} />,
  );
  expect(screen.getByText('12.10.2026')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Angaben ändern' })).not.toBeInTheDocument();
});

test('earlier details are fetched on demand', async () => {
  api = fakeApi({
    getSettings: someSettings(),
    getDocumentHistory: [
      {
        version: 1,
        changed_at: '2026-11-02T08:30:00.000Z',
        changed_by: 'Miriam Adler',
        document_medical_kind: 'Laboratory report',
        source_kind: "Doctor's practice",
        source_name: 'Praxis am Park',
        issue_date: '2026-10-01',
      },
    ],
  });
  await renderWithProviders(<DocumentDetails document={report} />);
  expect(api.callsOf('getDocumentHistory')).toEqual([]);
  await userEvent.click(screen.getByText('Frühere Angaben'));
  expect(await screen.findByText(/Praxis am Park/)).toBeVisible();
});

test('corrects all files of an examination in one save, each by its version', async () => {
  const dicom = aDicomSummary();
  const files = [aDocument({ group: 'image', dicom }), aDocument({ group: 'image', dicom, version: 4 })] as const;
  api = fakeApi({ ...keeping, describeDocument: report });
  await renderWithProviders(<DocumentDetails document={files[0]} files={files} />);
  await userEvent.click(screen.getByRole('button', { name: 'Angaben ändern' }));
  expect(await screen.findByText('Die Angaben gelten für alle 2 Dateien dieser Untersuchung.')).toBeVisible();
  const name = await screen.findByLabelText('Name der Praxis oder Klinik');
  await userEvent.clear(name);
  await userEvent.type(name, 'Radiologie am Markt');
  await userEvent.click(screen.getByRole('button', { name: 'Angaben speichern' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Angaben speichern' })).not.toBeInTheDocument());
  expect(
    api
      .callsOf('describeDocument')
      .map(({ params, body }) => [
        params['documentId'],
        (body as { version: number; source_name: string }).version,
        (body as { source_name: string }).source_name,
      ]),
  ).toEqual(files.map(({ id, version }) => [id, version, 'Radiologie am Markt']));
});

test('the owner can describe a document added by a helper, who is named', async () => {
  api = fakeApi(keeping);
  const uploaded_by = { role: 'patient' as const, name: 'Ayşe Demir', mine: true, acting: true };
  await renderWithProviders(<DocumentDetails document={{ ...report, uploaded_by }} />);
  expect(await screen.findByText(/Ayşe Demir \(für die Patientin oder den Patienten\)/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Angaben ändern' })).toBeVisible();
});

test('an unknown date is shown in words, and can be entered later', async () => {
  const undated = aDocument({ issue_date: null });
  api = fakeApi({ ...keeping, describeDocument: { ...undated, version: 2, issue_date: '2026-10-12' } });
  await renderWithProviders(<DocumentDetails document={undated} />);
  expect(screen.getByText('Datum unbekannt')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Angaben ändern' }));
  const unknown = await screen.findByRole('checkbox', { name: 'Ich weiß das Datum nicht' });
  expect(unknown).toBeChecked();
  expect(screen.queryByLabelText('Ausgestellt am')).not.toBeInTheDocument();
  await userEvent.click(unknown);
  await userEvent.type(screen.getByLabelText('Ausgestellt am'), '12.10.2026');
  await userEvent.click(screen.getByRole('button', { name: 'Angaben speichern' }));
  await waitFor(() => expect(api.callsOf('describeDocument')).toHaveLength(1));
  const { body } = api.callsOf('describeDocument')[0] ?? {};
  expect(body).toMatchObject({ issue_date: '2026-10-12' });
  expect(body).not.toHaveProperty('date_unknown');
});

test('a known date can be changed to unknown', async () => {
  api = fakeApi({ ...keeping, describeDocument: { ...report, version: 2, issue_date: null } });
  await renderWithProviders(<DocumentDetails document={report} />);
  await userEvent.click(screen.getByRole('button', { name: 'Angaben ändern' }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Ich weiß das Datum nicht' }));
  await userEvent.click(screen.getByRole('button', { name: 'Angaben speichern' }));
  await waitFor(() => expect(api.callsOf('describeDocument')[0]?.body).toMatchObject({ date_unknown: true }));
});
