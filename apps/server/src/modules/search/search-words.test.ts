import { searchWords } from './search-words.ts';

test.each([
  ['Mbeki-Sommer', ['Mbeki-Sommer', 'Mbeki', 'Sommer']],
  ['Özkan', ['Özkan', 'Oezkan']],
  ['Bandscheibe L4/L5, Zweitmeinung', ['Bandscheibe', 'L4/L5,', 'L4', 'L5', 'Zweitmeinung']],
  ['  ', []],
])('%s is found by its words', (text, words) => expect(searchWords(text)).toEqual(words));
