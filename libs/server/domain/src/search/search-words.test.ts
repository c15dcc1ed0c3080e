import type { Vault } from '@konsil/server-platform/keys/vault';
import { indexVersion, searchIndex } from './search-words.ts';

const plain: Pick<Vault, 'blindHash'> = { blindHash: (part) => part };
const indexOf = (names: string[], text?: string) => searchIndex(plain as Vault, names, text);

test('indexes names by word prefixes, and text by whole words', () => {
  expect(indexOf(['Mbé'], 'Der Knoten')).toEqual([indexVersion, 'mb', 'mbe', 'der', 'knoten']);
});

test('indexes a word of eighteen letters completely, and no prefix beyond 24 letters', () => {
  expect(indexOf(['Schilddrüsenknoten'])).toContain('schilddrusenknoten');
  expect(indexOf([], 'Schilddrüsenknoten')).toContain('schilddrusenknoten');
  expect(Math.max(...indexOf(['x'.repeat(60)]).map((part) => part.length))).toBe(24);
});
