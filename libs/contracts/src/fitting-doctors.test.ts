import { byFit, fittingWords, regionsOf } from './fitting-doctors.ts';

const fits = (specialty: string, text: string) => fittingWords({ specialty }, text);

test.each([
  ['Endokrine Chirurgie', 'Im Ultraschall ein Knoten in der Schilddrüse', ['Schilddrüse']],
  ['Endokrinologie', 'Schilddrüsenknoten rechts', ['Schilddrüsenknoten']],
  ['Orthopädie', 'Knieschmerzen seit dem Skifahren, Meniskus gerissen', ['Knieschmerzen', 'Meniskus']],
  ['Orthopaedics', 'A torn meniscus in my knee', ['meniscus', 'knee']],
  ['Dermatologie', 'Ein Muttermal am Rücken', ['Muttermal']],
  ['Kardiologie', 'mein HERZ stolpert', ['HERZ']],
])('%s fits "%s"', (specialty, text, words) => expect(fits(specialty, text)).toEqual(words));

test.each([
  ['Frauenheilkunde', 'Ich nehme die Tabletten regelmäßig'],
  ['Geriatrie', 'Gibt es Alternativen im Alter?'],
  ['Handchirurgie', 'Beim Handball verdreht'],
  ['Augenheilkunde', 'Ich möchte sehen, was das Ergebnis bedeutet'],
  ['Radiologie', 'Ein MRT wurde gemacht'],
  ['Pathologie', 'Der Befund liegt bei'],
])('%s does not fit "%s"', (specialty, text) => expect(fits(specialty, text)).toEqual([]));

test('the doctor with the most fitting words comes first; others keep their order', () => {
  const doctors = ['Urologie', 'Orthopädie', 'Kardiologie', 'Neurochirurgie'].map((specialty) => ({ specialty }));
  const sorted = byFit(doctors, 'Bandscheibenvorfall, der Rücken schmerzt, auch die Hüfte und das Knie');
  expect(sorted.map(({ doctor }) => doctor.specialty)).toEqual([
    'Orthopädie',
    'Neurochirurgie',
    'Urologie',
    'Kardiologie',
  ]);
});

test('a specialty belongs to the body regions that it treats', () => {
  expect(regionsOf({ specialty: 'Kardiologie' })).toEqual(['heart']);
  expect(regionsOf({ specialty: 'Endokrine Chirurgie' })).toEqual(['neck']);
  expect(regionsOf({ specialty: 'Orthopädie und Unfallchirurgie' })).toEqual(
    expect.arrayContaining(['back', 'joints']),
  );
  expect(regionsOf({ specialty: 'Laboratoriumsmedizin' })).toEqual([]);
});
