import { findDoctors, matchDoctors } from './find-doctors.ts';

const doctors = [
  { name: 'Dr. Kerem Aydın', specialty: 'Innere Medizin und Kardiologie', city: 'Köln', languages: ['de', 'tr'] },
  { name: 'Prof. Dr. Anna Meyer', specialty: 'Orthopädie', city: 'München', languages: ['de', 'en'] },
  { name: 'Dr. Lars Meier', specialty: 'Urologie', city: 'Berlin', languages: [] },
];
const found = (typed: string) => findDoctors(doctors, typed).map(({ name }) => name.split(' ').at(-1));

test.each([
  ['Aydin', ['Aydın']],
  ['AYDIN', ['Aydın']],
  ['Koln', ['Aydın']],
  ['Koeln', ['Aydın']],
  ['Cologne', ['Aydın']],
  ['Munich', ['Meyer']],
  ['Kardiologe', ['Aydın']],
  ['Herz Koeln', ['Aydın']],
  ['türkisch', ['Aydın']],
  ['Turkish', ['Aydın']],
  ['Knie', ['Meyer']],
  ['Orthopäde München', ['Meyer']],
  ['', ['Aydın', 'Meyer', 'Meier']],
  ['Meier', ['Meier']],
  ['Kardologe', ['Aydın']],
  ['Ortopäde', ['Meyer']],
  ['Mnüchen', ['Meyer']],
  ['Nephrologe', []],
])('%s finds %j', (typed, expected) => expect(found(typed)).toEqual(expected));

test.each([
  ['Kardiologe', true],
  ['Kardologe', false],
  ['', true],
])('says whether %p matched exactly', (typed, exact) => expect(matchDoctors(doctors, typed).exact).toBe(exact));
