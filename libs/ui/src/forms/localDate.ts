/** Month names in the language of the page, German and English, so that a pasted date is understood in each. */
function monthNames(): string[][] {
  const languages = [document.documentElement.lang || 'de', 'de', 'en'];
  return Array.from({ length: 12 }, (_, month) =>
    languages.flatMap((language) =>
      (['long', 'short'] as const).map((style) =>
        new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' })
          .format(Date.UTC(2026, month, 1))
          .toLowerCase()
          .replace('.', ''),
      ),
    ),
  );
}

function monthNumber(word: string): number {
  if (/^\d+$/.test(word)) return Number(word);
  const name = word.toLowerCase();
  if (name.length < 3) return 0;
  return monthNames().findIndex((names) => names.some((known) => known.startsWith(name))) + 1;
}

function isoDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const real = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? date.toISOString().slice(0, 10) : null;
}

const dayFirst = /^(\d{1,2})[\s./-]+(\d{1,2}|\p{L}+)[\s./,-]+(\d{4})$/u;
const shortYear = /^(\d{4}|\d{1,2}\W.*\W)(\d{2})$/u;
const monthFirst = /^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u;

/**
 * A date as people type it, as `YYYY-MM-DD`: "14.3.1979", "14. März 1979", "14 March 1979", "14/03/1979",
 * "14031979", "1979-03-14". The day comes first in both languages. Null for anything else, also for
 * years of two digits: a birth date must not be guessed.
 * @param shortYearUntil `YYYY-MM-DD`: a year of two digits is of this century if the day is not after this one
 */
export function parseLocalDate(text: string, shortYearUntil?: string): string | null {
  const short = shortYearUntil && shortYear.exec(text.trim());
  if (short) {
    const day = parseLocalDate(`${short[1]}20${short[2]}`);
    return day && day <= shortYearUntil ? day : null;
  }
  const typed = text.trim().replace(/(\d)(?:st|nd|rd|th)\b/i, '$1');
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed);
  if (iso) return isoDate(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const digits = /^(\d{2})(\d{2})(\d{4})$/.exec(typed);
  if (digits) return isoDate(Number(digits[3]), Number(digits[2]), Number(digits[1]));
  const named = monthFirst.exec(typed);
  if (named?.[1]) return isoDate(Number(named[3]), monthNumber(named[1]), Number(named[2]));
  const usual = dayFirst.exec(typed);
  if (usual?.[2]) return isoDate(Number(usual[3]), monthNumber(usual[2]), Number(usual[1]));
  return null;
}

/** Formats `YYYY-MM-DD`: "14.03.1979", "14 March 1979" or short "14 Mar 1979". Other text is returned unchanged. */
export function formatLocalDate(iso: string, locale: string, length: 'long' | 'short' = 'long'): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(iso);
  if (!parts) return iso;
  const [, year, month, day] = parts;
  if (locale === 'de') return `${day}.${month}.${year}`;
  return new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
    dateStyle: length === 'long' ? 'long' : 'medium',
    timeZone: 'UTC',
  }).format(new Date(`${iso}T00:00Z`));
}
