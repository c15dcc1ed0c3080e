import { unplacedWords } from './region-words.ts';

const words = { t: (key: string, { count }: { count?: number } = {}) => `${key}: ${count}` } as never;
const nothing = { disagrees: 0, between: 0, twice: 0, elsewhere: 0 } as never;

test('every part that is not drawn is told with its reason and number', () => {
  const unplaced = { disagrees: 1, between: 2, twice: 3, elsewhere: 4 } as never;
  expect(unplacedWords(words, { unplaced, others: 5, broken: 6 })).toEqual([
    'regions.unplaced.disagrees: 1',
    'regions.unplaced.between: 2',
    'regions.unplaced.twice: 3',
    'regions.unplaced.elsewhere: 4',
    'regions.unplaced.others: 5',
    'regions.unplaced.broken: 6',
  ]);
});

test('a region that is drawn whole tells nothing', () => {
  expect(unplacedWords(words, { unplaced: nothing, others: 0, broken: 0 })).toEqual([]);
});
