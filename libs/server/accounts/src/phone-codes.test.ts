import { mobileNumber } from './phone-codes.ts';

test.each([
  ['+49551395000', 'phoneLandline'],
  ['+43512345678', 'phoneLandline'],
  ['+4915', 'phoneInvalid'],
])('refuses %s as %s', (typed, code) =>
  expect(() => mobileNumber(typed)).toThrow(
    expect.objectContaining({ code: 'invalid', details: { errors: [{ path: 'Handynummer', code }] } }),
  ),
);

test('accepts mobile numbers of other countries', () => {
  expect(mobileNumber('+436641234567')).toBe('+436641234567');
});

test('sends codes only to the countries of the settings', () => {
  expect(mobileNumber('+436641234567', ['+49', '+43'])).toBe('+436641234567');
  expect(() => mobileNumber('+436641234567', ['+49', '+44'])).toThrow(
    expect.objectContaining({ details: { errors: [{ path: 'Handynummer', code: 'phoneCountry' }] } }),
  );
});
