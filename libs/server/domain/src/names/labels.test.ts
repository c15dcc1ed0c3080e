import { locales } from '@konsil/contracts/first-codes';
import { todoTitles } from '@konsil/contracts/codes';
import { todoTitleWords } from './labels.ts';

test.each(locales)('titles written by users are not translated (%s)', (locale) => {
  const builtIn = todoTitles.filter((title) => title !== 'none' && title !== 'other');
  expect(Object.keys(todoTitleWords[locale]).sort()).toEqual([...builtIn].sort());
});
