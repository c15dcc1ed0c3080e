import type { Locale } from '@konsil/contracts/codes';
import { fold } from '../../kernel/vault.ts';
import { searchWords } from './search-words.ts';

/** The codes whose label has a word that begins as `typed` does, whichever language it was typed in. What is coded needs no hashes: it is not sealed. */
export const codesCalled = <Code extends string>(labels: Record<Locale, Record<Code, string>>, typed: string): Code[] => {
  const beginning = fold(typed);
  const isCalled = (code: Code) => Object.values(labels).some((words) => searchWords((words as Record<Code, string>)[code]).some((word) => fold(word).startsWith(beginning)));
  return beginning.length < 2 ? [] : (Object.keys(labels.de) as Code[]).filter(isCalled);
};
