import { fittingScale } from './draw.ts';

test('scales a picture over the limit down by its bytes, at most to a tenth', () => {
  expect(fittingScale(1, 64, 16)).toBe(0.5);
  expect(fittingScale(0.5, 64, 16)).toBe(0.25);
  expect(fittingScale(1, 17, 16)).toBe(0.9);
});
