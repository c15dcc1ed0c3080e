// @bundle ui
import { useFormat, useTexts } from '@konsil/i18n';
import { TurnPill } from '@konsil/ui';
import { caseTexts } from './texts.ts';
import type { Turn } from './turn.ts';

/** The state of a case as a pill: `turn` comes from `patientTurn` or `doctorTurn`. */
export function CaseTurnPill({ turn: { tone, key, day, gender = 'D' } }: { turn: Turn }) {
  const { t } = useTexts(caseTexts);
  const format = useFormat();
  // Days in the future show their weekday.
  const words = day && (key === 'answerUnread' || key === 'answered' ? format.dayMonth(day) : format.dayShort(day));
  return (
    <TurnPill tone={tone}>
      {key === 'withPatient' ? t(`turn.withPatient.${gender}`) : t(`turn.${key}`, words ? { day: words } : {})}
    </TurnPill>
  );
}
