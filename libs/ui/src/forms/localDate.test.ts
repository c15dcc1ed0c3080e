import { formatLocalDate, parseLocalDate } from './localDate';

describe('A typed date', () => {
  it.each([
    ['14.3.1979', '1979-03-14'],
    ['14.03.1979', '1979-03-14'],
    [' 14. 3. 1979 ', '1979-03-14'],
    ['14. März 1979', '1979-03-14'],
    ['14. Mrz 1979', null],
    ['14.März 1979', '1979-03-14'],
    ['1. Mai 2026', '2026-05-01'],
    ['3 Okt. 2026', '2026-10-03'],
    ['31.12.2026', '2026-12-31'],
  ])('in German, %j, is parsed as %j', (text, iso) => expect(parseLocalDate(text)).toBe(iso));

  it.each([
    ['14 March 1979', '1979-03-14'],
    ['14 mar 1979', '1979-03-14'],
    ['14th March 1979', '1979-03-14'],
    ['March 14, 1979', '1979-03-14'],
    ['Sept 3rd 2026', '2026-09-03'],
    ['3 Sept 2026', '2026-09-03'],
    ['14/03/1979', '1979-03-14'],
  ])('in English, %j, is parsed as %j', (text, iso) => expect(parseLocalDate(text)).toBe(iso));

  it.each([
    ['14031979', '1979-03-14'],
    ['14-3-1979', '1979-03-14'],
    ['1979-03-14', '1979-03-14'],
    ['29.2.2024', '2024-02-29'],
  ])('in digits, %j, is parsed as %j', (text, iso) => expect(parseLocalDate(text)).toBe(iso));

  it.each([
    '',
    'gestern',
    '31.2.1979',
    '29.2.2023',
    '14.3.79',
    '14.13.1979',
    '0.3.1979',
    '14.3.',
    '14. Ma 1979',
    '1.1.10000',
    '99999999',
  ])('is refused when it is not a date: %j', (text) => expect(parseLocalDate(text)).toBeNull());

  it.each(['14 Ju 1979', '14 M 1979'])('is refused when the month is ambiguous: %j', (text) =>
    expect(parseLocalDate(text)).toBeNull(),
  );
});

describe('A two-digit year where only days up to a limit are asked for', () => {
  it.each([
    ['5.3.26', '2026-03-05'],
    ['05/03/26', '2026-03-05'],
    ['050326', '2026-03-05'],
    ['5. März 26', '2026-03-05'],
    ['23.11.26', '2026-11-23'],
    ['5.3.2026', '2026-03-05'],
    ['2026-03-05', '2026-03-05'],
  ])('is of this century: %j is %j', (text, iso) => expect(parseLocalDate(text, '2026-11-23')).toBe(iso));

  it.each(['24.11.26', '5.3.79', '31.2.26', '5.3', '5.3.2', '5.3.202'])(
    'is refused when that day is after the limit, or invalid: %j',
    (text) => expect(parseLocalDate(text, '2026-11-23')).toBeNull(),
  );
});

describe("A date in the reader's format", () => {
  it('is written with points in German and with the month as a word in English', () => {
    expect(formatLocalDate('1979-03-04', 'de')).toBe('04.03.1979');
    expect(formatLocalDate('1979-03-04', 'en')).toBe('4 March 1979');
    expect(formatLocalDate('1979-03-04', 'en', 'short')).toBe('4 Mar 1979');
  });

  it('is parsed again from both formats', () => {
    for (const locale of ['de', 'en'] as const)
      for (let month = 1; month <= 12; month += 1) {
        const iso = `2026-${String(month).padStart(2, '0')}-09`;
        for (const length of ['long', 'short'] as const)
          expect(parseLocalDate(formatLocalDate(iso, locale, length))).toBe(iso);
      }
  });

  it('leaves other text unchanged', () => expect(formatLocalDate('31.2.1979', 'de')).toBe('31.2.1979'));
});
