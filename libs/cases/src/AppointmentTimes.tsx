import type { Answer } from '@konsil/contracts/requests';
import { useFormat, useTexts } from '@konsil/i18n';
import { Stack, Text } from '@konsil/ui';
import { caseTexts } from './texts.ts';

/** The accepted time, struck out if it was cancelled, or all that are proposed; and their place. */
export function AppointmentTimes({ appointment: { proposed, accepted, cancelled, place } }: { appointment: NonNullable<Answer['appointment']> }) {
  const { t } = useTexts(caseTexts);
  const format = useFormat();
  const agreed = accepted && format.moment(accepted);
  return (
    <Stack gap={2}>
      {agreed ? <p>{cancelled ? <s>{agreed}</s> : <strong>{agreed}</strong>}</p> : <Stack as="ul" gap={1}>{proposed.map((moment) => <li key={moment}>{format.moment(moment)}</li>)}</Stack>}
      {place && !cancelled && <Text as="p" tone="muted">{t('letter.place', { place })}</Text>}
    </Stack>
  );
}
