import type { NewsOf } from '@konsil/account';
import { useTexts } from '@konsil/i18n';
import { paths } from '../features/paths.ts';
import { frameTexts } from './texts.ts';

/** What patients are told of while they look at something else: the doctor's answers and messages, and that an appointment was cancelled. */
export const useNews = (): NewsOf => {
  const { t } = useTexts(frameTexts);
  return ({ type, case_id: caseId }) => {
    if (!caseId || (type !== 'answer' && type !== 'appointment_cancelled' && type !== 'message')) return undefined;
    return { text: t(`news.${type}`), link: { label: t('news.view'), to: type === 'message' ? paths.caseMessages(caseId) : paths.case(caseId) } };
  };
};
