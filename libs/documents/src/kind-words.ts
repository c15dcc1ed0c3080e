import { asksForText, codeOf, sourceKindLabels, medicalKindLabels } from '@konsil/contracts/codes';
import type { Document } from '@konsil/contracts/documents';
import { useCommon, useDocumentDate, useTexts } from '@konsil/i18n';
import { documentTexts } from './texts';

type Kind = Pick<Document, 'document_medical_kind' | 'medical_kind_code'>;
type Source = Pick<Document, 'source_kind' | 'source_kind_code' | 'source_name'>;

/** Kind and source of a document in the reader's language; free text of "other" is kept as written. */
export function useKindWords() {
  const { t } = useCommon();
  const { t: own } = useTexts(documentTexts);
  const dateOf = useDocumentDate();
  const words = {
    kindOf({ medical_kind_code: code, document_medical_kind: wire }: Kind): string {
      if (!code) return own('list.detailsMissing');
      const freeText = asksForText(code) && wire ? codeOf(medicalKindLabels, wire)?.freeText : '';
      return freeText || t(`codes.medicalKind.${code}`);
    },
    sourceOf({ source_kind_code: code, source_kind: wire, source_name: name }: Source): string {
      const freeText = code === 'other' && wire ? codeOf(sourceKindLabels, wire)?.freeText : '';
      const kind = freeText || (code ? t(`codes.sourceKind.${code}`) : '');
      return [name, kind].filter(Boolean).join(', ');
    },
  };
  const nameOf = (document: Kind & Pick<Document, 'issue_date'>): string =>
    [words.kindOf(document), dateOf(document)].filter(Boolean).join(', ');
  return {
    ...words,
    dateOf,
    /** Kind and date, to tell two laboratory reports apart. */
    nameOf,
    /** With the file name, to tell two of the same date apart. */
    fullNameOf: (document: Kind & Pick<Document, 'issue_date' | 'file_name'>): string =>
      `${nameOf(document)}, ${document.file_name}`,
  };
}
