import { doctorProfileSchema } from './accounts.ts';
import { isBsnr, isLanr } from './doctor-numbers.ts';

test('a LANR has a check digit that makes the weighted sum a multiple of ten', () => {
  // 1·4 + 2·9 + 3·4 + 4·9 + 5·4 + 6·9 = 144.
  for (const good of ['123456600', '999999900', '444444400', '555555100']) expect(isLanr(good)).toBe(true);
  for (const wrong of ['123456700', '132456600', '12345660', '1234566000', '12345660a', '000000000', ''])
    expect(isLanr(wrong)).toBe(false);
});

test('a BSNR has nine digits', () => {
  expect(isBsnr('279999900')).toBe(true);
  for (const wrong of ['000000000', '27999990', '27999990x']) expect(isBsnr(wrong)).toBe(false);
});

test('a profile needs both numbers or none, and refuses a typing error', () => {
  const faults = (lanr: string, bsnr: string) =>
    doctorProfileSchema
      .safeParse({
        title: '',
        first_name: 'Elif',
        last_name: 'Sandberg',
        specialty: 'Chirurgie',
        city: 'Köln',
        languages: ['de'],
        reply_days: 3,
        accepts_cases: true,
        lanr,
        bsnr,
      })
      .error?.issues.map(({ path }) => path.join('.')) ?? [];
  expect(faults('', '')).toEqual([]);
  expect(faults(' 999999900 ', '279999900')).toEqual([]);
  expect(faults('999999800', '2799')).toEqual(['lanr', 'bsnr']);
});
