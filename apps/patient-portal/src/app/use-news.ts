import type { NewsOf } from '@konsil/account';
import { useTexts } from '@konsil/i18n';
import { paths } from '../features/paths.ts';
import { frameTexts } from './texts.ts';

/** What patients are told of while they look at something else: the doctor's answers and messages. */
export const useNews = (): NewsOf => {
  const { t } = useTexts(frameTexts);
  return ({ type, case_id: caseId }) => {
    if (!caseId || (type !== 'answer' && type !== 'message')) return undefined;
    return { text: t(`news.${type}`), link: { label: t('news.view'), to: type === 'answer' ? paths.case(caseId) : paths.caseMessages(caseId) } };
  };
};
