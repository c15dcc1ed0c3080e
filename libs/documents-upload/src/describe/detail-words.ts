import type { MedicalKind, SourceKind } from '@konsil/contracts/codes';
import type { DocumentGuess } from '@konsil/contracts/documents';
import { asksForText } from '@konsil/contracts/codes';
import { useCommon, useFormat } from '@konsil/i18n';

/** Kind and source of a document in the reader's language; free text of "other" is kept as written. */
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
    /** The guessed details; empty without a guess. */
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
