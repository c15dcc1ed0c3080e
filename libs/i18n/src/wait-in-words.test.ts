import { formatWait } from './wait-in-words.ts';

test.each([
  [1, 'de', '1 Sekunde'],
  [90, 'de', '90 Sekunden'],
  [91, 'de', '2 Minuten'],
  [900, 'en', '15 minutes'],
  [5400, 'de', '90 Minuten'],
  [86_000, 'de', '24 Stunden'],
] as const)('%i seconds are in %s "%s"', (seconds, locale, words) => expect(formatWait(seconds, locale)).toBe(words));
