import { readablePhone } from './readable-phone.ts';

test('formats an international number as its country does', () => {
  expect(readablePhone('+4915123456789')).toBe('+49 1512 3456789');
  expect(readablePhone('+43 (0) 1 40400')).toBe('+43 1 40400');
});

test('leaves anything else as typed', () => {
  for (const typed of ['', '0221 123456', 'nach 18 Uhr', '+49 000']) expect(readablePhone(typed)).toBe(typed);
});
