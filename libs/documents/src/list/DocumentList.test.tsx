import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  aDicomSummary,
  aDocument,
  anId,
  aPage,
  fakeApi,
  refusalWith,
  renderWithProviders,
  someSettings,
} from '@konsil/testing';
import type { FakeAnswers, FakeApi } from '@konsil/testing';
import type { Document } from '@konsil/contracts/documents';
import { DocumentList, type DocumentListProps } from './DocumentList';
import { DocumentTable } from './DocumentTable';

let api: FakeApi;
afterEach(() => api.restore());

const caseId = anId();
const report = aDocument({ case_id: caseId });
const archived = { ...report, archived_at: '2026-11-03T11:00:00.000Z' };
const open = (answers: FakeAnswers, query = '', search = '', more: Partial<DocumentListProps> = {}) => {
  api = fakeApi({ getSettings: someSettings(), listDocuments: aPage([report]), ...answers });
  return renderWithProviders(
    <DocumentList
      caseId={caseId}
      group="document"
      newWord="new"
      otherSide="Dr. Sandberg"
      hrefOf={({ id }) => `/documents/${id}`}
      {...more}
    />,
    { route: `/${query}`, state: { search } },
  );
};
const archiveReport = 'Archivieren: Laborbefund, 12.10.2026, befund.pdf';
const archive = async () => {
  await userEvent.click(await screen.findByRole('button', { name: archiveReport }));
  const question = await screen.findByRole('alertdialog', { name: 'Ins Archiv verschieben?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Ins Archiv verschieben' }));
};

test('archiving asks first, reports success and can be undone', async () => {
  await open({ archiveDocument: archived, restoreDocument: report });
  await archive();
  await screen.findByText('Dokument archiviert');
  expect(api.callsOf('archiveDocument').map(({ params }) => params['id'])).toEqual([report.id]);
  await userEvent.click(screen.getByRole('button', { name: 'Rückgängig' }));
  await screen.findByText('Dokument wiederhergestellt');
  expect(api.callsOf('restoreDocument').map(({ params }) => params['id'])).toEqual([report.id]);
});

test('archiving a sent document warns that the other side loses it, too', async () => {
  const [sent, own] = [aDocument({ file_name: 'gesendet.pdf' }), aDocument({ file_name: 'neu.pdf', sent_at: null })];
  await open({ listDocuments: aPage([sent, own]) });
  const question = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: `Archivieren: Laborbefund, 12.10.2026, ${name}` }));
    const { textContent } = await screen.findByRole('alertdialog', { name: 'Ins Archiv verschieben?' });
    await userEvent.click(screen.getByRole('button', { name: 'Abbrechen' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    return textContent;
  };
  expect(await question('gesendet.pdf')).toContain(
    'Das Dokument kommt ins Archiv, auch bei Dr. Sandberg. Sie können es später wiederherstellen.',
  );
  expect(await question('neu.pdf')).not.toContain('auch bei');
});

