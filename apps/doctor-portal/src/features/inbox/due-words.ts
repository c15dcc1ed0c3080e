import { daysBetween, practiceToday, useFormat, useTexts } from '@konsil/i18n';
import { inboxTexts } from './texts';

export type Urgency = 'late' | 'today' | 'later';

/** Distance to the expected answer day. */
export const urgencyOf = (day: string, today = practiceToday()): Urgency => {
  const left = daysBetween(today, day);
  return left < 0 ? 'late' : left === 0 ? 'today' : 'later';
};

/** A due day as text: `seit 1 Tag`, `heute`, `morgen`, `25.11.2026`. */
export function useDueWords() {
  const { t } = useTexts(inboxTexts);
  const format = useFormat();
  return (day: string, today = practiceToday()): string => {
    const left = daysBetween(today, day);
    if (left < 0) return t('late', { count: -left });
    if (left === 0) return t('today');
    return left === 1 ? t('tomorrow') : format.day(day);
  };
}
