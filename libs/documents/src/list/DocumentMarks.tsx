// @bundle route
import type { Files } from '@konsil/contracts/examinations';
import { useTexts } from '@konsil/i18n';
import { Badge } from '@konsil/ui';
import { documentTexts } from '../texts';

export interface DocumentItemProps {
  /** One document, or the files of one examination. */
  files: Files;
  href: string;
  newWord: string;
  /** The other side, whose lists lose the document when it is archived after sending; without it, none is archived. */
  otherSide?: string | undefined;
  /** The case of the document, in a list of several cases. */
  caseName?: string | undefined;
}

/** True if an entry would render the same. */
export const sameItem = (before: DocumentItemProps, now: DocumentItemProps): boolean =>
  before.href === now.href &&
  before.newWord === now.newWord &&
  before.otherSide === now.otherSide &&
  before.caseName === now.caseName &&
  before.files.length === now.files.length &&
  before.files.every((file, index) => file === now.files[index]);

/** Marks of a document: new, unopened, details missing, still being checked. */
export function DocumentMarks({ files, newWord }: Pick<DocumentItemProps, 'files' | 'newWord'>) {
  const { t } = useTexts(documentTexts);
  return (
    <>
      {files.some(({ is_new }) => is_new) && <Badge>{newWord}</Badge>}{' '}
      {files.some(({ unread }) => unread) && <Badge tone="you">{t('list.new')}</Badge>}{' '}
      {files.some(({ details_missing }) => details_missing) && <Badge>{t('list.detailsMissing')}</Badge>}{' '}
      {files.some(({ state }) => state === 'checking') && <Badge tone="plain">{t('list.checking')}</Badge>}
    </>
  );
}
