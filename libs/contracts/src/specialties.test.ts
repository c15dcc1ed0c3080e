import { matchesWords } from './fold.ts';
import { specialtiesOf, specialtyIn, specialtyOptions, specialtyWords } from './specialties.ts';

test.each([
  ['Endokrine Chirurgie', 'Endocrine surgery'],
  ['orthopädie und unfallchirurgie', 'Orthopaedics and trauma surgery'],
  ['Radiologie, Nuklearmedizin', 'Radiology, Nuclear medicine'],
  ['Ear, nose and throat medicine', 'Ear, nose and throat medicine'],
  ['Gynecology', 'Gynecology'],
  ['Wehrmedizin', 'Wehrmedizin'],
])('%s is shown as %s in English', (written, read) => {
  expect(specialtyIn(written, 'en')).toBe(read);
});

test("German readers see German names, also a doctor's own", () => {
  expect(specialtyIn('Ear, nose and throat medicine', 'de')).toBe('Hals-Nasen-Ohrenheilkunde');
  expect(specialtyIn('Haut- und Geschlechtskrankheiten', 'de')).toBe('Haut- und Geschlechtskrankheiten');
});

test('a specialty is found by its names in both languages and by the written word', () => {
  for (const written of ['Kardiologie', 'Cardiology'])
    expect(specialtyWords(written)).toMatch(/Kardiologie.*Cardiology/);
  expect(specialtyWords('Wehrmedizin')).toBe('Wehrmedizin');
});

test("options are sorted by the reader's alphabet", () => {
  expect(
    specialtyOptions('de')
      .slice(0, 4)
      .map(({ label }) => label),
  ).toEqual(['Allergologie', 'Allgemeinchirurgie', 'Allgemeinmedizin', 'Anästhesiologie']);
  expect(specialtyOptions('en').map(({ label }) => label)).toContain('Endocrine surgery');
});

test.each([
  [
    'Orthopädie und Unfallchirurgie',
    ['Orthopäde', 'Orthopaedin', 'Knie', 'Hüfte', 'knee', 'orthopedic surgeon', 'Unfallchirurg', 'Meniskus'],
  ],
  ['Kardiologie', ['Kardiologe', 'Kardiologin', 'Herz', 'Herzarzt', 'cardiologist', 'heart']],
  ['Innere Medizin und Kardiologie', ['Herz', 'Internist']],
  ['Facharzt für Haut- und Geschlechtskrankheiten', ['Hautarzt', 'Dermatologe', 'skin']],
  ['Dermatologie', ['Hautarzt', 'Hautaerztin', 'dermatologist']],
  ['Endokrine Chirurgie', ['Schilddrüse', 'Schilddruese', 'Chirurgin', 'thyroid', 'surgeon']],
  ['Endokrinologie, Diabetologie', ['Zucker', 'Schilddrüse', 'Endokrinologe']],
  ['Augenheilkunde', ['Augenarzt', 'Auge', 'eye doctor']],
  ['Frauenheilkunde', ['Frauenarzt', 'Gynäkologin']],
  ['Hals-Nasen-Ohrenheilkunde', ['HNO-Arzt', 'HNO', 'Ohr']],
  ['Kinder- und Jugendmedizin', ['Kinderarzt', 'paediatrician']],
  ['Psychiatrie', ['Psychiater', 'psychiatrist']],
  ['Urologie', ['Urologe', 'Prostata']],
])('%s is found by lay words and by job titles', (written, typed) => {
  for (const word of typed) expect([word, matchesWords(specialtyWords(written), word)]).toEqual([word, true]);
});

test('lay words find no other specialty', () => {
  for (const [written, word] of [
    ['Gastroenterologie', 'Arm'],
    ['Dermatologie', 'Knie'],
    ['Urologie', 'Herz'],
    ['Wehrmedizin', 'Herz'],
  ] as const)
    expect([word, matchesWords(specialtyWords(written), word)]).toEqual([word, false]);
});

test.each<[string, string[]]>([
  ['Kardiologie', ['Kardiologie']],
  ['Cardiology', ['Kardiologie']],
  ['Innere Medizin und Kardiologie', ['Kardiologie', 'Innere Medizin']],
  ['Facharzt für Orthopädie und Unfallchirurgie', ['Orthopädie und Unfallchirurgie', 'Unfallchirurgie', 'Orthopädie']],
  ['Urologie, Kardiologie', ['Urologie', 'Kardiologie']],
  ['Handauflegen', []],
])('%s names offered specialties, the closest first', (written, named) => {
  expect(specialtiesOf(written)).toEqual(named);
});
