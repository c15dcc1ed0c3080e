import type { Locale } from '@konsil/contracts/codes';
import { indexWords } from '@konsil/contracts/fold';

/** The codes whose label, in one of the languages, has a word that begins as a typed one does. What is coded needs no hashes: it is not sealed. */
export const codesCalled = <Code extends string>(
  labels: Record<Locale, Record<Code, string>>,
  meanings: readonly string[],
): Code[] => {
  const isCalled = (code: Code) =>
    Object.values(labels).some((words) =>
      indexWords((words as Record<Code, string>)[code]).some((word) =>
        meanings.some((meaning) => word.startsWith(meaning)),
      ),
    );
  return (Object.keys(labels.de) as Code[]).filter(isCalled);
};
