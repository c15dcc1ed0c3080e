import { codeOf, medicalKindLabels, sourceKindLabels } from '@konsil/contracts/codes';
import { isDateUnknown } from '@konsil/contracts/document-date';
import type { Document, MetadataForm } from '@konsil/contracts/documents';
import { useTexts } from '@konsil/i18n';
import { useKindWords } from '../kind-words';
import { documentTexts } from '../texts';

type Described = Pick<
  Document,
  'document_medical_kind' | 'medical_kind_code' | 'issue_date' | 'source_kind' | 'source_kind_code' | 'source_name'
>;

/** Kind, date and source of a document as term and detail. */
export function useDescription() {
  const { t } = useTexts(documentTexts);
  const { dateOf, kindOf, sourceOf } = useKindWords();
  return (described: Described) => [
    { term: t('details.kind'), detail: kindOf(described) },
    { term: t('details.date'), detail: dateOf(described) || t('list.detailsMissing') },
    { term: t('details.sourceKind'), detail: sourceOf(described) || t('list.detailsMissing') },
  ];
}

/** The description as form values: codes and free text separate. */
export function formOf({
  medical_kind_code,
  document_medical_kind,
  issue_date,
  source_kind_code,
  source_kind,
  source_name,
}: Described): Partial<MetadataForm> {
  return {
    ...(medical_kind_code && { medical_kind_code }),
    kind_other: codeOf(medicalKindLabels, document_medical_kind ?? '')?.freeText ?? '',
    issue_date: issue_date ?? '',
    date_unknown: isDateUnknown({ medical_kind_code, issue_date }),
    ...(source_kind_code && { source_kind_code }),
    source_other: codeOf(sourceKindLabels, source_kind ?? '')?.freeText ?? '',
    source_name: source_name ?? '',
  };
}
