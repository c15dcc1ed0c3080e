import { practiceMidnight } from '@konsil/contracts/practice-time';
import { Problem } from '@konsil/server-platform/http/problems';
import { fill, inEachLanguage } from '@konsil/server-platform/locale-texts';
import { fhirTexts, type FhirTexts } from './texts.ts';

export type Why = keyof FhirTexts['refusals'];
export type Values = Parameters<typeof fill>[1];
/** A refusal in the words of FHIR. */
export const refusal = (status: number, issue: string, why: Why, values: Values = {}): Problem => {
  const text = inEachLanguage((locale) => fill(fhirTexts[locale].refusals[why], values));
  return new Problem('invalid', { fhir: { status, issue, text } });
};

const formats = new Set(['json', 'application/json', 'application/fhir+json', 'text/json']);
const mediaTypes = new Set(['application/fhir+json', 'application/json', 'application/*', '*/*']);
const typeOf = (part: string): string => part.split(';')[0]?.trim().toLowerCase() ?? '';
const accepted = (accept = ''): string[] =>
  accept
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map(typeOf)
    .filter(Boolean);

/** @throws {Problem} 406 for a caller that does not take JSON; `_format` counts more than the header. */
export const checkFormat = (format: string | undefined, accept: string | undefined): void => {
  const types = accepted(accept);
  const takesJson =
    format === undefined
      ? types.length === 0 || types.some((type) => mediaTypes.has(type))
      : formats.has(typeOf(format));
  if (!takesJson) throw refusal(406, 'not-supported', 'onlyJson');
};
/** True if the caller asks for a FHIR resource instead of the file itself. */
export const wantsResource = (format: string | undefined, accept: string | undefined): boolean =>
  format === undefined
    ? accepted(accept).some((type) => type === 'application/fhir+json' || type === 'application/json')
    : formats.has(typeOf(format));

/** True for a caller that wants to hear of everything that is not supported, instead of having it left out. */
export const isStrict = (prefer: string | undefined): boolean => /(^|[,;\s])handling=strict\b/.test(prefer ?? '');

export const badValue = (name: string): Problem => refusal(400, 'value', 'badValue', { name });

/**
 * Checks the names of search parameters. A modifier is always refused, as R4 demands; an unknown name only if the caller
 * wants it so (`Prefer: handling=strict`).
 */
export const checkNames = (given: object, known: ReadonlySet<string>, prefer: string | undefined): void => {
  const strict = isStrict(prefer);
  for (const name of Object.keys(given)) {
    if (known.has(name)) continue;
    const [base = ''] = name.split(/[:.]/);
    if (strict || (base !== name && known.has(base))) throw refusal(400, 'not-supported', 'unknownParameter');
  }
};

const usualCount = 20;
const mostCount = 100;
/** The page size; 0 asks for the number only. */
export const countOf = (given: string | undefined): number => {
  if (given === undefined) return usualCount;
  if (!/^\d{1,6}$/.test(given)) throw badValue('_count');
  return Math.min(mostCount, Number(given));
};

/** The ids of a reference parameter: `id`, `Type/id`, or an address here. */
export const idOf = (given: string, type: string, base: string): string => {
  const relative = given.startsWith(`${base}/`) ? given.slice(base.length + 1) : given;
  return (relative.startsWith(`${type}/`) ? relative.slice(type.length + 1) : relative).toLowerCase();
};

interface Span {
  from: number;
  until: number;
}
const comparisons: Record<string, (value: Span, asked: Span) => boolean> = {
  eq: (value, asked) => value.from >= asked.from && value.until <= asked.until,
  ne: (value, asked) => !(value.from >= asked.from && value.until <= asked.until),
  gt: (value, asked) => value.until > asked.until,
  ge: (value, asked) => value.until > asked.from,
  lt: (value, asked) => value.from < asked.from,
  le: (value, asked) => value.from < asked.until,
  sa: (value, asked) => value.from >= asked.until,
  eb: (value, asked) => value.until <= asked.from,
};

const calendar = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;
const padded = (year: number, month: number, day: number): string => {
  const [text = ''] = new Date(Date.UTC(year, month, day)).toISOString().split('T');
  return text;
};
/** The time that a date or an instant covers, by the practice's calendar; null if it is neither. */
const spanOf = (text: string): Span | null => {
  const parts = calendar.exec(text);
  if (parts) {
    const [year, month, day] = [Number(parts[1]), Number(parts[2] ?? 1) - 1, Number(parts[3] ?? 1)];
    if (year < 1800 || year > 9000 || (parts[3] && padded(year, month, day) !== text) || month < 0 || month > 11)
      return null;
    const next = parts[3]
      ? padded(year, month, day + 1)
      : parts[2]
        ? padded(year, month + 1, 1)
        : padded(year + 1, 0, 1);
    return { from: practiceMidnight(padded(year, month, day)).getTime(), until: practiceMidnight(next).getTime() };
  }
  // `Date.parse` takes 30 February for 2 March.
  const isInstant = instant.test(text) && spanOf(text.slice(0, text.indexOf('T'))) !== null;
  const at = isInstant ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) return null;
  // Without seconds or their fractions it is the whole minute or second.
  const length = /:\d{2}:\d{2}\.\d/.test(text) ? 1 : /T\d{2}:\d{2}:\d{2}/.test(text) ? 1000 : 60_000;
  return { from: at, until: at + length };
};

/** A condition on a date or an instant: every given value must hold, each with an optional prefix such as `ge`. */
export const dateCondition = (name: string, given: string | string[]): ((value: string | undefined) => boolean) => {
  const conditions = [given].flat().map((text) => {
    const [, prefix = '', rest = ''] = /^([a-z]{2})?(.*)$/.exec(text) ?? [];
    const holds = comparisons[prefix || 'eq'];
    const asked = spanOf(rest);
    if (!holds || !asked) throw badValue(name);
    return (value: Span) => holds(value, asked);
  });
  return (value) => {
    const span = value === undefined ? null : spanOf(value);
    return span !== null && conditions.every((holds) => holds(span));
  };
};
