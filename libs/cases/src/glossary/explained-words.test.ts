import { foldWord } from '@konsil/contracts/fold';
import { explainedLines, explainedWords } from './explained-words.ts';
import { glossaryWords } from './glossary-words.ts';

const termsIn = (text: string) => explainedWords(text).flatMap(({ text: word, term }) => (term ? [[word, term]] : []));

test('a text is split at the words of the glossary, and nothing is lost', () => {
  const text = 'Eine Biopsie ist nicht nötig. Das MRT reicht.';
  expect(termsIn(text)).toEqual([
    ['Biopsie', 'biopsy'],
    ['MRT', 'mri'],
  ]);
  expect(
    explainedWords(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});

test('only whole words are explained', () => {
  expect(termsIn('Stenosegrad, MRT-Bilder, Vor-Biopsie, Biopsien-Set')).toEqual([]);
  expect(termsIn('(Stenose), „Biopsien“.')).toEqual([
    ['Stenose', 'stenosis'],
    ['Biopsien', 'biopsy'],
  ]);
});

test('matches words at sentence starts, and abbreviations case-sensitively', () => {
  expect(termsIn('Benign and chronic; a ct and a CT.')).toEqual([
    ['Benign', 'benign'],
    ['chronic', 'chronic'],
    ['CT', 'ct'],
  ]);
  expect(termsIn('EU-TIRADS 4, atrial fibrillation, HbA1c')).toEqual([
    ['EU-TIRADS', 'tirads'],
    ['atrial fibrillation', 'atrialFibrillation'],
    ['HbA1c', 'hba1c'],
  ]);
});

test('matches words in every folded spelling, and shows them as written', () => {
  const decomposed = 'La\u0308sion';
  expect(termsIn(`Laesion, dann Hypothyreose`)).toEqual([
    ['Laesion', 'lesion'],
    ['Hypothyreose', 'hypothyroidism'],
  ]);
  expect(termsIn(`Eine ${decomposed}.`)).toEqual([[decomposed, 'lesion']]);
});

test('a term is explained once, at its first occurrence', () => {
  expect(termsIn('Biopsie, dann noch eine Biopsie und zwei Biopsien.')).toEqual([['Biopsie', 'biopsy']]);
});

test('keeps the order of lines, and empty lines', () => {
  expect(explainedLines('Guten Tag,\n\nkeine Biopsie.').map((line) => line.map(({ text }) => text))).toEqual([
    ['Guten Tag,'],
    [],
    ['keine ', 'Biopsie', '.'],
  ]);
});

test('no word of the glossary belongs to two terms', () => {
  const words = Object.values<readonly string[]>(glossaryWords).flatMap((list) => list.map((word) => foldWord(word)));
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
});
