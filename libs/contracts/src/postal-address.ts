// @bundle ui
import type { Locale } from './codes.ts';
import { countryIn } from './countries.ts';
import type { PatientFields } from './patients.ts';

type Address = Pick<PatientFields, 'street' | 'house_number' | 'zipcode' | 'city' | 'state' | 'country'>;

/** The lines of an address: "Lindenweg 4a", "04109 Leipzig", and state and country if given; none before it was given. The country in the reader's language. */
export const addressLines = (
  { street, house_number, zipcode, city, state, country }: Address,
  locale: Locale,
): string[] =>
  [
    `${street} ${house_number}`.trim(),
    `${zipcode} ${city}`.trim(),
    state,
    country && countryIn(country, locale),
  ].filter((line): line is string => Boolean(line));
