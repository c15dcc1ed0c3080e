import { addressLines } from './postal-address.ts';

test('an address has a line for state and country only where they are given', () => {
  const address = { street: 'Lindenweg', house_number: '4a', zipcode: '1010', city: 'Wien' };
  expect(addressLines({ ...address, state: '', country: 'Österreich' }, 'de')).toEqual([
    'Lindenweg 4a',
    '1010 Wien',
    'Österreich',
  ]);
  expect(addressLines(address, 'de')).toEqual(['Lindenweg 4a', '1010 Wien']);
});

test('an address has its country in the language of the reader', () => {
  const address = { street: 'Lindenweg', house_number: '4a', zipcode: '10115', city: 'Berlin' };
  const lastLine = (country: string, locale: 'de' | 'en') => addressLines({ ...address, country }, locale).at(-1);
  expect(lastLine('Deutschland', 'en')).toBe('Germany');
  expect(lastLine('Germany', 'de')).toBe('Deutschland');
  expect(lastLine('Deutschland', 'de')).toBe('Deutschland');
  expect(lastLine('Österreich', 'en')).toBe('Austria');
  expect(lastLine('Atlantis', 'en')).toBe('Atlantis');
});

test('an address that was not given yet has no lines', () => {
  expect(addressLines({ street: '', house_number: '', zipcode: '', city: '' }, 'de')).toEqual([]);
});
