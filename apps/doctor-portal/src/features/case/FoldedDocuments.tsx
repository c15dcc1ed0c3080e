import type { ProcessOverview } from '@konsil/contracts/cases';
import { byExamination } from '@konsil/contracts/examinations';
import { useTexts } from '@konsil/i18n';
import { Badge } from '@konsil/ui';
import type { MouseEvent, ReactNode } from 'react';
import { CollapsibleDocuments } from '../case-parts/case-parts';
import { isFresh } from './reading-order';
import { caseTexts } from '../case-parts/texts';

interface FoldedDocumentsProps {
  theCase: Pick<ProcessOverview, 'documents' | 'last_answer' | 'requests'>;
  /** The expandable list. */
  children: ReactNode;
}

/** After a document was chosen the list collapses, and its line gets the focus. */
const foldOnChoice = ({ target, currentTarget }: MouseEvent<HTMLDetailsElement>) => {
  if (!(target as Element).closest('a')) return;
  currentTarget.open = false;
  currentTarget.querySelector('summary')?.focus();
};

/** Without room beside the work, the case's documents are one line above it: their number, and how many are new. */
export function FoldedDocuments({ theCase, children }: FoldedDocumentsProps) {
  const { t } = useTexts(caseTexts);
  const active = byExamination(theCase.documents.filter(({ archived_at }) => !archived_at));
  const fresh = active.filter((files) => files.some((file) => isFresh(file, theCase))).length;
  return (
    <CollapsibleDocuments data-print="hide" onClick={foldOnChoice}>
      <summary>
        {t('documents.folded', { count: active.length })}{' '}
        {fresh > 0 && <Badge tone="you">{t('documents.freshCount', { count: fresh })}</Badge>}
      </summary>
      {children}
    </CollapsibleDocuments>
  );
}
