import type { NewsOf } from '@konsil/portal-frame';
import { useTexts } from '@konsil/i18n';
import { paths } from '../features/paths.ts';
import { frameTexts } from './texts.ts';

/** Toasts for doctors on other pages: requests, messages, accepted and cancelled appointments. */
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
      several: {
        kind: type,
        text: (count) => t(`several.${type}`, { count }),
        to: type === 'message' ? paths.messages : paths.inbox,
      },
    };
  };
};
