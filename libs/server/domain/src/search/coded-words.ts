import { locales, type Locale } from '@konsil/contracts/first-codes';
import { indexWords } from '@konsil/contracts/fold';

/**
 * The codes whose label, in any language, has a word with the typed prefix. Codes need no hashes, because they are not
 * encrypted.
 */
export const codesWithLabel = <Code extends string>(
  labels: Record<Locale, Record<Code, string>>,
  meanings: readonly string[],
): Code[] => {
  const isCalled = (code: Code) =>
    Object.values(labels).some((words) =>
      indexWords((words as Record<Code, string>)[code]).some((word) =>
        meanings.some((meaning) => word.startsWith(meaning)),
      ),
    );
  return (Object.keys(labels[locales[0]]) as Code[]).filter(isCalled);
};
