import { countryIn } from '@konsil/contracts/countries';
import type { Locale } from '@konsil/contracts/codes';

/** The states of a country: the name as it is stored, and the English one where it differs. */
const named = (names: string): (readonly [string, string?])[] =>
  names.split(', ').map((name) => name.split('|') as [string, string?]);

const countries = [
  {
    country: 'Deutschland',
    part: 'state',
    states: named(
      'Baden-Württemberg, Bayern|Bavaria, Berlin, Brandenburg, Bremen, Hamburg, Hessen|Hesse, Mecklenburg-Vorpommern|Mecklenburg-Western Pomerania, Niedersachsen|Lower Saxony, Nordrhein-Westfalen|North Rhine-Westphalia, Rheinland-Pfalz|Rhineland-Palatinate, Saarland, Sachsen|Saxony, Sachsen-Anhalt|Saxony-Anhalt, Schleswig-Holstein, Thüringen|Thuringia',
    ),
  },
  {
    country: 'Österreich',
    part: 'state',
    states: named(
      'Burgenland, Kärnten|Carinthia, Niederösterreich|Lower Austria, Oberösterreich|Upper Austria, Salzburg, Steiermark|Styria, Tirol|Tyrol, Vorarlberg, Wien|Vienna',
    ),
  },
  {
    country: 'Schweiz',
    part: 'canton',
    states: named(
      'Aargau, Appenzell Ausserrhoden, Appenzell Innerrhoden, Basel-Landschaft, Basel-Stadt, Bern, Freiburg|Fribourg, Genf|Geneva, Glarus, Graubünden|Grisons, Jura, Luzern|Lucerne, Neuenburg|Neuchâtel, Nidwalden, Obwalden, Schaffhausen, Schwyz, Solothurn, St. Gallen|St Gallen, Tessin|Ticino, Thurgau, Uri, Waadt|Vaud, Wallis|Valais, Zug, Zürich|Zurich',
    ),
  },
] as const;

/** The parts of a country, and what it calls them; undefined for a country whose parts we do not list. */
export const partsOf = (country: string) => countries.find((one) => one.country === countryIn(country, 'de'));

/**
 * The options for the states of a country. An English reader also sees the name that is stored. A state that was typed
 * before stays in the record, recognized by its name in either language.
 */
export const stateOptions = (
  states: readonly (readonly [string, string?])[],
  { state, locale }: { state: string; locale: Locale },
): { value: string; label: string }[] => {
  const typed = state.trim().toLowerCase();
  const options = states.map(([name, english]) => ({
    value: [name, english].some((one) => one?.toLowerCase() === typed) ? state : name,
    label: locale === 'en' && english ? `${english} (${name})` : name,
  }));
  const isListed = typed === '' || options.some(({ value }) => value === state);
  return isListed ? options : [{ value: state, label: state }, ...options];
};
