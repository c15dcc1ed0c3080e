import type { Vault } from '@konsil/server-platform/keys/vault';
import { indexVersion, searchIndex } from './search-words.ts';

const plain: Pick<Vault, 'blindHash'> = { blindHash: (part) => part };
const indexOf = (names: string[], text?: string) => searchIndex(plain as Vault, names, text);

test('names are indexed by the beginnings of their words, and a text by whole words', () => {
  expect(indexOf(['Mbé'], 'Der Knoten')).toEqual([indexVersion, 'mb', 'mbe', 'der', 'knoten']);
});

test('a word of eighteen letters is indexed to its end, and none further than 24 letters', () => {
  expect(indexOf(['Schilddrüsenknoten'])).toContain('schilddrusenknoten');
  expect(indexOf([], 'Schilddrüsenknoten')).toContain('schilddrusenknoten');
  expect(Math.max(...indexOf(['x'.repeat(60)]).map((part) => part.length))).toBe(24);
});
