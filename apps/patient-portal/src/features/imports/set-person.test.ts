import type { IncomingFile } from '@konsil/documents-upload/incoming';
import type { ReadSummary } from './ips.ts';
import { comparePeople, isOfPerson } from './set-person.ts';

const here = { first_name: 'Miriam', last_name: 'Adler', date_of_birth: '1979-03-14' };
const summary = (name: string, birthDate: string) => ({ name, birthDate }) as ReadSummary;
const file = (person: IncomingFile['person']) => ({ person }) as IncomingFile;

test.each([
  ['Adler^Miriam', '1979-03-14', true],
  ['Adler^Miriam', '1979-03-15', false],
  ['Berg^Paul', '1979-03-14', false],
])('a summary of %s, born %s, is of the person: %s', (name, birthDate, same) =>
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
