import type { Document } from '@konsil/contracts/documents';
import { useTexts } from '@konsil/i18n';
import { Badge } from '@konsil/ui';
import { documentTexts } from '../texts';

export interface DocumentItemProps {
  document: Document;
  href: string;
  newWord: string;
  /** Whose lists it leaves, too, when it is archived after it was sent. */
  otherSide: string;
  /** "Teil 2 von 3" of an examination that came in several files. */
  part?: string | undefined;
}

/** What the reader should know before opening it: new, not opened yet, details missing, still being checked. */
export function DocumentMarks({ document, newWord }: Pick<DocumentItemProps, 'document' | 'newWord'>) {
  const { t } = useTexts(documentTexts);
  return (
    <>
      {document.is_new && <Badge>{newWord}</Badge>}
      {document.unread && <Badge tone="you">{t('list.new')}</Badge>}
      {document.details_missing && <Badge>{t('list.detailsMissing')}</Badge>}
      {document.state === 'checking' && <Badge tone="plain">{t('list.checking')}</Badge>}
    </>
  );
}
