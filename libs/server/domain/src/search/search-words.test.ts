import type { Vault } from '@konsil/server-platform/keys/vault';
import { PgDialect } from 'drizzle-orm/pg-core';
import { messages } from '../schema.ts';
import { foundBy, indexVersion, searchIndex } from './search-words.ts';

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

test.each([
  ['adler', false],
  ['Möller', false],
  ['adler befund', false],
  // Version 1 kept twelve letters of a word.
  ['Schilddrüsenknoten', true],
  ['adler Schilddrüsenknoten', true],
])('a search for %s queries version 1 rows separately: %s', (typed, apart) => {
  const condition = foundBy(plain as Vault, messages.search, typed);
  expect(condition).toBeDefined();
  if (condition) expect(new PgDialect().sqlToQuery(condition).sql.includes('_with_all')).toBe(apart);
});
