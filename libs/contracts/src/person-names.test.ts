import { byPerson, comparePersonName, isAnotherPerson, readablePersonName } from './person-names.ts';

const miriam = { first_name: 'Miriam', last_name: 'Adler', date_of_birth: '1980-01-01' };
const of = (first_name: string, last_name: string) => ({ first_name, last_name, date_of_birth: '1980-01-01' });

test.each([
  ['Müller^Jürgen^^Dr.', 'Dr. Jürgen Müller'],
  ['Adler, Miriam', 'Miriam Adler'],
  ['Miriam Adler', 'Miriam Adler'],
  ['Yamada^Tarou=山田^太郎=やまだ^たろう', 'Tarou Yamada · 山田 太郎'],
  ['=山田^太郎', '山田 太郎'],
  ['==やまだ^たろう', 'やまだ たろう'],
  ['Hong^Gildong=', 'Gildong Hong'],
  ['Heide^Anna^^von der', 'Anna von der Heide'],
  ['^^^^', ''],
])('%s reads %s', (name, read) => expect(readablePersonName(name)).toBe(read));

test.each([
  ['Adler^Miriam', miriam],
  ['Adler, Miriam', miriam],
  ['Adler Miriam', miriam],
  ['Miriam Adler', miriam],
  ['Miriam^Adler', miriam],
  ['ADLER^MIRIAM^^^', miriam],
  ['Adler^M', miriam],
  ['ADLER', miriam],
  ['Adler^Miriam^Ruth', miriam],
  ['Adler^Miriam^^Dr.', of('Miriam Ruth', 'Adler')],
  ['Prof. Dr. med. Adler^Miriam', miriam],
  ['MUELLER^JOERG', of('Jörg', 'Müller')],
  ['MULLER^JORG', of('Jörg', 'Müller')],
  ['Müller^Jörg', of('Joerg', 'Mueller')],
  ['M?ller^J?rg', of('Jörg', 'Müller')],
  ['M\ufffdller^J\ufffdrg', of('Jörg', 'Müller')],
  ['Heide^Anna^^von der', of('Anna', 'von der Heide')],
  ['von der Heide^Anna', of('Anna', 'von der Heide')],
  ['vonderHeide^Anna', of('Anna', 'von der Heide')],
  ['Heide^Anna', of('Anna', 'von der Heide')],
  ['OConnor^Sean', of('Seán', 'O’Connor')],
  ["O'CONNOR^SEAN", of('Sean', 'O’Connor')],
  ['AYDIN^KEREM', of('Kerem', 'Aydın')],
  ['Mueller^M', of('Max', 'Müller')],
  ['Mueller^A M', of('Anna', 'Müller')],
  ['Ali^A', of('Ali', 'Ali')],
  ['Connor^Sean', of('Seán', 'O’Connor')],
  ['Yýldýz^Gürkan', of('Gürkan', 'Yıldız')],
  ['Þahin^Ayþe', of('Ayşe', 'Şahin')],
  ['Dvoøák^Jiøí', of('Jiří', 'Dvořák')],
  ['Kováè^Zdenìk', of('Zdeněk', 'Kováč')],
  ['Djordjevic^Zoran', of('Zoran', 'Đorđević')],
  ['Dordevic^Zoran', of('Zoran', 'Đorđević')],
  ['SOERENSEN^LARS', of('Lars', 'Sørensen')],
  ['Adler^Miriam', of('Miriam', 'Adler-Sommer')],
  ['AlHassan^Omar', of('Omar', 'Al-Hassan')],
  ['Meyer^Hans-Peter', of('Hans Peter', 'Meyer')],
  ['Meyer^Hans', of('Hans-Peter', 'Meyer')],
  ['Yamada^Tarou=山田^太郎', of('太郎', '山田')],
  ['Yamada^Tarou=山田^太郎', of('Tarou', 'Yamada')],
  ['Nguyen^Van Duc', of('Văn Đức', 'Nguyễn')],
])('%s is %p', (name, patient) => expect(comparePersonName(name, patient)).toBe('same'));

test.each([
  ['Adler^Ruth', miriam],
  ['Connors^Sean', of('Seán', 'O’Connor')],
  ['Moller^Anna', of('Anna', 'Morler')],
  ['Jordan^D', of('Dunja', 'Đordan')],
  ['D Jordan^Marko', of('Marko', 'Đordan')],
  ['Mueller^M', of('Anna', 'Müller')],
  ['Sommer^Miriam', miriam],
  ['Miriam', miriam],
  ['Berger, Miriam', miriam],
  ['Miriam Berger', miriam],
  ['Adlerson^Miriam', miriam],
  ['Möller^Jürgen', of('Jürgen', 'Müller')],
  ['Müller^Anna', of('Jürgen', 'Müller')],
  ['BAUR^ANNA', of('Anna', 'Bauer')],
  ['M?ller^Anna', of('Jörg', 'Müller')],
  ['Meyer^Hans Jürgen', of('Hans Peter', 'Meyer')],
  ['Peter^Hans', of('Hans Peter', 'Meyer')],
  ['Roe^Jane=山田^太郎', of('Tarou', 'Yamada')],
  ['von der Tann^Anna', of('Anna', 'von der Heide')],
])('%s is not %p', (name, patient) => expect(comparePersonName(name, patient)).toBe('other'));

test('a name in another script warns only without the right birth date', () => {
  const shevchenko = of('Taras', 'Schewtschenko');
  expect(isAnotherPerson({ patientName: 'Шевченко^Тарас', birthDate: '1980-01-01' }, shevchenko)).toBe(false);
  expect(isAnotherPerson({ patientName: 'Шевченко^Тарас', birthDate: null }, shevchenko)).toBe(true);
  expect(isAnotherPerson({ patientName: 'Adler^Miriam', birthDate: '1980-01-02' }, miriam)).toBe(true);
  expect(isAnotherPerson({ patientName: '^^', birthDate: null }, miriam)).toBe(false);
});

test('an unreadable name causes no warning, but its birth date does', () => {
  for (const patientName of ['\ufffd^\ufffd', 'Adler^\ufffd', 'Adler^Miriam=\ufffd^\ufffd', '\ufffd']) {
    expect(isAnotherPerson({ patientName, birthDate: null }, miriam)).toBe(false);
    expect(isAnotherPerson({ patientName, birthDate: '1980-01-02' }, miriam)).toBe(true);
  }
  expect(isAnotherPerson({ patientName: 'Sommer^\ufffd', birthDate: null }, miriam)).toBe(true);
});

const pictured = (patientName: string, birthDate: string | null = null, studyUid = '1') => ({
  patientName,
  birthDate,
  studyUid,
});
test('groups images by person, however each device wrote the name', () => {
  const people = byPerson([
    pictured('Adler^Miriam', '1979-03-14'),
    pictured('ADLER, MIRIAM'),
    pictured('Brandt^Otto', '1944-01-01'),
    pictured('', null, '2'),
    pictured('Brandt^Otto', null, '2'),
    pictured('MIRIAM ADLER', '1979-03-14'),
  ]);
  expect(people.map((person) => person.map(({ patientName }) => patientName))).toEqual([
    ['Adler^Miriam', 'ADLER, MIRIAM', 'MIRIAM ADLER'],
    ['Brandt^Otto', 'Brandt^Otto', ''],
  ]);
});
test('separates two people with the same name by birth date', () => {
  expect(byPerson([pictured('Adler^Miriam', '1979-03-14'), pictured('Adler^Miriam', '1944-01-01')])).toHaveLength(2);
  expect(byPerson([pictured(''), pictured('')])).toHaveLength(1);
});
