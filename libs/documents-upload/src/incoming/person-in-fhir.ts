import { listOf, textOf, textsOf, type Json } from './fhir-json.ts';

/** A FHIR HumanName: its parts and its text form. */
export interface FhirName {
  family: string;
  given: string;
  text: string;
}

// A name without a use is a present one; former names are compared, and not shown.
const uses = ['official', 'usual', '', 'temp', 'nickname', 'maiden', 'old'];

/** The names of a patient, the present one first; an invented one (`anonymous`) is none. */
export const namesOf = (patient: Json | undefined): FhirName[] =>
  listOf(patient?.['name'])
    .map((name) => ({ name, rank: uses.indexOf(textOf(name['use'])) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .map(({ name }) => {
      const given = textsOf(name['given']).join(' ');
      const family = textOf(name['family']);
      const whole = textOf(name['text']);
      return { family, given, text: (family && given) || !whole ? [given, family].filter(Boolean).join(' ') : whole };
    })
    .filter(({ text }) => text !== '');
