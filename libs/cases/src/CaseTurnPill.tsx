import { useFormat, useTexts } from '@konsil/i18n';
import { TurnPill } from '@konsil/ui';
import { caseTexts } from './texts.ts';
import type { Turn } from './turn.ts';

/** Where a case stands, as a pill: `turn` comes from `patientTurn` or `doctorTurn`. */
export function CaseTurnPill({ turn: { tone, key, day } }: { turn: Turn }) {
  const { t } = useTexts(caseTexts);
  const format = useFormat();
  return <TurnPill tone={tone}>{t(`turn.${key}`, day ? { day: format.dayLong(day) } : {})}</TurnPill>;
}
