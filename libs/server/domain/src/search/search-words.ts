import { indexWords, typedWords } from '@konsil/contracts/fold';
import { and, arrayContains, getTableName, not, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { searchTexts } from '../schema.ts';
import type { Vault } from '@konsil/server-platform/keys/vault';

const [shortest, longest] = [2, 24];
const mostWords = 300;
/** The shortest prefix in a case's texts: one of two letters is in nearly every text. */
const shortestInText = 3;
/** Beyond so many words, a text is found by whole words only: its prefixes would take more room than the text. */
const mostWithPrefixes = 1500;

/** Stored among a row's hashes to mark their version; rows without it are of an earlier one (`reindex.ts`). */
export const indexVersion = 'v2';

const beginnings = (word: string): string[] =>
  Array.from({ length: Math.max(0, Math.min(longest, word.length) - shortest + 1) }, (_, index) =>
    word.slice(0, index + shortest),
  );

/** Hashes for a `search` column: `names` are found by word prefixes, a long `text` by whole words. */
export const searchIndex = (vault: Vault, names: readonly string[], text = ''): string[] => {
  const parts = new Set([
    ...names.flatMap(indexWords).flatMap(beginnings),
    ...indexWords(text)
      .slice(0, mostWords)
      .filter((word) => word.length >= shortest)
      .map((word) => word.slice(0, longest)),
  ]);
  return [indexVersion, ...[...parts].map((part) => vault.blindHash(part))];
};

const hashesOf = (vault: Vault, parts: Iterable<string>): string[] => [
  indexVersion,
  ...[...new Set(parts)].map((part) => vault.blindHash(part)),
];
const isLong = (word: string): boolean => word.length >= shortest;

/** Hashes for the texts of one place in a case, found by word prefixes of three letters or more. */
export const textIndex = (vault: Vault, texts: readonly string[]): string[] => {
  const words = [...new Set(texts.flatMap(indexWords))].filter(isLong);
  const parts = words
    .slice(0, mostWithPrefixes)
    .flatMap((word) => beginnings(word).filter((part) => part.length >= shortestInText));
  return hashesOf(vault, [...words.map((word) => word.slice(0, longest)), ...parts]);
};

/**
 * Hashes for a page of a file, found by whole words.
 * @param words the folded words
 */
export const pageIndex = (vault: Vault, words: readonly string[]): string[] =>
  hashesOf(
    vault,
    words.filter(isLong).map((word) => word.slice(0, longest)),
  );

// Version 1 indexed up to 12 letters, with umlauts both transliterated and dropped.
const foldOfVersion1 = (word: string): string =>
  word
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, 12);

/** Row security would keep a query from using the index of `search`; these functions use it (docs/decisions/row-security.md). */
const indexed = (column: PgColumn, way: 'any' | 'all', hashes: readonly string[]): SQL => {
  const find = sql.identifier(`konsil_${getTableName(column.table)}_with_${way}`);
  return sql`${column.table}.id = any(array(select ${find}(${sql.param(hashes)}::text[])))`;
};

/** @param present the words in the form of version 2, each with its meanings */
const foundInVersion1 = (
  vault: Vault,
  column: PgColumn,
  typed: string,
  present: readonly (readonly string[])[],
): SQL | undefined => {
  const words = typed
    .split(/\s+/)
    .map(foldOfVersion1)
    .filter((word) => word.length >= shortest);
  // Most words have one hash in both versions: then version 2 finds the earlier rows, too.
  const isFoundAnyway = present.every((meanings) => words.some((word) => meanings.includes(word)));
  return words.length === 0 || isFoundAnyway
    ? undefined
    : and(
        not(arrayContains(column, [indexVersion])),
        indexed(
          column,
          'all',
          words.map((word) => vault.blindHash(word)),
        ),
      );
};

/**
 * Rows whose `search` column has each word that was typed; undefined when nothing could be searched for.
 * @param orElse what else a word may stand for, such as the label of a code
 */
export const foundBy = (
  vault: Vault,
  column: PgColumn,
  typed: string,
  orElse: (meanings: readonly string[]) => SQL | undefined = () => undefined,
): SQL | undefined => {
  const words = typedWords(typed)
    .map((meanings) => meanings.filter(isLong))
    .filter((meanings) => meanings.length > 0);
  if (words.length === 0) return undefined;
  const held = words.map((meanings) =>
    or(
      indexed(
        column,
        'any',
        meanings.map((meaning) => vault.blindHash(meaning.slice(0, longest))),
      ),
      orElse(meanings),
    ),
  );
  return or(and(...held), foundInVersion1(vault, column, typed, words));
};

// The most texts of the latest cases to look at: some may be hidden from the reader.
const mostTexts = 1000;

/**
 * Rows of `search_texts` that contain a typed word, where each other typed word is in the same place or among the names of
 * case and patient; those of the latest cases. Undefined when nothing could be searched for.
 * @param readerId the account whose cases are searched
 */
export const textsWith = (vault: Vault, typed: string, readerId: string): SQL | undefined => {
  const words = typedWords(typed)
    .map((meanings) => meanings.filter(isLong).map((meaning) => vault.blindHash(meaning.slice(0, longest))))
    .filter((meanings) => meanings.length > 0);
  if (words.length === 0) return undefined;
  return sql`${searchTexts.id} = any(array(select konsil_texts_with(${sql.param(words.flat())}::text[], ${JSON.stringify(words)}::jsonb, ${readerId}::uuid, ${mostTexts})))`;
};
