/** A FHIR resource, or a part of one, that nobody has checked. */
export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
/** The objects of a list. FHIR's XML does not tell a list with one entry from a single value. */
export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value : [value]).filter(isObject);
/** A text or a number, with its line breaks; empty for anything else. */
export const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .replace(/[^\S\n]+/g, ' ')
        .replace(/ ?\n ?/g, '\n')
        .trim()
    : typeof value === 'number'
      ? String(value)
      : '';
export const lineOf = (value: unknown): string => textOf(value).replace(/\n+/g, ' ');
export const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map(textOf).filter(Boolean);
/** True for `true` in JSON and in XML, where every value is text. */
export const isYes = (value: unknown): boolean => value === true || value === 'true';
export const numberOf = (value: unknown): number | null => {
  const text = textOf(value);
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : null;
};
export const fieldOf = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);
export const codingsOf = (concept: unknown): Json[] => listOf(fieldOf(concept, 'coding'));
/** The codes of a concept, or of several. */
export const codesOf = (concepts: unknown): string[] =>
  listOf(concepts).flatMap((concept) => codingsOf(concept).map(({ code }) => textOf(code)));
