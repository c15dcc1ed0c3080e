import { and, arrayContains, inArray, or, type SQL } from 'drizzle-orm';
import { documents } from '../../db/schema';
import { medicalKindWords, sourceKindWords } from '../../kernel/labels.ts';
import type { Vault } from '../../kernel/vault.ts';
import { codesCalled } from '../search/coded-words.ts';
import type { DocumentSecrets } from './document-details.ts';

const words = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, ' ');

/** The hashes by which a document is found: name, free text of its kind, and source. */
export const documentSearch = (vault: Vault, secrets: DocumentSecrets): string[] =>
  vault.blindIndex([secrets.file_name.replace(/\.\w+$/, ''), secrets.document_medical_kind, secrets.source_name].map((text) => words(text ?? '')));

const holds = (vault: Vault, word: string): SQL | undefined => {
  const hashes = vault.blindQuery(word);
  if (hashes.length === 0) return undefined;
  return or(arrayContains(documents.search, hashes), inArray(documents.medicalKindCode, codesCalled(medicalKindWords, word)), inArray(documents.sourceKindCode, codesCalled(sourceKindWords, word)));
};

/** Documents that hold each word that was typed, in their name or source or in what their kind is called in one of the languages; undefined when nothing could be searched for. */
export const documentsCalled = (vault: Vault, typed: string): SQL | undefined => and(...words(typed).split(' ').map((word) => holds(vault, word)));
