import { germanDay } from './moments.ts';

test('a German day has dots', () => {
  expect(germanDay('2026-11-16')).toBe('16.11.2026');
});
