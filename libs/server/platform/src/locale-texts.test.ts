import { fill, filling, forCount, inEachLanguage } from './locale-texts.ts';

test('a value is filled in once, even if it looks like a placeholder', () => {
  expect(fill('{{name}}, born {{born}}', { name: '{{born}}', born: '1 May' })).toBe('{{born}}, born 1 May');
});

test('values are filled in by the order of their names', () => {
  expect(filling('Page {{page}} of {{pages}}', 'page', 'pages')(2, 7)).toBe('Page 2 of 7');
});

test.each([
  [0, 'none'],
  [1, 'one document'],
  [2, '2 documents'],
])('%i has the right plural form', (count, text) => {
  const forms = { zero: 'none', one: 'one document', other: '{{count}} documents' };
  expect(forCount(forms, count, 'en')).toBe(text);
});

test('a language without a form for zero uses its plural', () => {
  expect(forCount({ one: 'ein Bild', other: '{{count}} Bilder' }, 0, 'de')).toBe('0 Bilder');
});

test('every language has a text', () => {
  expect(inEachLanguage((locale) => locale)).toEqual({ de: 'de', en: 'en' });
});
