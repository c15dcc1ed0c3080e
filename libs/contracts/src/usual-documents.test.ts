import { usuallyNeeded } from './usual-documents.ts';

const missing = (concern: string, specialty: string, kinds: string[] = []) =>
  usuallyNeeded(concern, specialty, kinds).flatMap(({ document, there }) => (there ? [] : [document]));

test('a thyroid nodule needs ultrasound, laboratory, biopsy and letter', () => {
  const all = ['ultrasound', 'thyroid_laboratory', 'puncture', 'letter'];
  expect(missing('Schilddrüsenknoten rechts', 'Allgemeinmedizin')).toEqual(all);
  expect(missing('Knoten in der Schilddruese', 'Allgemeinmedizin')).toEqual(all);
  expect(missing('Thyroid nodule', 'Allgemeinmedizin')).toEqual(all);
  expect(missing('Schilddrüse', 'Endokrinologie', ['sonography', 'letter'])).toEqual([
    'thyroid_laboratory',
    'puncture',
  ]);
});

test('the concern decides before the specialty', () => {
  expect(missing('Knieschmerzen', 'Kardiologie')).toEqual(['mri', 'xray', 'letter']);
  expect(missing('Schwindel', 'Kardiologie')).toEqual(['ecg', 'echo', 'laboratory', 'medication_plan']);
});

test('one of two interchangeable document kinds is enough', () => {
  expect(missing('Migräne', 'Neurologie', ['mri'])).toEqual(['nerve_test', 'medication_plan']);
  expect(missing('Knie', 'Neurologie', ['consultation'])).toEqual(['mri', 'xray']);
});

test('a word that contains a keyword by chance gives no wrong list', () => {
  for (const concern of ['Brustschmerzen', 'Entlassung, discharge', 'PsA'])
    expect(usuallyNeeded(concern, 'Allgemeinmedizin', [])).toEqual([]);
  expect(missing('Leberfleck am Arm', 'Allgemeinmedizin')).toEqual(['skin_picture', 'histology', 'letter']);
  expect(missing('Neuropathie', 'Neurologie')).toEqual(['ct_or_mri', 'nerve_test', 'medication_plan']);
});

test('says nothing if no rule applies', () => {
  expect(usuallyNeeded('Müdigkeit', 'Allgemeinmedizin', [])).toEqual([]);
});
