import { allows, covers, scopesIn } from './scopes.ts';

test.each([
  ['system/*.rs', ['system/*.rs']],
  ['system/Patient.r  system/Patient.r', ['system/Patient.r']],
  ['system/Patient.read system/Task.*', ['system/Patient.rs', 'system/Task.cruds']],
  ['', []],
])('reads the scopes of "%s"', (text, scopes) => expect(scopesIn(text)).toEqual(scopes));

test.each(['patient/*.rs', 'user/*.rs', 'system/*', 'system/*.', 'system/*.sr', 'system/*.x', 'system/Patient.rs?a=b'])(
  'refuses "%s"',
  (text) => expect(scopesIn(`system/Task.r ${text}`)).toBeNull(),
);

test('a scope allows its own type and permissions only', () => {
  expect(allows(['system/Patient.r'], 'Patient', 'r')).toBe(true);
  expect(allows(['system/Patient.r'], 'Patient', 's')).toBe(false);
  expect(allows(['system/Patient.r'], 'Task', 'r')).toBe(false);
  expect(allows(['system/*.s'], 'Task', 's')).toBe(true);
  expect(allows([], 'Task', 's')).toBe(false);
});

test('narrower scopes do not cover a wider one', () => {
  expect(covers(['system/*.rs'], ['system/Patient.r', 'system/Task.s'])).toBe(true);
  expect(covers(['system/Patient.r', 'system/Patient.s'], ['system/Patient.rs'])).toBe(true);
  expect(covers(['system/Patient.rs'], ['system/*.rs'])).toBe(false);
  expect(covers(['system/*.rs'], ['system/Patient.crs'])).toBe(false);
});
