import { languageOf } from './language-of.ts';

test('the language of a text is detected by its short words', () => {
  expect(languageOf('Der Knoten ist gutartig und muss nicht operiert werden.')).toBe('de');
  expect(languageOf('The nodule is benign, and you do not have to be operated on.')).toBe('en');
});

test('a short, mixed or foreign text has no language', () => {
  expect(languageOf('')).toBeUndefined();
  expect(languageOf('TSH 2,4 mU/l')).toBeUndefined();
  expect(
    languageOf('Der Knoten ist gutartig und nicht groß. The nodule is benign and not of concern to you.'),
  ).toBeUndefined();
  expect(languageOf('Le nodule est bénin et il ne faut pas opérer pour le moment.')).toBeUndefined();
});
