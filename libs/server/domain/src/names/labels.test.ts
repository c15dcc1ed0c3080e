import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { medicalKindWords, sourceKindWords, todoTitleWords } from './labels.ts';

test("the server's German labels of every code match the interface's", () => {
  const { codes } = JSON.parse(readFileSync(join(__dirname, '../../../../i18n/src/locales/de.json'), 'utf8')) as {
    codes: Record<string, Record<string, string>>;
  };
  expect(medicalKindWords.de).toEqual(codes['medicalKind']);
  expect(sourceKindWords.de).toEqual(codes['sourceKind']);
  const { none: _none, other: _other, ...titles } = codes['todoTitle'] ?? {};
  expect(todoTitleWords.de).toEqual(titles);
});
