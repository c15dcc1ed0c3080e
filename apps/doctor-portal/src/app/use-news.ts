import type { NewsOf } from '@konsil/account';
import { useTexts } from '@konsil/i18n';
import { paths } from '../features/paths.ts';
import { frameTexts } from './texts.ts';

/** What doctors are told of while they look at something else: requests, messages, and that a proposed time was accepted or an appointment cancelled. */
export const useNews = (): NewsOf => {
  const { t } = useTexts(frameTexts);
  return ({ type, case_id: caseId, patient_id: patientId }) => {
    if (
      !caseId ||
      !patientId ||
      (type !== 'request' && type !== 'answer' && type !== 'appointment_cancelled' && type !== 'message')
    )
      return undefined;
    const here = paths.case({ id: caseId, patient: { id: patientId } });
    return {
      text: t(`news.${type}`),
      link: {
        label: t('news.view'),
        to: {
          request: here,
          answer: `${here}/course`,
          appointment_cancelled: `${here}/course`,
          message: `${here}/messages`,
        }[type],
      },
    };
  };
};
