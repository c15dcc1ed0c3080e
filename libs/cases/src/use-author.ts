import type { Answer } from '@konsil/contracts/requests';
import { useTexts } from '@konsil/i18n';
import { doctorName } from './doctor-name.ts';
import { caseTexts } from './texts.ts';

/** The author of an answer; a deputy with the doctor for whom they answered. */
export const useAuthor = () => {
  const { t } = useTexts(caseTexts);
  return ({ answered_by: deputy, answered_for: doctor }: Pick<Answer, 'answered_by' | 'answered_for'>): string =>
    doctor ? t('letter.deputy', { deputy: doctorName(deputy), doctor: doctorName(doctor) }) : doctorName(deputy);
};
