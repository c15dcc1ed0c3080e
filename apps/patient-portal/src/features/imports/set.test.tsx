import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useParams } from 'react-router-dom';
import { mostKnownAsked } from '@konsil/contracts/import-limits';
import { futureCase } from '@konsil/documents-upload/incoming';
import { aMail, checksumOf, PageWorker, uploadQueue } from '@konsil/documents-upload/testing';
import { aCase, aPage, aPatient, fakeApi, renderWithProviders, refusalWith } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { ImportsPage } from './ImportsPage.tsx';

let api: FakeApi;
beforeEach(() => void Object.defineProperty(globalThis, 'Worker', { value: PageWorker, configurable: true }));
afterEach(async () => {
  await uploadQueue().clear();
  api?.restore();
  Reflect.deleteProperty(globalThis, 'Worker');
});

const patient = aPatient({ first_name: 'Miriam', last_name: 'Adler', date_of_birth: '1979-03-14' });
const open = aCase({ case_name: 'Schilddrüse' });
const closed = aCase({ case_name: 'Knie', status: 'closed' });
const counts = { needs_answer: 0, waiting_for_patient: 0, due_soon: 0, overdue: 0, answered: 0, archived: 0 };
const pdf = (text: string) => `%PDF-1.7 ${text}`;
const mail = (...texts: string[]) =>
  new File(
    [
      aMail(
        'Befund',
        texts.map((text) => ({ name: `${text}.pdf`, type: 'application/pdf', bytes: pdf(text) })),
      ),
    ],
    'befund.eml',
    { type: 'message/rfc822' },
  );

function UploadPage() {
  return <p>Unterlagen von {useParams()['id']}</p>;
}
const shown = async (answers: Parameters<typeof fakeApi>[0] = {}) => {
  api = fakeApi({
    getPatient: patient,
    listImports: [],
    findKnownFiles: { known: [] },
    listCases: { ...aPage([open, closed]), counts },
    ...answers,
  });
  await renderWithProviders(
    <Routes>
      <Route path="/patient/patients/:patientId/imports" element={<ImportsPage />} />
      <Route path="/patient/process/new" element={<p>Neuer Fall</p>} />
      <Route path="/patient/process/:id/documents/new" element={<UploadPage />} />
    </Routes>,
    { route: `/patient/patients/${patient.id}/imports` },
  );
};
const choose = async (label: string, ...files: File[]) =>
  userEvent.upload(await screen.findByLabelText(label), files, { applyAccept: false });

test('moves the focus to the result, and back to the button when it is discarded', async () => {
  await shown();
  await choose('E-Mails oder FHIR-Dateien wählen', mail('eins'));
  const found = await screen.findByRole('heading', { name: 'Eine Datei wird übernommen' });
  expect(document.activeElement).toContainElement(found);
  expect(document.activeElement).not.toBe(document.body);
  await userEvent.click(screen.getByRole('button', { name: 'Verwerfen' }));
  expect(await screen.findByLabelText('E-Mails oder FHIR-Dateien wählen')).toHaveFocus();
});

test('uploads an e-mail to the chosen case once the person is confirmed', async () => {
  await shown();
  await choose('E-Mails oder FHIR-Dateien wählen', mail('eins', 'zwei', 'zwei'));
  expect(await screen.findByRole('heading', { name: '2 Dateien werden übernommen' })).toBeVisible();
  expect(screen.getByText('eins.pdf')).toBeVisible();
  expect(screen.getByText(/Eine Datei kommt doppelt vor/)).toBeVisible();
  expect(screen.getByText(/nicht ihr Text/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: '2 Dateien übernehmen' }));
  expect(await screen.findByText('Bitte wählen Sie einen Fall')).toBeVisible();
  expect(screen.getByText('Bitte bestätigen Sie, dass es diese Person ist')).toBeVisible();
  expect(uploadQueue().getUploads()).toEqual([]);
  const cases = screen.getByRole('combobox', { name: 'Fall' });
  await within(cases).findByRole('option', { name: 'Schilddrüse' });
  expect(within(cases).queryByRole('option', { name: 'Knie' })).toBeNull();
  await userEvent.selectOptions(cases, 'Schilddrüse');
  await userEvent.click(screen.getByRole('checkbox', { name: /Alle Dateien gehören zu Miriam Adler/ }));
  await userEvent.click(screen.getByRole('button', { name: '2 Dateien übernehmen' }));
  expect(await screen.findByText(`Unterlagen von ${open.id}`)).toBeVisible();
  expect(uploadQueue().getUploads()).toMatchObject([
    { caseId: open.id, name: 'eins.pdf', pageOf: null },
    { caseId: open.id, name: 'zwei.pdf', pageOf: null },
  ]);
});

