// @bundle ui
import type { PatientFields } from './patients.ts';

type Address = Pick<PatientFields, 'street' | 'house_number' | 'zipcode' | 'city' | 'state' | 'country'>;

/** The lines of an address: "Lindenweg 4a", "04109 Leipzig", and state and country if given; none before it was given. */
export const addressLines = ({ street, house_number, zipcode, city, state, country }: Address): string[] =>
  [`${street} ${house_number}`.trim(), `${zipcode} ${city}`.trim(), state, country].filter((line): line is string =>
    Boolean(line),
  );
