import {
  asksForText,
  codeOf,
  labelOf,
  medicalKindLabels,
  sourceKindLabels,
  type MedicalKind,
  type SourceKind,
} from '@konsil/contracts/codes';
import { earliestDay } from '@konsil/contracts/days';
import { hasVisibleText } from '@konsil/contracts/visible-text';
import type { Metadata } from '@konsil/contracts/documents';
import { invalid } from '@konsil/server-platform/http/problems';
import type { SealedDetails } from '../sealed/document-version.ts';

export interface DocumentDetails {
  medicalKindCode: MedicalKind;
  sourceKindCode: SourceKind;
  /** Null where nobody knows it. */
  issueDate: string | null;
  sealed: SealedDetails;
}

/** Parses a kind: its label, the label with free text after a colon, or the code. */
const kindOf = <C extends string>(
  labels: Record<C, string>,
  wire: string,
  freeText: string | undefined,
  field: string,
) => {
  const found = codeOf(labels, wire) ?? (Object.hasOwn(labels, wire) ? { code: wire as C, freeText: '' } : null);
  if (!found) throw invalid({ path: field, code: 'selectOption' });
  const text = found.freeText || (freeText ?? '');
  if (asksForText(found.code) && !hasVisibleText(text))
    throw invalid({ path: `${field}_other`, code: 'freeTextMissing' });
  return { code: found.code, label: labelOf(labels, found.code, text) };
};

/**
 * Validates the details of a document (docs/specification.md sections 5 and 7).
 * @throws {Problem} `invalid` at the invalid field.
 */
export const readMetadata = (metadata: Metadata, today: string): DocumentDetails => {
  const issueDate = metadata.date_unknown ? null : metadata.issue_date;
  if (issueDate !== null && issueDate > today) throw invalid({ path: 'issue_date', code: 'dateInFuture' });
  if (issueDate !== null && issueDate < earliestDay) throw invalid({ path: 'issue_date', code: 'dateTooEarly' });
  const medical = kindOf(
    medicalKindLabels,
    metadata.document_medical_kind,
    metadata.document_medical_kind_other,
    'document_medical_kind',
  );
  const source = kindOf(sourceKindLabels, metadata.source_kind, metadata.source_kind_other, 'source_kind');
  return {
    medicalKindCode: medical.code,
    sourceKindCode: source.code,
    issueDate,
    sealed: { document_medical_kind: medical.label, source_kind: source.label, source_name: metadata.source_name },
  };
};
