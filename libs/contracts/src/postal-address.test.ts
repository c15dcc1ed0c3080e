import { addressLines } from './postal-address.ts';

test('an address has a line for state and country only where they are given', () => {
  const address = { street: 'Lindenweg', house_number: '4a', zipcode: '1010', city: 'Wien' };
  expect(addressLines({ ...address, state: '', country: 'Österreich' })).toEqual([
    'Lindenweg 4a',
    '1010 Wien',
    'Österreich',
  ]);
  expect(addressLines(address)).toEqual(['Lindenweg 4a', '1010 Wien']);
});

test('an address that was not given yet has no lines', () => {
  expect(addressLines({ street: '', house_number: '', zipcode: '', city: '' })).toEqual([]);
});
