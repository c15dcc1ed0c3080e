import { keepOrder } from './steady-order';

test.each([
  ['keeps places when the server sorts anew', 'abc', 'cab', 'abc'],
  ['leaves out what is gone', 'abcd', 'dca', 'acd'],
  ['puts a new one after the one it follows', 'abc', 'axbc', 'axbc'],
  ['puts a new first one first', 'abc', 'xcba', 'xabc'],
  ['appends further pages', 'ab', 'abcd', 'abcd'],
])('%s', (_, known, now, expected) => {
  expect(keepOrder([...known], [...now]).join('')).toBe(expected);
});
