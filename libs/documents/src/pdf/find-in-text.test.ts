import { findTyped, foldRuns, type TextRun } from './find-in-text';

const runs = (...lines: string[]): TextRun[] => lines.map((str) => ({ str, hasEOL: true }));
const found = (text: TextRun[], typed: string) =>
  findTyped(foldRuns(text), typed).map(({ from, to }) => [from.run, from.at, to.run, to.at]);

test('finds every place, whatever case, accents and umlauts', () => {
  const text = runs('Phäochromozytom, ein PHAEOCHROMOZYTOM', 'und ein Phaochromozytom');
  expect(found(text, 'phäochromozytom')).toEqual([
    [0, 0, 0, 14],
    [0, 21, 0, 36],
    [1, 8, 1, 22],
  ]);
});

test('finds hyphenated words and phrases across line breaks', () => {
  const text = runs('deutlich er-', 'höhte Meta-', 'Analyse der', 'Werte');
  expect(found(text, 'erhöhte')).toEqual([[0, 9, 1, 4]]);
  expect(found(text, 'der Werte')).toEqual([[2, 8, 3, 4]]);
  expect(found(text, 'meta- analyse')).toEqual([[1, 6, 2, 6]]);
});

test('finds nothing for an empty search', () => {
  expect(found(runs('Text'), '  ')).toEqual([]);
});