test('skips files that the person has, and keeps files for a new case until it exists', async () => {
  const known = (await checksumOf(new Blob([pdf('eins')]))) ?? '';
  await shown({ findKnownFiles: { known: [known] } });
  await choose('Ordner wählen', new File([pdf('eins')], 'eins.pdf'), new File([pdf('zwei')], 'zwei.pdf'));
  expect(await screen.findByRole('heading', { name: 'Eine Datei wird übernommen' })).toBeVisible();
  expect(screen.getByText(/schon in den Fällen dieser Person/)).toBeVisible();
  const [asked] = api.callsOf('findKnownFiles');
  expect((asked?.body as { sha256: string[] }).sha256).toContain(known);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Fall' }), 'Ein neuer Fall');
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Eine Datei übernehmen' }));
  expect(await screen.findByText('Neuer Fall')).toBeVisible();
  expect(uploadQueue().getUploads()).toMatchObject([{ caseId: 'new', name: 'zwei.pdf' }]);
});

test('says in advance that files join those already waiting for the new case', async () => {
  void uploadQueue().addApart(futureCase, [new File([pdf('drei')], 'drei.pdf')], new Set());
  await shown();
  await choose('Ordner wählen', new File([pdf('eins')], 'eins.pdf'));
  const cases = await screen.findByRole('combobox', { name: 'Fall' });
  expect(screen.queryByText(/schon eine Datei ausgewählt/)).toBeNull();
  await userEvent.selectOptions(cases, 'Ein neuer Fall');
  expect(screen.getByText(/schon eine Datei ausgewählt/)).toBeVisible();
});

test('says why an encrypted e-mail cannot be read, and offers another choice', async () => {
  await shown();
  const sealed = 'From: a@example.org\r\nContent-Type: application/pkcs7-mime; smime-type=enveloped-data\r\n\r\nx';
  await choose('E-Mails oder FHIR-Dateien wählen', new File([sealed], 'kim.eml'));
  expect(await screen.findByRole('heading', { name: 'Nichts davon kann übernommen werden' })).toBeVisible();
  expect(screen.getByText(/verschlüsselt oder in der Signatur verpackt/)).toBeVisible();
  expect(screen.queryByRole('combobox')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Anderes wählen' }));
  expect(await screen.findByLabelText('E-Mails oder FHIR-Dateien wählen')).toBeInTheDocument();
});

test('a patient summary in a folder is compared with the person, and offered', async () => {
  await shown();
  const summary = {
    resourceType: 'Bundle',
    type: 'document',
    entry: [
      { fullUrl: 'urn:c', resource: { resourceType: 'Composition', section: [] } },
      {
        fullUrl: 'urn:p',
        resource: { resourceType: 'Patient', name: [{ family: 'Petersen', given: ['Jan'] }], birthDate: '1979-03-14' },
      },
    ],
  };
  const other = '<Bundle xmlns="http://hl7.org/fhir"><type value="collection"/></Bundle>';
  await choose(
    'Ordner wählen',
    new File([JSON.stringify(summary)], 'ips.json'),
    new File([other], 'sammlung.xml'),
    new File(['{}'], 'liste.json'),
    new File([pdf('eins')], 'eins.pdf'),
  );
  expect(await screen.findByText('Eine Datei: Jan Petersen, geboren: 14.03.1979')).toBeVisible();
  expect(screen.getByText('liste.json')).toBeVisible();
  expect(screen.getByText('sammlung.xml')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: /auch die mit anderem Namen/ })).toBeVisible();
});

const many = (count: number) => Array.from({ length: count }, (_, at) => new File([pdf(String(at))], `${at}.pdf`));

test('asks again after a lost connection, and shows a long list on request', async () => {
  await shown({ findKnownFiles: refusalWith('unavailable', 503) });
  await choose('Ordner wählen', ...many(12));
  await screen.findByText('Das konnte nicht gelesen werden');
  api.change({ findKnownFiles: { known: [] } });
  await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
  expect(await screen.findByText('12 Dateien werden übernommen')).toBeVisible();
  expect(screen.queryByText('11.pdf')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Alle 12 zeigen' }));
  expect(screen.getByText('11.pdf')).toBeVisible();
});

test('compares many files in several requests', async () => {
  await shown();
  await choose('Ordner wählen', ...many(mostKnownAsked + 1));
  // Each of them is read, which takes its time on a busy machine.
  const patience = { timeout: 120_000 };
  expect(await screen.findByText(`${mostKnownAsked + 1} Dateien werden übernommen`, undefined, patience)).toBeVisible();
  const asked = api.callsOf('findKnownFiles').map(({ body }) => (body as { sha256: string[] }).sha256.length);
  expect(asked).toEqual([mostKnownAsked, 1]);
});
