import type { MedicalKind, SourceKind } from '@konsil/contracts/codes';
import type { DocumentGuess } from '@konsil/contracts/documents';
import { asksForText } from '@konsil/contracts/codes';
import { useCommon, useFormat } from '@konsil/i18n';

/** Kind and source of a document in the reader's words; free text of "other" stays as it was written. */
export const useDetailWords = () => {
  const { t } = useCommon();
  const format = useFormat();
  const kindOf = (code: MedicalKind, freeText = '') =>
    (asksForText(code) && freeText) || t(`codes.medicalKind.${code}`);
  const sourceOf = (code: SourceKind, name: string, freeText = '') =>
    `${name} (${(code === 'other' && freeText) || t(`codes.sourceKind.${code}`)})`;
  return {
    kind: kindOf,
    source: sourceOf,
    /** As much of the details as is guessed; empty where nothing is. */
    details: ({
      medical_kind_code: kind,
      issue_date: day,
      source_kind_code: source,
      source_name: name,
    }: DocumentGuess) =>
      [kind && kindOf(kind), day && format.day(day), name && (source ? sourceOf(source, name) : name)]
        .filter(Boolean)
        .join(', '),
  };
};
