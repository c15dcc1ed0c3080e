import { isOutage } from './problems.ts';

test.each(['25P03', '25P04', '57014', '57P05'])('a time limit of the database (%s) is an outage', (code) => {
  expect(isOutage(new Error('Failed query', { cause: Object.assign(new Error(), { code }) }))).toBe(true);
});

test('a violated constraint is not an outage', () => {
  expect(isOutage(Object.assign(new Error(), { code: '23505' }))).toBe(false);
});
