// @bundle route
import { useFormat, useTexts } from '@konsil/i18n';
import { Alert } from '@konsil/ui';
import { intakeTexts } from './texts.ts';

interface NamedPerson {
  name: string;
  birth_date: string | null;
}

/** Formats a person as part of a sentence. */
export const usePersonWords = () => {
  const { t } = useTexts(intakeTexts);
  const format = useFormat();
  return ({ name, birth_date: day }: NamedPerson): string => {
    if (!day) return name;
    return name ? t('born', { name, date: format.day(day) }) : t('nobody', { date: format.day(day) });
  };
};

/** Warns that a file names another person than the patient of its case, with both names. */
export function StrangerNote({ stranger }: { stranger: { named: NamedPerson; patient: NamedPerson } }) {
  const { t } = useTexts(intakeTexts);
  const nameOf = usePersonWords();
  return (
    <Alert tone="warning">{t('stranger', { named: nameOf(stranger.named), patient: nameOf(stranger.patient) })}</Alert>
  );
}
