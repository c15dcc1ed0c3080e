import type { IncomingFile } from '@konsil/documents-upload/incoming';
import type { ReadSummary } from './ips.ts';
import { bornText, comparePeople, isOfPerson, otherGender } from './set-person.ts';

const here = { first_name: 'Miriam', last_name: 'Adler', date_of_birth: '1979-03-14' };
const summary = (name: string, birthDate: string) => ({ name, names: [name], birthDate }) as ReadSummary;
const file = (person: IncomingFile['person']) => ({ person }) as IncomingFile;

test.each([
  ['Adler^Miriam', '1979-03-14', true],
  ['Adler^Miriam', '1979-03-15', false],
  ['Berg^Paul', '1979-03-14', false],
])('a summary of %s, born %s, belongs to the person: %s', (name, birthDate, same) =>
  expect(isOfPerson(summary(name, birthDate), here)).toBe(same),
);

test('counts the files and summaries of other people, and the files without a name', () => {
  const paul = { patientName: 'Berg^Paul', birthDate: '1960-01-01' };
  expect(
    comparePeople(
      [file(paul), file(paul), file({ patientName: 'Adler^Miriam', birthDate: null }), file(null)],
      [summary('Berg^Paul', '1960-01-01'), summary('Adler^Miriam', '1979-03-14')],
      here,
    ),
  ).toEqual({ others: [{ name: 'Berg^Paul', birthDate: '1960-01-01', count: 3 }], unnamed: 1 });
});

test('a summary matches the person by any of its names', () => {
  const names = ['Miriam Berg', 'Miriam Anna Adler'];
  expect(isOfPerson({ names, birthDate: '1979-03-14' }, here)).toBe(true);
  expect(isOfPerson({ names: ['Miriam Berg'], birthDate: '1979-03-14' }, here)).toBe(false);
  expect(isOfPerson({ names: [], birthDate: '1979-03-14' }, here)).toBe(false);
  expect(isOfPerson({ names, birthDate: '1979-03' }, here)).toBe(false);
});

test.each([
  ['male', 'F', 'M'],
  ['female', 'M', 'F'],
  ['female', 'F', null],
  ['male', 'D', null],
  ['other', 'F', null],
  ['', 'F', null],
] as const)('the gender %s beside %s contradicts: %s', (gender, ours, expected) =>
  expect(otherGender({ gender }, { gender: ours })).toBe(expected),
);

test.each([
  ['1979-03-14', 'day 1979-03-14'],
  ['1979-03', '03/1979'],
  ['1979', '1979'],
  ['unknown', ''],
])('the date of birth %s is shown as %j', (birthDate, expected) =>
  expect(bornText(birthDate, { day: (day) => `day ${day}` })).toBe(expected),
);
