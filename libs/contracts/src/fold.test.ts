import { excerptOf, matchesWords, foldWord, indexWords, typedWords } from './fold.ts';

const isFound = (text: string, typed: string): boolean => {
  const words = indexWords(text);
  return typedWords(typed).every((meanings) =>
    meanings.some((meaning) => words.some((word) => word.startsWith(meaning))),
  );
};

test.each([
  ['Aydın', ['Aydin', 'AYDIN', 'AYDİN', 'aydın']],
  ['Yıldız', ['Yildiz', 'YILDIZ']],
  ['İnci', ['Inci', 'inci']],
  ['Sørensen', ['Sorensen', 'Soerensen', 'SÖRENSEN']],
  ['Wałęsa, Łukasz', ['Walesa', 'Lukasz', 'WAŁĘSA']],
  ['Þórsdóttir Guðrún', ['Thorsdottir', 'Gudrun', 'Þórs']],
  ['Đức', ['Duc', 'ĐỨC']],
  ['Đorđević', ['Djordjevic', 'Dordevic', 'DJORD', 'đorđ']],
  ['Djordjevic', ['Đorđević', 'djordjevic']],
  ['Adjuvante Therapie', ['adjuvant']],
  ['Ægir Œuvrard', ['Aegir', 'Oeuvrard', 'ægir']],
  ['Ågård', ['Aagaard', 'Agard']],
  ['Großmann', ['Grossmann', 'GROSSMANN', 'GROẞMANN']],
  ['Köln', ['Koeln', 'Koln', 'KÖLN', 'Ko\u0308ln', 'Koe']],
  ['Koeln', ['Köln', 'Koln']],
  ['Duesseldorf', ['Düsseldorf', 'Dusseldorf']],
  ['O’Connor', ["O'Connor", 'OConnor', 'Connor', 'O Connor', 'O`Connor', "o'con"]],
  ['Connor', ["O'Connor"]],
  ['Meier Schmidt', ['Meier-Schmidt', 'schmidt']],
  ['Meier-Schmidt', ['Meier Schmidt', 'Meier-Schmidt', 'MeierSchmidt', 'Schmidt']],
  [
    '1980-01-01',
    [
      '1.1.1980',
      '01.01.1980',
      '1. 1. 1980',
      '1/1/1980',
      '1980-01-01',
      '1980-1-1',
      '1980',
      '1.',
      '1.1',
      '01.01',
      '1.1.',
      '1.1.19',
      '01011980',
    ],
  ],
  ['Termin am 1.1.1980', ['1980-01-01', '01.01.1980']],
  ['Tumor 1.5 cm, L4/L5', ['1.5', 'L4', 'L4/L5']],
  ['Dr. Müller', ['Dr.Müller', 'Dr. Mueller', 'dr.mu']],
  ['labor.jpg', ['labor.jpg', 'labor', 'labor.j']],
  ['ΠΑΠΑΔΟΠΟΥΛΟΣ', ['Παπαδόπουλος']],
  ['Шевчёнко', ['шевченко']],
])('%s is found by each of its spellings', (text, spellings) => {
  for (const typed of spellings)
    expect([typed, isFound(text, typed), matchesWords(text, typed)]).toEqual([typed, true, true]);
});

test.each([
  ['Bauer', 'Baur'],
  ['Dahl', 'Dja'],
  ['Möller', 'Müller'],
  ['राम', 'रीमा'],
  ['Hahn', 'Huhn'],
  ['Schilddrüsenknoten', 'Schilddrüsenkrebs'],
])('%s and %s stay different words', (a, b) => {
  expect(foldWord(a)).not.toBe(foldWord(b));
});

test('a name with a dot is not found by its parts', () => {
  expect(matchesWords('Arztbrief brief.jpg Labor Mitte', 'labor.jpg')).toBe(false);
});

test('a short search word matches word starts, a longer one any part of a word', () => {
  expect([
    matchesWords('Darmerkrankungen', 'arm'),
    matchesWords('Darmerkrankungen', 'krank'),
    matchesWords('Moellenkamp', 'ellen'),
    matchesWords('Berlin', 'be'),
  ]).toEqual([false, true, true, true]);
});

test.each([
  ['Kardologie', true],
  ['Kradiologie', true],
  ['Kardiollogie', true],
  ['Kadio', true],
  ['Radiologie', false],
  ['Xxrdiologie', false],
])('finds Kardiologie despite the typing error %s: %s', (typed, found) => {
  expect([matchesWords('Kardiologie', typed, { forgiving: true }), matchesWords('Kardiologie', typed)]).toEqual([
    found,
    false,
  ]);
});

test('a typing error in a number finds no other number', () => {
  expect(matchesWords('80331 München', '80332', { forgiving: true })).toBe(false);
});

test('an excerpt shows the first found word among the words around it', () => {
  expect(excerptOf('Seit Ostern „Herzrasen“, sonst nichts.', 'herzras')).toEqual({
    before: 'Seit Ostern „',
    word: 'Herzrasen',
    after: '“, sonst nichts.',
  });
  expect(excerptOf('Verdacht auf Phäochromozytom', 'phaeochromo')?.word).toBe('Phäochromozytom');
  const long = excerptOf(`${'vorher '.repeat(40)}Mitte${' nachher'.repeat(40)}`, 'mitte');
  expect([long?.before.length, long?.after.length].every((length) => Number(length) <= 64)).toBe(true);
  expect(long?.before).toMatch(/^… vorher .* $/);
  expect(excerptOf('Herz', 'rasen')).toBeNull();
});
