import type { NewsOf } from '@konsil/portal-frame';
import type { LiveEvent } from '@konsil/contracts/events';
import { useTexts } from '@konsil/i18n';
import { paths } from '../features/paths.ts';
import { frameTexts } from './texts.ts';

/** The text and link of an announcement. */
const told = ({ type, case_id: caseId, patient_id: patientId, ref_id: refId }: LiveEvent) => {
  if (type === 'epicrisis') return patientId && ([type, paths.epicrisis(patientId)] as const);
  if (!caseId) return undefined;
  if (type === 'answer' || type === 'question' || type === 'appointment_cancelled')
    return [type, paths.case(caseId)] as const;
  if (type === 'message') return [type, paths.caseMessages(caseId)] as const;
  return type === 'document_added' && refId ? ([type, paths.document(caseId, refId)] as const) : undefined;
};

/**
 * Toasts for patients on other pages: the doctor's answers, questions, messages and documents, a released medical
 * summary, a cancelled appointment.
 */
export const useNews = (): NewsOf => {
  const { t } = useTexts(frameTexts);
  return (event) => {
    const [what, to] = told(event) || [];
    return what && to ? { text: t(`news.${what}`), link: { label: t('news.view'), to } } : undefined;
  };
};
