import { readDicomUpload } from '@konsil/server-dicom/read-upload';
import { fixture } from '@konsil/server-dicom/testing/fixtures';
import { comparedWith, summarizeDicom } from './dicom-summary.ts';

test('summarises an imaging upload by its study', async () => {
  const { instances } = await readDicomUpload(fixture('ct-series-7.zip'));
  expect(summarizeDicom(instances)).toMatchObject({ modality: 'CT', series: 2, images: 7, patient_name: 'Peter Doe' });
  expect(summarizeDicom([])).toBeNull();
});

test('puts the largest of several studies in one upload first, and lists the rest', async () => {
  const { instances } = await readDicomUpload(fixture('ct-series-7.zip'));
  const [scout] = instances;
  if (!scout) throw new Error('no image');
  const older = { ...scout, studyUid: '1.2.3', studyDate: '2019-05-06', studyDescription: 'Knie', modality: 'MR' };
  const summary = summarizeDicom([older, ...instances]);
  expect(summary).toMatchObject({ study_uid: scout.studyUid, images: 7 });
  expect(summary?.other_studies).toEqual([
    {
      study_uid: '1.2.3',
      modality: 'MR',
      study_date: '2019-05-06',
      description: 'Knie',
      series: 1,
      images: older.frames,
    },
  ]);
  expect(summarizeDicom(instances)?.other_studies).toBeUndefined();
});

test('counts no objects that only mark regions of images', async () => {
  const { instances } = await readDicomUpload(fixture('ct-series-7.zip'));
  const [scout] = instances;
  if (!scout) throw new Error('no image');
  const segmentation = {
    ...scout,
    sopClassUid: '1.2.840.10008.5.1.4.1.1.66.4',
    modality: 'SEG',
    seriesUid: '1.2.3',
    frames: 40,
  };
  expect(summarizeDicom([segmentation, ...instances])).toMatchObject({ modality: 'CT', series: 2, images: 7 });
  expect(summarizeDicom([segmentation])).toMatchObject({ modality: 'SEG', series: 0, images: 0 });
});

test.each([
  ['Müller^Jürgen', null, false],
  ['MUELLER^JUERGEN', '1970-05-06', false],
  ['MULLER^JURGEN^HANS', null, false],
  ['Müller^Jürgen Hans', null, false],
  ['', null, false],
  ['Müller^Jürgen', '1970-06-05', true],
  ['Möller^Jürgen', null, true],
  ['Müller^Anna', null, true],
  ['Müller, Jürgen', null, false],
  ['Jürgen Müller', '1970-05-06', false],
  ['Mueller^Juergen=山田^太郎', null, false],
  ['Müller, Anna', null, true],
])('%s, born %s, differs from Jürgen Müller, born 1970-05-06: %s', async (patientName, birthDate, mismatch) => {
  const {
    instances: [scan],
  } = await readDicomUpload(fixture('CT_small.dcm'));
  if (!scan) throw new Error('no image');
  const patient = { first_name: 'Jürgen', last_name: 'Müller', date_of_birth: '1970-05-06' };
  const kept = summarizeDicom([{ ...scan, patientName, birthDate }]);
  expect(kept && comparedWith(kept, patient).mismatch).toBe(mismatch);
});

test('reports one image of another person among many; older summaries are unchanged', async () => {
  const { instances } = await readDicomUpload(fixture('ct-series-7.zip'));
  const [first] = instances;
  if (!first) throw new Error('no image');
  const peter = { first_name: 'Peter', last_name: 'Doe', date_of_birth: '1960-01-01' };
  const [own, mixed] = [
    summarizeDicom(instances),
    summarizeDicom([...instances, { ...first, patientName: 'Roe^Jane' }]),
  ];
  if (!own || !mixed) throw new Error('no summary');
  const { people: _people, ...older } = own;
  expect([own, mixed, { ...older, mismatch: true }].map((kept) => comparedWith(kept, peter).mismatch)).toEqual([
    false,
    true,
    true,
  ]);
  expect(comparedWith(own, peter)).not.toHaveProperty('people');
});
