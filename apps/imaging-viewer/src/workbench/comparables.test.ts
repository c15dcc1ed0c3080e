import { changeOf } from '@konsil/contracts/measured-changes';
import type { Measurement } from '@konsil/contracts/measurements';
import type { OtherStudy, ViewedCase } from '@konsil/contracts/viewed-case';
import { comparablesOf } from './comparables.ts';
import type { FixedMeasurement } from './useAnswered.ts';
import type { OpenStudy } from './useOthers.ts';

const viewedCase: ViewedCase = {
  patient: { first_name: 'Klaus', last_name: 'Reinhardt', date_of_birth: '1958-03-14' },
  issue_date: null,
  keys: null,
};
const open = (uid: string, studyDate: string, patientName = 'Reinhardt^Klaus'): OpenStudy =>
  ({
    viewedCase,
    study: {
      uid,
      people: [{ patientName, birthDate: '1958-03-14' }],
      dates: [],
      series: [
        {
          studyDate,
          modality: 'CT',
          images: [{ id: `wadors:/dicom-web/studies/${uid}/series/1/instances/1/frames/1` }],
        },
      ],
    },
  }) as unknown as OpenStudy;
const draft = (study: string, id = study): Measurement => ({
  id,
  kind: 'length',
  study,
  series: '1',
  instance: '1',
  frame: 1,
  points: [],
  name: 'Node',
  window: null,
});
const other = (study_uid: string, study_date: string): OtherStudy =>
  ({ study_uid, study_date, modality: 'CT' }) as OtherStudy;
const millimetres: Record<string, number> = { '1': 34.2, '2': 28.1, '3': 20 };

/** The value that study 1 is compared with. */
function comparedWith({
  drafts = [draft('1'), draft('2')],
  sent = [] as FixedMeasurement[],
  openStudies = [open('1', '2026-11-12'), open('2', '2026-05-14')],
  others = [] as OtherStudy[],
} = {}) {
  const all = comparablesOf({
    drafts,
    sent,
    openStudies,
    others,
    numbersOf: ({ study }) => [{ of: 'length', value: millimetres[study] ?? 0, unit: 'mm' }],
  });
  const item = all.find(({ id }) => id === '1');
  return (item && changeOf(item, all)?.changes[0]?.before.value) ?? null;
}

const sentInStudy = (study: string, study_date: string, value: number): FixedMeasurement => ({
  ...draft(study, 'sent'),
  answerId: 'a',
  numbers: [{ of: 'length', value, unit: 'mm' }],
  image: { document_id: '', modality: 'CT', study_date, series_number: 1, number: 1, frames: 1 },
});

test('a draft is compared with one of an open prior, or with one that an answer has', () => {
  expect(comparedWith()).toBe(28.1);
  const sent = [sentInStudy('2', '2026-05-14', 27)];
  expect(comparedWith({ drafts: [draft('1')], sent, openStudies: [open('1', '2026-11-12')] })).toBe(27);
  // The same one in two answers, and one that differs.
  expect(comparedWith({ drafts: [draft('1')], sent: [...sent, ...sent] })).toBe(27);
  expect(comparedWith({ drafts: [draft('1')], sent: [...sent, sentInStudy('2', '2026-05-14', 26)] })).toBeNull();
});

test('a draft in a prior that is not open has no number, and older ones do not step in for it', () => {
  const drafts = [draft('1'), draft('2'), draft('3')];
  const openStudies = [open('1', '2026-11-12'), open('2', '2026-05-14')];
  expect(comparedWith({ drafts, openStudies, others: [other('3', '2026-08-01')] })).toBeNull();
  expect(comparedWith({ drafts, openStudies, others: [other('3', '2025-08-01')] })).toBe(28.1);
  expect(comparedWith({ drafts, openStudies })).toBeNull();
});

test('measurements in images of another person are not compared', () => {
  const own = open('1', '2026-11-12');
  expect(comparedWith({ openStudies: [own, open('2', '2026-05-14', 'Meier^Anna')] })).toBeNull();
  expect(comparedWith({ openStudies: [open('1', '2026-11-12', 'Meier^Anna'), open('2', '2026-05-14')] })).toBeNull();
});
