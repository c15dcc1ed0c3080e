import { countryIn } from '@konsil/contracts/countries';
import { locales, type Locale } from '@konsil/contracts/first-codes';
import stateNames from './locales/states.json';

const names: Record<Locale, Partial<Record<string, string>>> = stateNames;

const countries = [
  {
    country: 'Deutschland',
    part: 'state',
    states:
      'Baden-Württemberg, Bayern, Berlin, Brandenburg, Bremen, Hamburg, Hessen, Mecklenburg-Vorpommern, Niedersachsen, Nordrhein-Westfalen, Rheinland-Pfalz, Saarland, Sachsen, Sachsen-Anhalt, Schleswig-Holstein, Thüringen'.split(
        ', ',
      ),
  },
  {
    country: 'Österreich',
    part: 'state',
    states:
      'Burgenland, Kärnten, Niederösterreich, Oberösterreich, Salzburg, Steiermark, Tirol, Vorarlberg, Wien'.split(
        ', ',
      ),
  },
  {
    country: 'Schweiz',
    part: 'canton',
    states:
      'Aargau, Appenzell Ausserrhoden, Appenzell Innerrhoden, Basel-Landschaft, Basel-Stadt, Bern, Freiburg, Genf, Glarus, Graubünden, Jura, Luzern, Neuenburg, Nidwalden, Obwalden, Schaffhausen, Schwyz, Solothurn, St. Gallen, Tessin, Thurgau, Uri, Waadt, Wallis, Zug, Zürich'.split(
        ', ',
      ),
  },
] as const;

/** The states of a country, and its word for them; undefined for countries without a list. */
export const partsOf = (country: string) => countries.find((one) => one.country === countryIn(country, 'de'));

/** True if a state is called so in any language. */
export const isCalled = (state: string, typed: string): boolean =>
  locales.some((locale) => (names[locale][state] ?? state).toLowerCase() === typed.trim().toLowerCase());

/**
 * The options for the states of a country: the name in the reader's language, with the one that is stored where they
 * differ. A state that was typed before stays in the record, recognized by its name in any language.
 */
export const stateOptions = (
  states: readonly string[],
  { state, locale }: { state: string; locale: Locale },
): { value: string; label: string }[] => {
  const options = states.map((name) => {
    const own = names[locale][name] ?? name;
    return {
      value: isCalled(name, state) ? state : name,
      label: own === name ? name : `${own} (${name})`,
    };
  });
  const isListed = state.trim() === '' || options.some(({ value }) => value === state);
  return isListed ? options : [{ value: state, label: state }, ...options];
};
