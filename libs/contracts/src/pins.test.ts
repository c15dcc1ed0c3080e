import { parsePlace } from './pins.ts';
import { hasPin, pinnedParts, placeFragment } from './pinned-text.ts';

test('a text is split at the numbers of its pins, but not at other bracketed numbers', () => {
  expect(pinnedParts('Cortisol sinkt nicht [1], er wuchs [2]. Siehe [3] und [1].', new Set([1, 2]))).toEqual([
    { text: 'Cortisol sinkt nicht ' },
    { number: 1 },
    { text: ', er wuchs ' },
    { number: 2 },
    { text: '. Siehe [3] und ' },
    { number: 1 },
    { text: '.' },
  ]);
  expect(pinnedParts('', new Set([1]))).toEqual([]);
  expect([hasPin('So [12].', 12), hasPin('So [12].', 1)]).toEqual([true, false]);
});

test('parses a place in a document from the URL fragment', () => {
  const place = { page: 2, region: { left: 0.1, top: 0.4, width: 0.8, height: 0.05 } };
  expect(parsePlace(placeFragment(place))).toEqual(place);
  expect(parsePlace(placeFragment({ page: 3, region: null }))).toEqual({ page: 3, region: null });
  expect([parsePlace(''), parsePlace('#answer-1'), parsePlace('#page=0'), parsePlace('#page=1&at=2,0,0,0')]).toEqual([
    null,
    null,
    null,
    { page: 1, region: null },
  ]);
});
