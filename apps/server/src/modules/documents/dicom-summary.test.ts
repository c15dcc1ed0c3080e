import { readDicomUpload } from '../../imaging/read-upload.ts';
import { fixture } from '../../imaging/testing/fixtures.ts';
import { summarizeDicom } from './dicom-summary.ts';

const peter = { first_name: 'Peter', last_name: 'Doe', date_of_birth: '1960-01-01' };

test('an upload of images is summed up by its study', async () => {
  const { instances } = await readDicomUpload(fixture('ct-series-7.zip'));
  expect(summarizeDicom(instances, peter)).toMatchObject({ modality: 'CT', series: 2, images: 7, patient_name: 'Peter Doe' });
  expect(summarizeDicom([], peter)).toBeNull();
});

test('of several studies in one upload the largest comes first, and the others are named', async () => {
  const { instances } = await readDicomUpload(fixture('ct-series-7.zip'));
  const [scout] = instances;
  if (!scout) throw new Error('no image');
  const older = { ...scout, studyUid: '1.2.3', studyDate: '2019-05-06', studyDescription: 'Knie', modality: 'MR' };
  const summary = summarizeDicom([older, ...instances], peter);
  expect(summary).toMatchObject({ study_uid: scout.studyUid, images: 7 });
  expect(summary?.other_studies).toEqual([{ study_uid: '1.2.3', modality: 'MR', study_date: '2019-05-06', description: 'Knie', series: 1, images: older.frames }]);
  expect(summarizeDicom(instances, peter)?.other_studies).toBeUndefined();
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
])('%s, born %s, differs from Jürgen Müller, born 1970-05-06: %s', async (patientName, birthDate, mismatch) => {
  const { instances: [scan] } = await readDicomUpload(fixture('CT_small.dcm'));
  if (!scan) throw new Error('no image');
  const patient = { first_name: 'Jürgen', last_name: 'Müller', date_of_birth: '1970-05-06' };
  expect(summarizeDicom([{ ...scan, patientName, birthDate }], patient)?.mismatch).toBe(mismatch);
});
