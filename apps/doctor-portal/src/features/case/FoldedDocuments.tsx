import type { Document } from '@konsil/contracts/documents';
import { byExamination } from '@konsil/contracts/examinations';
import { useTexts } from '@konsil/i18n';
import { Badge } from '@konsil/ui';
import type { MouseEvent, ReactNode } from 'react';
import { Fold } from './case-parts';
import { caseTexts } from './texts';

interface FoldedDocumentsProps {
  documents: readonly Document[];
  /** The list that unfolds. */
  children: ReactNode;
}

/** Who chose a document reads it: the list folds again, and the focus goes to its line. */
const foldOnChoice = ({ target, currentTarget }: MouseEvent<HTMLDetailsElement>) => {
  if (!(target as Element).closest('a')) return;
  currentTarget.open = false;
  currentTarget.querySelector('summary')?.focus();
};

/** Where there is no room beside the work, the documents of the case are one line above it: how many there are, and how many of them are new. */
export function FoldedDocuments({ documents, children }: FoldedDocumentsProps) {
  const { t } = useTexts(caseTexts);
  const active = byExamination(documents.filter(({ archived_at }) => !archived_at));
  const fresh = active.filter((files) => files.some(({ is_new }) => is_new)).length;
  return (
    <Fold data-print="hide" onClick={foldOnChoice}>
      <summary>
        {t('documents.folded', { count: active.length })}{' '}
        {fresh > 0 && <Badge tone="you">{t('documents.freshCount', { count: fresh })}</Badge>}
      </summary>
      {children}
    </Fold>
  );
}
