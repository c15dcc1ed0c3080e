import type { Doctor } from './doctors.ts';
import { locales } from './first-codes.ts';
import { matchesWords } from './fold.ts';
import { once } from './once.ts';
import { specialtyWords } from './specialties.ts';

// Cities with an English name.
const cityNames: readonly (readonly [string, string])[] = [
  ['Köln', 'Cologne'],
  ['München', 'Munich'],
  ['Nürnberg', 'Nuremberg'],
  ['Hannover', 'Hanover'],
  ['Braunschweig', 'Brunswick'],
  ['Wien', 'Vienna'],
  ['Zürich', 'Zurich'],
  ['Genf', 'Geneva'],
  ['Basel', 'Basle'],
];
const cityWords = (city: string): string =>
  [city, ...cityNames.filter((names) => names.some((name) => city.includes(name))).flat()].join(' ');

const languageNames = once(() =>
  locales.map((locale) => new Intl.DisplayNames(locale, { type: 'language', fallback: 'code' })),
);

/** Search words of a doctor besides the name: specialty, city and languages, in German and English. */
export const doctorWords = ({
  specialty,
  city,
  languages = [],
}: Pick<Doctor, 'specialty' | 'city'> & Partial<Pick<Doctor, 'languages'>>): string =>
  [
    specialtyWords(specialty),
    cityWords(city),
    ...languages.flatMap((code) => languageNames().map((names) => names.of(code) ?? code)),
  ].join(' ');

type Findable = Pick<Doctor, 'name' | 'specialty' | 'city' | 'languages'>;

/** The doctors that match a search, and whether they do as it was typed: with one typing error if there are no others. */
export const matchDoctors = <D extends Findable>(
  doctors: readonly D[],
  typed: string,
): { found: D[]; exact: boolean } => {
  const meant = (forgiving: boolean) =>
    doctors.filter((doctor) => matchesWords(`${doctor.name} ${doctorWords(doctor)}`, typed, { forgiving }));
  const exactly = meant(false);
  return exactly.length > 0 ? { found: exactly, exact: true } : { found: meant(true), exact: false };
};

/** The doctors that match a search; with one typing error if there are no others. */
export const findDoctors = <D extends Findable>(doctors: readonly D[], typed: string): D[] =>
  matchDoctors(doctors, typed).found;
