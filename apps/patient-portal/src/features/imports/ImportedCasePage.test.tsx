import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import type { ImportedCase } from '@konsil/contracts/imports';
import { setPracticeZone, usualZone } from '@konsil/contracts/practice-time';
import { aDocument, anAnswer, anId, fakeApi, renderWithProviders, type FakeApi } from '@konsil/testing';
import { ImportedCasePage } from './ImportedCasePage.tsx';

let api: FakeApi;
afterEach(() => {
  api?.restore();
  setPracticeZone(usualZone);
});

const measurement = {
  id: anId(),
  kind: 'length' as const,
  study: '1.2',
  series: '1.3',
  instance: '1.4',
  frame: 1,
  points: [
    [1, 1],
    [1, 9],
  ] as [number, number][],
  name: 'Knoten rechts',
  window: null,
  numbers: [{ of: 'length' as const, value: 23, unit: 'mm' as const }],
  image: { document_id: anId(), modality: 'US', study_date: '2026-11-03', series_number: 1, number: 4, frames: 1 },
};
const place = {
  kind: 'page' as const,
  document_id: anId(),
  page: 2,
  region: null,
  document: { medical_kind_code: 'letter' as const, issue_date: '2026-11-16', source_name: 'Klinikum Südhafen' },
  there: true,
};
const imported = (answer: Partial<ImportedCase['case']['answers'][number]>): ImportedCase => ({
  import: { id: anId(), patient_id: anId(), taken_at: '2026-11-27T08:00:00.000Z' },
  made_at: '2026-11-26T08:00:00.000Z',
  host: 'konsil.example.org',
  ours: false,
  person: { first_name: 'Miriam', last_name: 'Adler', date_of_birth: '1979-03-14' },
  case: {
    id: anId(),
    case_name: 'Knoten in der Schilddrüse',
    created_at: '2026-11-01T08:00:00.000Z',
    status: 'answered',
    doctor: { name: 'Dr. Weber', specialty: 'Radiologie' },
    account_name: 'Miriam Adler',
    diagnosis: 'Knoten',
    medical_history: 'Seit März',
    anamnesis: {
      medication: '',
      allergies: 'Penicillin',
      previous_illnesses: '',
      operations: '',
      family_history: '',
      lifestyle: '',
    },
    questions: [],
    requests: [],
    answers: [{ ...anAnswer(), recommended_doctor: null, ...answer }],
    todos: [],
    messages: [],
  },
  documents: [],
});
const show = (answer: Parameters<typeof imported>[0], documents: ImportedCase['documents'] = []) => {
  const shown = { ...imported(answer), documents };
  api = fakeApi({ getImportedCase: shown });
  return renderWithProviders(
    <Routes>
      <Route path="/patient/imports/:importId/cases/:place" element={<ImportedCasePage />} />
    </Routes>,
    { route: `/patient/imports/${shown.import.id}/cases/0` },
  );
};

test('describes the pins and measurements of an answer in words', async () => {
  await show({
    answer: 'Erhöht [1], gutartig [2].',
    pins: [
      { number: 1, words: 'Der Wert', place },
      { number: 2, words: '', place: { kind: 'measurement', id: measurement.id } },
    ],
    measurements: [measurement],
  });
  expect(await screen.findByText('Belege')).toBeVisible();
  expect(screen.getByText(/\[1\] Der Wert, Arztbrief, .*Klinikum Südhafen, Seite 2/)).toBeVisible();
  expect(screen.getByText(/\[2\] Knoten rechts: 23/)).toBeVisible();
  expect(screen.getByText('Messungen in den Aufnahmen')).toBeVisible();
});

test('shows the plain-language text of each question before its answer', async () => {
  const asked = (question: string) => ({
    question_id: anId(),
    question,
    text: 'Bethesda II.',
    plain_words: 'Gutartig.',
  });
  await show({ answer: 'Alles gut.', question_answers: [asked('Operieren?'), asked('Warten?')] });
  const terms = (await screen.findAllByRole('term')).map(({ textContent }) => textContent);
  const at = terms.indexOf('Operieren?');
  expect(terms.slice(at, at + 4)).toEqual(['Operieren?', 'In Fachsprache', 'Warten?', 'In Fachsprache']);
  expect(screen.getAllByText('Gutartig.')).toHaveLength(2);
});

test('shows an answer without pins unchanged', async () => {
  await show({ answer: 'Alles gut.' });
  expect(await screen.findByText('Alles gut.')).toBeVisible();
  expect(screen.queryByText('Belege')).toBeNull();
  expect(screen.queryByText('Messungen in den Aufnahmen')).toBeNull();
});

test('says that the date of a document is unknown', async () => {
  await show({ answer: 'Alles gut.' }, [
    { ...aDocument({ issue_date: null }), uploaded_by: { name: 'Miriam Adler' }, place: null, known: false },
  ]);
  expect(await screen.findByText(/Laborbefund · Praxis Dr\. Keil · Datum unbekannt/)).toBeVisible();
});

const times = {
  proposed: ['2099-12-01T14:00:00.000Z', '2099-12-02T14:00:00.000Z'],
  accepted: null,
  cancelled: null,
  place: 'Praxis',
};
const nineElsewhere = String.raw`Dezember 2099, 09:00 Uhr \(Ortszeit der Praxis: .+; auf Ihrem Gerät \d\d:00 Uhr\)`;

test.each([
  ['an agreed', { ...times, accepted: times.proposed[0] ?? null }, `^Dienstag, 1\\. ${nineElsewhere}$`],
  ['each proposed', times, `^Dienstag, 1\\. ${nineElsewhere}; Mittwoch, 2\\. ${nineElsewhere}$`],
])('shows %s time in the zone of the practice, and names the zone', async (_which, appointment, words) => {
  setPracticeZone('America/New_York');
  await show({ answer: 'Alles gut.', appointment });
  const shown = await screen.findByText(/1\.\sDezember/);
  expect(shown.textContent.replace(/\s/g, ' ')).toMatch(new RegExp(words));
});
