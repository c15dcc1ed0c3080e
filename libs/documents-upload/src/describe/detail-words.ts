import type { MedicalKind, SourceKind } from '@konsil/contracts/codes';
import { asksForText } from '@konsil/contracts/codes';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { uploadTexts } from '../texts.ts';
import type { Details } from './details.ts';

/** Details of a document in the reader's words. */
export const useDetailWords = () => {
  const { t } = useTexts(uploadTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const kind = (code: MedicalKind, freeText = '') => (asksForText(code) && freeText) || common(`codes.medicalKind.${code}`);
  const source = (code: SourceKind, name: string, freeText = '') => `${name} (${(code === 'other' && freeText) || common(`codes.sourceKind.${code}`)})`;
  return {
    kind,
    source,
    /** "Arztbrief, 3. November 2026, Praxis Keil" */
    summary: (details: Details) => t('details.summary', { kind: kind(details.medical_kind_code, details.kind_other), day: format.day(details.issue_date), source: details.source_name }),
  };
};
