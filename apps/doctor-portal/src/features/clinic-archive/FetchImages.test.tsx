import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  aLogin,
  aPage,
  aPatientName,
  aProcessOverview,
  anId,
  fakeApi,
  renderWithProviders,
  someSettings,
} from '@konsil/testing';
import type { FakeAnswers, FakeApi } from '@konsil/testing';
import type { ArchiveStudy } from '@konsil/contracts/clinic-archives';
import AddDocumentPage from '../case-page/AddDocumentPage';
import FetchImagesPage from './FetchImagesPage';

let api: FakeApi;
afterEach(() => api.restore());

const theCase = aProcessOverview({
  patient: aPatientName({ first_name: 'Miriam', last_name: 'Adler' }),
  documents: [],
});
const clinic = { id: anId(), name: 'Klinikum am Stadtpark' };
const patient = { name: 'Miriam Adler', birth_date: '1984-03-02' };
const aStudy = (changes: Partial<ArchiveStudy> = {}): ArchiveStudy => ({
  study_uid: '1.2.3',
  patient_name: 'Miriam Adler',
  birth_date: '1984-03-02',
  differs: [],
  study_date: '2024-02-29',
  modalities: ['MR'],
  description: 'Schädel nativ',
  accession_number: '',
  images: 120,
  ...changes,
});
const found = (...studies: ArchiveStudy[]) => ({ failure: null, studies, more: false, patient });
const fetched = { failure: null, documents: 1, left_out: 0 };
const open = async (answers: FakeAnswers = {}, page = <FetchImagesPage />, place = 'archive') => {
  api = fakeApi({
    getCase: theCase,
    listCases: {
      ...aPage([]),
      counts: { needs_answer: 0, waiting_for_patient: 0, due_soon: 0, overdue: 0, answered: 0, archived: 0 },
    },
    getSettings: someSettings(),
    listCaseArchives: [clinic],
    searchCaseArchive: found(aStudy()),
    fetchFromArchive: fetched,
    ...answers,
  });
  const path = `/doctor/patient/:patientId/process/:caseId/documents/${place}`;
  return renderWithProviders(page, {
    login: aLogin({ role: 'doctor' }),
    path,
    route: path.replace(':patientId', theCase.patient.id).replace(':caseId', theCase.id),
  });
};
const search = async (number = 'K 4711') => {
  await userEvent.type(await screen.findByRole('textbox', { name: 'Patientennummer in der Klinik' }), number);
  await userEvent.click(screen.getByRole('button', { name: 'Im Archiv suchen' }));
};
const take = () => userEvent.click(screen.getByRole('button', { name: 'In den Fall übernehmen' }));

test('only doctors whose clinic has an image archive see the link to it', async () => {
  await open({ listCaseArchives: [] }, <AddDocumentPage />, 'new');
  expect(await screen.findByRole('heading', { name: 'Dokument hinzufügen' })).toBeVisible();
  await waitFor(() => expect(api.callsOf('listCaseArchives')).toHaveLength(1));
  expect(screen.queryByRole('link', { name: 'Aus dem Archiv der Klinik holen' })).not.toBeInTheDocument();
});

test('a study is found by the typed number, chosen and taken over', async () => {
  await open({}, <AddDocumentPage />, 'new');
  expect(await screen.findByRole('link', { name: 'Aus dem Archiv der Klinik holen' })).toHaveAttribute(
    'href',
    expect.stringMatching(/\/documents\/archive$/),
  );
  api.restore();
  await open();
  await search();
  const radio = await screen.findByRole('radio', { name: /Miriam Adler/ });
  expect(radio.closest('label')).toHaveTextContent('29.02.2024, MR, Schädel nativ, 120 Bilder');
  expect(api.callsOf('searchCaseArchive').map(({ body }) => body)).toEqual([
    { clinic: clinic.id, patient_number: 'K 4711', accession_number: '' },
  ]);
  await userEvent.click(radio);
  expect(screen.getByText(/kommt als Ihr Dokument in den Fall/)).toBeVisible();
  await take();
  expect(await screen.findByText('Die Untersuchung ist im Fall.')).toBeVisible();
  expect(api.callsOf('fetchFromArchive').map(({ body }) => body)).toEqual([
    { clinic: clinic.id, patient_number: 'K 4711', study_uid: '1.2.3', other_person: false },
  ]);
});

test('importing images with another name and birth date needs a confirmation', async () => {
  const other = { patient_name: 'Anna Schulz', birth_date: '1970-01-01' };
  await open({ searchCaseArchive: found(aStudy({ ...other, differs: ['name', 'birth_date'] })) });
  await search();
  const radio = await screen.findByRole('radio', { name: /Anna Schulz/ });
  const label = within(radio.closest('label') as HTMLElement);
  expect(label.getByText('Anderer Name')).toBeVisible();
  expect(label.getByText('Anderes Geburtsdatum')).toBeVisible();
  await userEvent.click(radio);
  await take();
  const box = screen.getByRole('checkbox', { name: /gehören, obwohl/ });
  expect(box).toBeInvalid();
  expect(api.callsOf('fetchFromArchive')).toEqual([]);
  await userEvent.click(box);
  await take();
  await waitFor(() => expect(api.callsOf('fetchFromArchive')[0]?.body).toMatchObject({ other_person: true }));
});

test('asks for confirmation when the images name another person than the study list', async () => {
  const stranger = { named: { name: 'Anna Schulz', birth_date: '1970-01-01' }, patient };
  await open({ fetchFromArchive: { ...fetched, documents: 0, stranger } });
  await search();
  await userEvent.click(await screen.findByRole('radio', { name: /Miriam Adler/ }));
  await take();
  expect(await screen.findByRole('checkbox', { name: /gehören, obwohl/ })).not.toBeChecked();
  expect(screen.getByText(/Anna Schulz/)).toBeVisible();
});

test('a failure says what happened, and keeps the choice', async () => {
  await open({ fetchFromArchive: { ...fetched, documents: 0, failure: 'cut' } });
  await search();
  await userEvent.click(await screen.findByRole('radio', { name: /Miriam Adler/ }));
  await take();
  expect(await screen.findByRole('alert')).toHaveTextContent('Die Übertragung brach ab. Es wurde nichts übernommen.');
  expect(screen.getByRole('radio', { name: /Miriam Adler/ })).toBeChecked();
  api.change({ searchCaseArchive: { ...found(), failure: 'refused' } });
  await search();
  expect(await screen.findByText(/nimmt die Anmeldung von Konsil nicht an/)).toBeVisible();
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
});

test('does not search for a patient number with wildcards', async () => {
  await open();
  await search('K*');
  const field = screen.getByRole('textbox', { name: 'Patientennummer in der Klinik' });
  expect(field).toBeInvalid();
  expect(api.callsOf('searchCaseArchive')).toEqual([]);
});
