import { marksAt, marksOn, shownMarks, turned } from './places';

const region = { left: 0.125, top: 0.25, width: 0.5, height: 0.0625 };
const rounded = ({ left, top, width, height }: typeof region) => [left, top, width, height];

test('a region rotates with its page, and back', () => {
  expect(rounded(turned(region, 1))).toEqual([0.6875, 0.125, 0.0625, 0.5]);
  expect(rounded(turned(region, 2))).toEqual([0.375, 0.6875, 0.5, 0.0625]);
  for (const turns of [0, 1, 2, 3]) expect(turned(turned(region, turns), -turns)).toEqual(region);
});

test('a place in the URL selects its pin; a region without a pin is shown, too', () => {
  const pins = [
    { number: 1, words: 'Cortisol', place: { kind: 'page' as const, document_id: 'a', page: 2, region } },
    { number: 2, words: '', place: { kind: 'page' as const, document_id: 'b', page: 2, region } },
    { number: 3, words: '', place: { kind: 'measurement' as const, id: 'c' } },
  ];
  const mark = { number: 1, words: 'Cortisol', page: 2, region };
  expect(marksOn('a', pins)).toEqual([mark]);
  expect(marksAt('a', { page: 2, region: { ...region, left: 0.125_000_1 } }, [{}, { pins }])).toEqual([mark]);
  expect(marksAt('a', { page: 3, region }, [{ pins }])).toEqual([]);
  expect(shownMarks([mark], { page: 2, region })).toEqual([{ ...mark, current: true }]);
  expect(shownMarks([mark], { page: 1, region })).toEqual([mark, { page: 1, region, current: true }]);
  expect(shownMarks([mark], { page: 1, region: null })).toEqual([mark]);
});
