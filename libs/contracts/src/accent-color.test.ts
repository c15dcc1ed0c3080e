import { contrastWithWhite, isReadableAccent } from './accent-color.ts';

test('the contrast is that of WCAG', () => {
  expect(contrastWithWhite('#000000')).toBeCloseTo(21);
  expect(contrastWithWhite('#ffffff')).toBeCloseTo(1);
  // The lightest grey that is enough for text, and the next one.
  expect(contrastWithWhite('#767676')).toBeCloseTo(4.54, 2);
  expect([isReadableAccent('#767676'), isReadableAccent('#777777')]).toEqual([true, false]);
});

test.each(['', '#fff', 'red', '#12345g', '#1234567'])('"%s" is no colour', (color) => {
  expect([contrastWithWhite(color), isReadableAccent(color)]).toEqual([null, false]);
});
