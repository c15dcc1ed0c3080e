import { excerptOf } from './excerpt.ts';

test('cuts a long letter between words and marks the cut', () => {
  expect(excerptOf('Guten Tag, Frau Adler, der Knoten ist gut abgegrenzt.', 24)).toBe('Guten Tag, Frau Adler …');
  expect(excerptOf('Kurz.\n\nUnd gut.', 24)).toBe('Kurz. Und gut.');
});
