import { splitStreet } from './street.ts';
import { townsOf } from './towns.ts';

test.each([
  ['Lindenweg 12a', 'Lindenweg', '12a'],
  ['Lindenweg 12 a ', 'Lindenweg', '12 a'],
  ['Lindenweg, 12', 'Lindenweg', '12'],
  ['Hauptstr.4', 'Hauptstr.', '4'],
  ['Straße des 17. Juni 135', 'Straße des 17. Juni', '135'],
  ['Am Alten Markt 3 - 5', 'Am Alten Markt', '3 - 5'],
  ['Musterstr. 12 1/2', 'Musterstr.', '12 1/2'],
  ['Am Hang 4a-c', 'Am Hang', '4a-c'],
  ['Am Hang 4a – 6c', 'Am Hang', '4a – 6c'],
  ['Unter den Linden 77b-79', 'Unter den Linden', '77b-79'],
])('%s has a street and a house number', (line, street, number) => {
  expect(splitStreet(line)).toEqual({ street, house_number: number });
});

test.each([
  'Lindenweg',
  'Straße des 17. Juni',
  'C4, 12',
  'C4 12',
  'C 4, 12',
  'C 4 12',
  '12 rue de la Paix',
  'Lindenweg 12 Hinterhaus',
  '',
  '12',
])('“%s” is not divided', (line) => {
  expect(splitStreet(line)).toBeNull();
});

test.each([
  ['01067', ['Dresden']],
  ['10115', ['Berlin']],
  ['20095', ['Hamburg']],
  ['50667', ['Köln']],
  ['60311', ['Frankfurt am Main']],
  ['70173', ['Stuttgart']],
  ['80331', ['München']],
  ['27498', ['Helgoland']],
  ['83471', ['Berchtesgaden', 'Schönau am Königssee']],
  ['25946', ['Nebel', 'Norddorf auf Amrum', 'Wittdün auf Amrum']],
  ['00000', []],
  ['5066', []],
])('the towns of %s are known', async (zipcode, towns) => {
  expect(await townsOf(zipcode)).toEqual(towns);
});
