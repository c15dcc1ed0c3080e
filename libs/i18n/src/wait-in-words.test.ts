import { waitInWords } from './wait-in-words.ts';

test.each([
  [1, 'de', '1 Sekunde'],
  [90, 'de', '90 Sekunden'],
  [91, 'de', '2 Minuten'],
  [900, 'en', '15 minutes'],
] as const)('%i seconds are in %s "%s"', (seconds, locale, words) => expect(waitInWords(seconds, locale)).toBe(words));
