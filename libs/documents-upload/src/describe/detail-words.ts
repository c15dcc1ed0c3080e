import type { MedicalKind, SourceKind } from '@konsil/contracts/codes';
import { asksForText } from '@konsil/contracts/codes';
import { useCommon } from '@konsil/i18n';

/** Kind and source of a document in the reader's words; free text of "other" stays as it was written. */
export const useDetailWords = () => {
  const { t } = useCommon();
  return {
    kind: (code: MedicalKind, freeText = '') => (asksForText(code) && freeText) || t(`codes.medicalKind.${code}`),
    source: (code: SourceKind, name: string, freeText = '') => `${name} (${(code === 'other' && freeText) || t(`codes.sourceKind.${code}`)})`,
  };
};
