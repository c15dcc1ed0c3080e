import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const list = readFileSync(join(import.meta.dirname, '../libs/contracts/src/first-codes.ts'), 'utf8');
const [, entries = ''] = /formatTags = \{([^}]*)\}/.exec(list) ?? [];

/**
 * The languages of the interface, each with the tag of its formats: the one list of libs/contracts.
 * @type {Record<string, string>}
 */
export const formatTags = Object.fromEntries(
  [...entries.matchAll(/(\w+): '([\w-]+)'/g)].map(([, locale = '', tag = '']) => [locale, tag]),
);
export const locales = Object.keys(formatTags);
