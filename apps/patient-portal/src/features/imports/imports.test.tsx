import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import type { RecordImport } from '@konsil/contracts/imports';
import { importPieceBytes } from '@konsil/contracts/import-limits';
import { withAddedTexts } from '@konsil/contracts/health-profile';
import { aPatient, anId, fakeApi, refusalWith, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { ImportPage } from './ImportPage.tsx';
import { ImportsPage } from './ImportsPage.tsx';
import { readInWords } from './testing/in-words.ts';
import { aBundle, aSection, conditionOf, medicineOf, patientOf } from './testing/summaries.ts';

let api: FakeApi;
afterEach(() => api?.restore());

const patient = aPatient({ first_name: 'Miriam', last_name: 'Adler', date_of_birth: '1979-03-14' });
const content: NonNullable<RecordImport['content']> = {
  made_at: '2026-11-20T08:00:00.000Z',
  host: 'konsil.example.org',
  key_id: 'k',
  ours: false,
  person: { first_name: 'Miriam', last_name: 'Adler', date_of_birth: '1979-03-14' },
  differs: [],
  cases: [
    {
      id: anId(),
      case_name: 'Knie',
      doctor: 'Dr. Weber',
      created_at: '2026-10-01T08:00:00.000Z',
      answers: 1,
      documents: 2,
      known: true,
    },
  ],
  documents: 2,
  known_documents: 1,
  left_out: [],
  enclosed: [],
  health: null,
  receipt: true,
};
const anImport = (changes: Partial<RecordImport> = {}): RecordImport => ({
  id: anId(),
  patient_id: patient.id,
  state: 'checked',
  file_name: 'akte.zip',
  size: 1000,
  pieces: 1,
  created_at: '2026-11-26T08:00:00.000Z',
  taken_at: null,
  content,
  ...changes,
});

const shownAt = (path: string) =>
  renderWithProviders(
    <Routes>
      <Route path="/patient/patients/:patientId/imports" element={<ImportsPage />} />
      <Route path="/patient/imports/:importId" element={<ImportPage />} />
    </Routes>,
    { route: path },
  );
const choose = async (file: File) => userEvent.upload(await screen.findByLabelText('Datei wählen'), file);

test('sends only the missing pieces, and says why a file is refused', async () => {
  const size = importPieceBytes + 5;
  const begun = anImport({ state: 'receiving', size, pieces: 1, content: null });
  api = fakeApi({
    getPatient: patient,
    listImports: [],
    beginImport: begun,
    addImportPiece: { ...begun, pieces: 2 },
    checkImport: refusalWith('invalid', 422, {
      errors: [{ path: 'File', code: 'invalid', message: '' }],
      current: { refused: 'changed' },
    }),
  });
  await shownAt(`/patient/patients/${patient.id}/imports`);
  await choose(new File([new Uint8Array(size)], 'akte.zip', { type: 'application/zip' }));
  expect(await screen.findByText(/wurde verändert oder beschädigt/)).toBeVisible();
  expect(api.callsOf('addImportPiece').map(({ query }) => query)).toEqual([{ position: '1' }]);
  // A retry is pointless: the server would refuse the same file again.
  expect(screen.queryByRole('button', { name: 'Noch einmal versuchen' })).toBeNull();
  api.change({ beginImport: refusalWith('unavailable', 503) });
  await choose(new File(['x'], 'akte.zip', { type: 'application/zip' }));
  expect(await screen.findByRole('button', { name: 'Noch einmal versuchen' })).toBeVisible();
});

test('the focus stays at the progress while a file is sent, and returns to the button after a failure', async () => {
  let refuse = () => {};
  const waits = new Promise<void>((resolve) => (refuse = resolve));
  api = fakeApi({
    getPatient: patient,
    listImports: [],
    beginImport: async () => {
      await waits;
      return refusalWith('unavailable', 503);
    },
  });
  await shownAt(`/patient/patients/${patient.id}/imports`);
  await choose(new File(['x'], 'akte.zip', { type: 'application/zip' }));
  const progress = await screen.findByRole('progressbar');
  expect(document.activeElement).toContainElement(progress);
  expect(document.activeElement).not.toBe(document.body);
  refuse();
  expect(await screen.findByRole('alert')).toHaveTextContent('konnte nicht übernommen werden');
  expect(screen.getByLabelText('Datei wählen')).toHaveFocus();
});

test('imports a record with another name only after a confirmation', async () => {
  const found = anImport({
    content: { ...content, person: { ...content.person, last_name: 'Petersen' }, differs: ['name'] },
  });
  api = fakeApi({
    getPatient: patient,
    getImport: found,
    takeImport: { ...found, state: 'taken', taken_at: found.created_at },
  });
  await shownAt(`/patient/imports/${found.id}`);
  expect(await screen.findByText(/In der Datei: Miriam Petersen/)).toBeVisible();
  expect(screen.getByText('Schon hier')).toBeVisible();
  expect(screen.getByText(/Eines davon ist schon in Ihren Fällen hier/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Übernehmen' }));
  expect(await screen.findByText('Bitte bestätigen Sie, dass es diese Person ist')).toBeVisible();
  expect(api.callsOf('takeImport')).toEqual([]);
  await userEvent.click(await screen.findByRole('checkbox', { name: /gehört zu Miriam Adler/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Übernehmen' }));
  await waitFor(() => expect(api.callsOf('takeImport')[0]?.body).toEqual({ same_person: true }));
});

const coded = (text: string, more = {}) => ({ code: { text }, ...more });
const aSummary = (resources: Record<string, unknown>[]) => ({
  resourceType: 'Bundle',
  type: 'document',
  entry: [
    {
      fullUrl: 'urn:c',
      resource: {
        resourceType: 'Composition',
        section: ['10160-0', '48765-2', '11450-4'].map((code, at) => ({
          code: { coding: [{ system: 'http://loinc.org', code }] },
          text: { div: `<div><p>Erste  Zeile</p><p>${code}</p></div>` },
          entry: resources.flatMap(({ section, id }) => (section === at ? { reference: `urn:${String(id)}` } : [])),
        })),
      },
    },
    {
      fullUrl: 'urn:p',
      resource: {
        resourceType: 'Patient',
        name: [{ family: 'Adler', given: ['Miriam'] }],
        birthDate: '1979-03-14',
      },
    },
    ...resources.map((resource) => ({ fullUrl: `urn:${String(resource['id'])}`, resource })),
  ],
});

describe('a patient summary', () => {
  test('is read by its codes, without refuted, stopped or completed entries', () => {
    const refuted = { verificationStatus: { coding: [{ code: 'refuted' }] } };
    const read = readInWords(
      JSON.stringify(
        aSummary([
          {
            id: 'm1',
            section: 0,
            resourceType: 'MedicationStatement',
            status: 'active',
            medicationReference: { reference: 'urn:drug' },
            dosage: [{ text: 'morgens 1' }],
          },
          {
            id: 'm2',
            section: 0,
            resourceType: 'MedicationStatement',
            status: 'stopped',
            medicationCodeableConcept: { text: 'Ibuprofen' },
          },
          { id: 'drug', resourceType: 'Medication', code: { coding: [{ display: 'L-Thyroxin 50 µg' }] } },
          { id: 'a1', section: 1, resourceType: 'AllergyIntolerance', ...coded('Penicillin', refuted) },
          {
            id: 'c1',
            section: 2,
            resourceType: 'Condition',
            code: { text: '' },
          },
        ]),
      ),
    );
    expect(read).toMatchObject({
      name: 'Miriam Adler',
      birthDate: '1979-03-14',
      texts: {
        medication: 'L-Thyroxin 50 µg, morgens 1',
        // The text of the section may state the allergy that is refuted.
        allergies: '',
        operations: '',
        previous_illnesses: 'Erste Zeile\n11450-4',
      },
    });
  });

  test('omits sections recorded as not asked, and reports known absences', () => {
    const summary = aSummary([]);
    const resource = summary.entry[0]?.resource as unknown as { section: Record<string, unknown>[] };
    const empty = (code: string) => ({ emptyReason: { coding: [{ code }] } });
    resource.section = resource.section.map((section, at) => ({
      ...section,
      ...empty(['unavailable', 'nilknown', 'notasked'][at] ?? ''),
    }));
    expect(readInWords(JSON.stringify(summary))?.texts).toEqual({
      medication: '',
      allergies: 'Erste Zeile\n48765-2',
      operations: '',
      previous_illnesses: '',
    });
  });

  test('is read where Trusted Types refuse plain text for the parser', () => {
    class Strict extends DOMParser {
      override parseFromString(html: unknown, type: DOMParserSupportedType) {
        if (typeof html === 'string') throw new TypeError('This document requires TrustedHTML assignment.');
        return super.parseFromString(String(html), type);
      }
    }
    const [plain, window] = [DOMParser, globalThis as { trustedTypes?: unknown; DOMParser: unknown }];
    window.DOMParser = Strict;
    window.trustedTypes = {
      createPolicy: (_: string, { createHTML }: { createHTML: (html: string) => string }) => ({
        createHTML: (html: string) => Object(createHTML(html)),
      }),
    };
    try {
      jest.isolateModules(() => {
        const fresh = jest.requireActual<{ readInWords: typeof readInWords }>('./testing/in-words.ts');
        expect(fresh.readInWords(JSON.stringify(aSummary([])))?.texts.allergies).toBe('Erste Zeile\n48765-2');
      });
    } finally {
      window.DOMParser = plain;
      delete window.trustedTypes;
    }
  });

  test.each(['', '{', '[]', 'null', '{"resourceType":"Bundle","type":"document"}', '{"resourceType":"Patient"}'])(
    '%j is not a patient summary',
    (text) => expect(readInWords(text)).toBeNull(),
  );

  test('of another person is shown with a warning, and leads to the health profile', async () => {
    api = fakeApi({ getPatient: { ...patient, last_name: 'Petersen' }, listImports: [] });
    await shownAt(`/patient/patients/${patient.id}/imports`);
    await choose(new File([JSON.stringify(aSummary([]))], 'ips.json', { type: 'application/json' }));
    expect(await screen.findByText('Name oder Geburtsdatum weichen ab')).toBeVisible();
    expect(screen.getByRole('link', { name: 'In das Gesundheitsprofil aufnehmen' })).toHaveAttribute(
      'href',
      `/patient/patients/${patient.id}/health`,
    );
    expect(api.callsOf('beginImport')).toEqual([]);
  });

  test('in XML is shown like one in JSON', async () => {
    const xml = `<Bundle xmlns="http://hl7.org/fhir"><type value="document"/>
      <entry><resource><Composition><section><code><coding><code value="48765-2"/></coding></code>
        <text><div xmlns="http://www.w3.org/1999/xhtml">Penicillin</div></text></section></Composition></resource></entry>
      <entry><resource><Patient><name><family value="${patient.last_name}"/><given value="${patient.first_name}"/></name>
        <birthDate value="${patient.date_of_birth}"/></Patient></resource></entry></Bundle>`;
    api = fakeApi({ getPatient: patient, listImports: [] });
    await shownAt(`/patient/patients/${patient.id}/imports`);
    await choose(new File([xml], 'ips.xml', { type: 'text/xml' }));
    expect(await screen.findByText('Penicillin')).toBeVisible();
    expect(screen.queryByText('Name oder Geburtsdatum weichen ab')).toBeNull();
    expect(api.callsOf('beginImport')).toEqual([]);
  });

  test('lists medicines that ended, and asks which are still taken', async () => {
    const names = ['Triatec', 'Beloc', 'Sortis', 'Eliquis', 'Nexium', 'Euthyrox'];
    const medicines = names.map((text, at) =>
      medicineOf(`m${at}`, { status: 'completed', medicationCodeableConcept: { text } }),
    );
    api = fakeApi({ getPatient: patient, listImports: [] });
    await shownAt(`/patient/patients/${patient.id}/imports`);
    const text = JSON.stringify(aBundle([aSection('10160-0', medicines)]));
    await choose(new File([text], 'ips.json', { type: 'application/json' }));
    const left = within(await screen.findByRole('region', { name: 'Nicht übernommen' }));
    expect(left.getByText('Medikamente (6)')).toBeVisible();
    expect(
      left.getByText(
        `${names.join(', ')} · dort beendet oder abgesetzt. Was Sie davon noch nehmen, tragen Sie bitte selbst ein`,
      ),
    ).toBeVisible();
    expect(screen.getByText(/enthält nichts für/)).toBeVisible();
  });

  test('says what is not imported, and that the gender differs', async () => {
    const bundle = aBundle(
      [
        aSection('11450-4', [
          conditionOf('c1', { code: { text: 'Asthma' } }),
          conditionOf('c2', { code: { text: 'Diabetes' }, verificationStatus: { coding: [{ code: 'refuted' }] } }),
        ]),
        aSection(
          '99999-9',
          ['A', 'A', 'B', 'C', 'D', 'E', 'F'].map((text, at) => ({
            resourceType: 'Flag',
            id: `f${at}`,
            code: { text },
          })),
          {
            title: 'Hinweise',
          },
        ),
      ],
      { patient: patientOf({ gender: 'male' }) },
    );
    api = fakeApi({ getPatient: { ...patient, gender: 'F' }, listImports: [] });
    await shownAt(`/patient/patients/${patient.id}/imports`);
    await choose(new File([JSON.stringify(bundle)], 'ips.json', { type: 'application/json' }));
    expect(await screen.findByText('Asthma')).toBeVisible();
    expect(screen.getByText('Das Geschlecht weicht ab')).toBeVisible();
    const left = within(screen.getByRole('region', { name: 'Nicht übernommen' }));
    expect(left.getByText('Diagnosen')).toBeVisible();
    expect(left.getByText('Diabetes · dort ausgeschlossen')).toBeVisible();
    expect(left.getByText('Hinweise (7)')).toBeVisible();
    expect(left.getByText('A, B, C, D, E, und 1 weitere · hat im Gesundheitsprofil keinen Platz')).toBeVisible();
  });

  test('is appended to the existing text, without duplicate lines', () => {
    const here = { medication: 'A', allergies: '', operations: 'O', previous_illnesses: '' };
    const added = { medication: 'A\nB', allergies: 'Penicillin', operations: '', previous_illnesses: '\n' };
    expect(withAddedTexts(here, added)).toEqual({
      medication: 'A\nB',
      medication_list: null,
      allergies: 'Penicillin',
      operations: 'O',
      previous_illnesses: '',
    });
  });
});

test('saves a receipt for the installation that exported the record', async () => {
  const taken = anImport({ state: 'taken', taken_at: '2026-11-26T08:00:00.000Z' });
  api = fakeApi({ getPatient: patient, getImport: taken, getReceipt: { receipt: 'a.b.c', log: '3 ab12' } });
  const made = jest.fn<string, [Blob]>(() => 'blob:receipt');
  Object.assign(URL, { createObjectURL: made, revokeObjectURL: () => undefined });
  const pressed = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await shownAt(`/patient/imports/${taken.id}`);
  await userEvent.click(
    await screen.findByRole('button', { name: 'Quittung für die andere Installation herunterladen' }),
  );
  await waitFor(() => expect(pressed).toHaveBeenCalled());
  expect(pressed.mock.contexts[0]).toMatchObject({ download: 'konsil-quittung.jws', href: 'blob:receipt' });
  expect(await made.mock.calls[0]?.[0].text()).toBe('a.b.c');
});

test('offers no receipt for an older record, or one from this installation', async () => {
  for (const changes of [{ receipt: false }, { ours: true }]) {
    const taken = anImport({ state: 'taken', content: { ...content, ...changes } });
    api = fakeApi({ getPatient: patient, getImport: taken });
    const { unmount } = await shownAt(`/patient/imports/${taken.id}`);
    expect(await screen.findByText('Akte als PDF')).toBeVisible();
    expect(screen.queryByText(/Quittung/)).toBeNull();
    unmount();
    api.restore();
  }
});