test('declining the confirmation archives nothing', async () => {
  await open({ archiveDocument: archived });
  await userEvent.click(await screen.findByRole('button', { name: archiveReport }));
  await userEvent.click(await screen.findByRole('button', { name: 'Abbrechen' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(api.callsOf('archiveDocument')).toEqual([]);
});

test('a failed archiving says that nothing changed', async () => {
  await open({ archiveDocument: refusalWith('internal', 500) });
  await archive();
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Bei uns ist ein Fehler aufgetreten. Bitte versuchen Sie es noch einmal. Am Dokument hat sich nichts geändert.',
  );
});

test.each([
  ['rows', '', {}],
  ['tiles', '?view=grid', { group: 'image' }],
  ['a table', '', { table: DocumentTable }],
] as const)('an unknown date is said in %s', async (_name, query, more) => {
  await open({ listDocuments: aPage([{ ...report, issue_date: null }]) }, query, '', more);
  expect(await screen.findByText(/Datum unbekannt/)).toBeVisible();
  expect(
    screen.getByRole('button', { name: 'Archivieren: Laborbefund, Datum unbekannt, befund.pdf' }),
  ).toBeInTheDocument();
});

test('only the uploader can archive a document', async () => {
  await open({
    listDocuments: aPage([aDocument({ uploaded_by: { role: 'patient', name: 'Miriam Adler', mine: false } })]),
  });
  expect(await screen.findByRole('link', { name: 'Laborbefund' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /Archivieren/ })).not.toBeInTheDocument();
});

test('the table sorts by its headers; a row without details shows the file name once', async () => {
  const bare = {
    document_medical_kind: null,
    medical_kind_code: null,
    issue_date: null,
    source_kind: null,
    source_kind_code: null,
    source_name: null,
  };
  await open(
    { listDocuments: aPage([report, aDocument({ ...bare, details_missing: true, file_name: 'IMG_0815.jpg' })]) },
    '',
    '',
    { table: DocumentTable },
  );
  const line = (await screen.findByRole('link', { name: /^Laborbefund/ })).closest('tr') as HTMLElement;
  expect(
    within(line)
      .getAllByRole('cell')
      .slice(1, 4)
      .map(({ textContent }) => textContent),
  ).toEqual(['12.10.2026', report.source_name, expect.stringContaining('befund.pdf')]);
  expect(within(line).getByRole('button', { name: archiveReport })).toBeVisible();
  expect(within(screen.getByRole('table')).getAllByText('IMG_0815.jpg')).toHaveLength(1);
  expect(screen.getByRole('columnheader', { name: 'Hochgeladen' })).toHaveAttribute('aria-sort', 'descending');
  await userEvent.click(screen.getByRole('button', { name: 'Art' }));
  await waitFor(() => expect(api.callsOf('listDocuments').at(-1)?.query).toMatchObject({ sort: 'kind' }));
  expect(screen.getByRole('columnheader', { name: 'Art' })).toHaveAttribute('aria-sort', 'ascending');
  await userEvent.click(screen.getByRole('button', { name: 'Als Kacheln' }));
  expect(await screen.findAllByRole('listitem')).toHaveLength(2);
});

test.each([
  ['not where nothing', [], 0],
  ['where something', [report], 1],
])('the table has a column for archiving when %s can be archived', async (_, mine, columns) => {
  const theirs = aDocument({ uploaded_by: { role: 'patient', name: 'Miriam Adler', mine: false } });
  await open({ listDocuments: aPage([theirs, ...mine]) }, '', '', { table: DocumentTable });
  expect(await screen.findByRole('columnheader', { name: 'Hochgeladen' })).toBeVisible();
  expect(screen.queryAllByRole('columnheader', { name: 'Archiv' })).toHaveLength(columns);
});

test('marks unopened documents that the doctor added', async () => {
  await open({
    listDocuments: aPage([
      aDocument({ unread: true, uploaded_by: { role: 'doctor', name: 'Dr. Elif Sandberg', mine: false } }),
      aDocument({ file_name: 'alt.pdf' }),
    ]),
  });
  const [fresh, old] = await screen.findAllByRole('listitem');
  expect(within(fresh as HTMLElement).getByText('neu')).toBeVisible();
  expect(within(old as HTMLElement).queryByText('neu')).toBeNull();
});

test('a file without details is marked, with its name shown once', async () => {
  const bare = {
    document_medical_kind: null,
    medical_kind_code: null,
    issue_date: null,
    source_kind: null,
    source_kind_code: null,
    source_name: null,
  };
  await open({ listDocuments: aPage([aDocument({ ...bare, details_missing: true, file_name: 'IMG_0815.jpg' })]) });
  const [entry] = within(await screen.findByRole('list')).getAllByRole('listitem');
  expect(within(entry as HTMLElement).getByRole('link', { name: 'IMG_0815.jpg' })).toBeVisible();
  expect(within(entry as HTMLElement).getAllByText('IMG_0815.jpg')).toHaveLength(1);
  expect(within(entry as HTMLElement).getAllByText('Noch nicht beschrieben')).toHaveLength(1);
});

const settingsWith = (filters: Record<string, string>) => ({ ...someSettings(), filters });

test('a reader chooses the filters above the list and their order', async () => {
  await open({ saveSettings: settingsWith({}), getSettings: settingsWith({ inbox: 'sort=waiting' }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Filter' }));
  await userEvent.click(screen.getByRole('button', { name: 'Filter anpassen' }));
  const dialog = await screen.findByRole('dialog', { name: 'Filter anpassen' });
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Art' }));
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Zeitraum' }));
  const down = within(dialog).getByRole('button', { name: 'Art nach unten' });
  await userEvent.click(down);
  expect(within(dialog).getByText('Art: Platz 2 von 6')).toBeInTheDocument();
  expect(down).toHaveFocus();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Übernehmen' }));
  await screen.findByText('Filter gemerkt');
  expect(api.callsOf('saveSettings').map(({ body }) => body)).toEqual([
    { filters: { 'documents-document-arrangement': 'date,kind' } },
  ]);
});

test('chosen filters are shown at once, and a period narrows the list', async () => {
  await open({ getSettings: settingsWith({ 'documents-document-arrangement': 'date,of-old' }) });
  await userEvent.type(await screen.findByLabelText('Von'), '01.10.2026');
  await userEvent.type(screen.getByLabelText('Bis'), '31.1');
  await waitFor(() =>
    expect(api.callsOf('listDocuments').at(-1)?.query).toEqual({ group: 'document', from: '2026-10-01' }),
  );
  expect(screen.queryByLabelText('Art')).not.toBeInTheDocument();
});

describe('A date filter', () => {
  const leaveWith = async (text: string) => {
    await open({ getSettings: settingsWith({ 'documents-document-arrangement': 'date' }) }, '?from=2026-10-01');
    const from = await screen.findByLabelText('Von');
    await userEvent.clear(from);
    await userEvent.type(from, text);
    await userEvent.tab();
    return from;
  };
  const lastAsked = () => api.callsOf('listDocuments').at(-1)?.query;

  test('accepts a two-digit year', async () => {
    expect(await leaveWith('3.11.26')).toHaveValue('03.11.2026');
    await waitFor(() => expect(lastAsked()).toEqual({ group: 'document', from: '2026-11-03' }));
  });

  test('keeps an invalid date with an error, and filters nothing', async () => {
    const from = await leaveWith('31.2.2026');
    expect(from).toHaveValue('31.2.2026');
    expect(from).toHaveAccessibleDescription('Bitte geben Sie ein gültiges Datum ein');
    await waitFor(() => expect(lastAsked()).toEqual({ group: 'document' }));
    await userEvent.clear(from);
    expect(from).not.toHaveAccessibleDescription();
  });

  test('asks for the century where a two-digit year would be in the future', async () => {
    expect(await leaveWith('3.11.79')).toHaveAccessibleDescription('Bitte geben Sie das Jahr mit vier Ziffern ein');
  });

  test('clears an invalid date together with the other filters', async () => {
    await leaveWith('31.2.2026');
    await userEvent.type(screen.getByRole('searchbox'), 'MRT');
    await userEvent.click(await screen.findByRole('button', { name: 'Filter zurücksetzen' }));
    expect(screen.getByLabelText('Von')).toHaveValue('');
    expect(screen.queryByText('Bitte geben Sie ein gültiges Datum ein')).not.toBeInTheDocument();
  });
});

test('reports when the chosen filters cannot be saved', async () => {
  await open({ saveSettings: refusalWith('internal', 500) });
  await userEvent.click(await screen.findByRole('button', { name: 'Filter' }));
  await userEvent.click(screen.getByRole('button', { name: 'Filter merken' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Das hat nicht geklappt. Die Filter sind noch wie vorher.',
  );
});

test('separates facts of a document by dots, without one at the end', async () => {
  const noKind = {
    document_medical_kind: null,
    medical_kind_code: null,
    details_missing: true,
    issue_date: '2026-11-09',
    source_name: 'Praxis Dr. Keil',
  };
  await open({ listDocuments: aPage([aDocument({ ...noKind, file_name: 'IMG_0815.jpg' }), report]) });
  const [bare, whole] = await screen.findAllByRole('listitem');
  expect(bare).toHaveTextContent(/09\.11\.2026 · Praxis Dr\. Keil[^·]*$/);
  expect(whole).toHaveTextContent(`Praxis Dr. Keil · ${report.file_name}`);
});

test('a search without results can be changed', async () => {
  await open({ listDocuments: ({ query }) => aPage(query['search'] ? [] : [report]) });
  await userEvent.type(await screen.findByRole('searchbox'), 'xyzzy');
  await waitFor(() => expect(screen.queryByRole('listitem')).not.toBeInTheDocument());
  expect(screen.getByRole('searchbox')).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Als Kacheln' })).not.toBeInTheDocument();
  const field = screen.getByRole('searchbox');
  await userEvent.clear(field);
  expect(await screen.findByRole('listitem')).toBeVisible();
  expect(field).toHaveFocus();
});

const inArchive = ({ query }: { query: Record<string, string> }) => aPage(query['archived'] ? [archived] : []);

test('an empty list shows only its hint', async () => {
  await open({ listDocuments: aPage([]) });
  expect(await screen.findByText(/Befunde und Pläne zu diesem Fall stehen hier/)).toBeVisible();
  await waitFor(() =>
    expect(api.callsOf('listDocuments').at(-1)?.query).toEqual({ group: 'document', archived: 'true' }),
  );
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  expect(screen.queryByText(/0/)).not.toBeInTheDocument();
});

test('an empty list keeps the link to a searchable archive', async () => {
  await open({ listDocuments: inArchive });
  await screen.findByText(/Befunde und Pläne zu diesem Fall stehen hier/);
  await userEvent.click(await screen.findByRole('button', { name: 'Archiv anzeigen' }));
  expect(await screen.findByRole('searchbox')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Laborbefund' })).toBeVisible();
});

test('keeps a focused field even when the list becomes empty', async () => {
  let say = () => {};
  const told = new Promise<void>((done) => (say = done));
  await open({
    listDocuments: async () => {
      await told;
      return aPage([]);
    },
  });
  const field = await screen.findByRole('searchbox');
  await userEvent.click(field);
  say();
  expect(await screen.findByText(/Befunde und Pläne zu diesem Fall stehen hier/)).toBeVisible();
  await userEvent.type(field, 'Labor');
  await userEvent.clear(field);
  expect(field).toHaveFocus();
});

test('an empty search can be changed and cleared without losing the field', async () => {
  await open({ listDocuments: aPage([]) }, '', 'xyz');
  const field = await screen.findByRole('searchbox');
  await userEvent.clear(field);
  await waitFor(() => expect(api.callsOf('listDocuments').at(-1)?.query).toEqual({ group: 'document' }));
  expect(await screen.findByText(/Befunde und Pläne zu diesem Fall stehen hier/)).toBeVisible();
  expect(field).toHaveFocus();
});

const study = aDicomSummary({ description: 'Schädel nativ', patient_name: 'Adler, Miriam' });
const scan = (file_name: string, study_uid: string, changes: Partial<Document> = {}) =>
  aDocument({
    id: crypto.randomUUID(),
    file_name,
    group: 'image',
    medical_kind_code: 'ct',
    dicom: { ...study, study_uid },
    ...changes,
  });
const openImages = (items: Document[], answers: FakeAnswers = {}, view = '') => {
  api = fakeApi({ getSettings: someSettings(), listDocuments: { ...aPage(items), total: 2 }, ...answers });
  return renderWithProviders(
    <DocumentList
      caseId={caseId}
      group="image"
      newWord="notSent"
      otherSide="Dr. Sandberg"
      hrefOf={({ id }) => `/documents/${id}`}
    />,
    { route: `/${view}` },
  );
};

test.each(['', '?view=list'])(
  'files of one examination are one entry, with the facts of all of them (%s)',
  async (view) => {
    const [first, second] = [scan('CT (2).zip', '1.2'), scan('CT.zip', '1.2', { is_new: true, sent_at: null })];
    await openImages([first, second, scan('MR.zip', '3.4')], {}, view);
    const [ct, mr, ...others] = await screen.findAllByRole('listitem');
    expect(others).toEqual([]);
    expect(ct).toHaveTextContent('100 Bilder in 2 Dateien');
    expect(ct).toHaveTextContent('noch nicht gesendet');
    expect(within(ct as HTMLElement).getByRole('link', { name: 'Computertomografie (CT)' })).toHaveAttribute(
      'href',
      `/documents/${first.id}`,
    );
    expect(mr).toHaveTextContent('1 Serie, 50 Bilder');
    expect(mr).not.toHaveTextContent('noch nicht gesendet');
    expect(screen.getByRole('status')).toHaveTextContent('2 Untersuchungen');
  },
);

test('an examination without details shows the title from its device', async () => {
  await openImages([
    scan('IM_1', '1.2', { medical_kind_code: null, details_missing: true }),
    scan('IM_2', '1.2', { medical_kind_code: null, details_missing: true }),
  ]);
  expect(await screen.findByRole('link', { name: 'CT Schädel nativ' })).toBeVisible();
});

test('an examination is archived and restored as a whole', async () => {
  const files = [scan('CT (2).zip', '1.2'), scan('CT.zip', '1.2')];
  await openImages(files, { archiveDocument: archived, restoreDocument: report });
  await userEvent.click(
    await screen.findByRole('button', { name: 'Archivieren: Computertomografie (CT), 12.10.2026, 2 Dateien' }),
  );
  const question = await screen.findByRole('alertdialog', { name: 'Ins Archiv verschieben?' });
  expect(question).toHaveTextContent(
    'Alle 2 Dateien dieser Untersuchung kommen ins Archiv, auch bei Dr. Sandberg. Sie können sie später wiederherstellen.',
  );
  await userEvent.click(within(question).getByRole('button', { name: 'Ins Archiv verschieben' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Rückgängig' }));
  await waitFor(() => expect(screen.getByText('Dokument wiederhergestellt')).toBeVisible());
  const ids = files.map(({ id }) => id);
  expect(api.callsOf('archiveDocument').map(({ params }) => params['id'])).toEqual(ids);
  expect(api.callsOf('restoreDocument').map(({ params }) => params['id'])).toEqual(ids);
});

test('archives no file of an examination when one fails', async () => {
  const [first, second] = [scan('CT (2).zip', '1.2'), scan('CT.zip', '1.2')];
  await openImages([first, second], {
    archiveDocument: ({ params }) => (params['id'] === second.id ? refusalWith('internal', 500) : archived),
    restoreDocument: report,
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Archivieren/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Ins Archiv verschieben' }));
  expect(await screen.findAllByText(/Am Dokument hat sich nichts geändert/)).not.toEqual([]);
  expect(api.callsOf('restoreDocument').map(({ params }) => params['id'])).toEqual([first.id]);
});

test("names the filter for new documents from the reader's view", async () => {
  await openImages([scan('CT.zip', '1.2')]);
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
  expect(screen.getByRole('checkbox', { name: 'Nur noch nicht gesendete' })).toBeVisible();
});
