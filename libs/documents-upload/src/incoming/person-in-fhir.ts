type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** A name of a person in FHIR: its parts, and as it is read. */
export interface FhirName {
  family: string;
  given: string;
  text: string;
}

// A name without a use is a present one; former names are compared, and not shown.
const uses = ['official', 'usual', '', 'temp', 'nickname', 'maiden', 'old'];

/** The names of a patient, the present one first; an invented one (`anonymous`) is none. */
export const namesOf = (patient: Json | undefined): FhirName[] => {
  const names = patient?.['name'];
  return (Array.isArray(names) ? names : [names])
    .filter(isObject)
    .map((name) => ({ name, rank: uses.indexOf(textOf(name['use'])) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .map(({ name }) => {
      const givens = name['given'];
      const given = (Array.isArray(givens) ? givens : [givens]).map(textOf).filter(Boolean).join(' ');
      const family = textOf(name['family']);
      const whole = textOf(name['text']);
      return { family, given, text: (family && given) || !whole ? [given, family].filter(Boolean).join(' ') : whole };
    })
    .filter(({ text }) => text !== '');
};
