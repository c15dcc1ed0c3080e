import type { Document } from '@konsil/contracts/documents';
import { byExamination } from '@konsil/contracts/examinations';
import { useTexts } from '@konsil/i18n';
import { Badge } from '@konsil/ui';
import type { ReactNode } from 'react';
import { Fold } from './case-parts';
import { caseTexts } from './texts';

interface FoldedDocumentsProps {
  documents: readonly Document[];
  /** The list that unfolds. */
  children: ReactNode;
}

/** On a phone the documents of the case are one line above the work: how many there are, and how many of them are new. */
export function FoldedDocuments({ documents, children }: FoldedDocumentsProps) {
  const { t } = useTexts(caseTexts);
  const active = byExamination(documents.filter(({ archived_at }) => !archived_at));
  const fresh = active.filter((files) => files.some(({ is_new }) => is_new)).length;
  return (
    <Fold data-print="hide">
      <summary>
        {t('documents.folded', { count: active.length })} {fresh > 0 && <Badge tone="you">{t('documents.freshCount', { count: fresh })}</Badge>}
      </summary>
      {children}
    </Fold>
  );
}
