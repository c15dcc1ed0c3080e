import type { Answer } from '@konsil/contracts/requests';
import { useFormat, useTexts } from '@konsil/i18n';
import { Stack, Text } from '@konsil/ui';
import { caseTexts } from './texts.ts';
import { usePrintedPracticeTime } from './use-printed-moment.ts';

export interface AppointmentTimesProps {
  appointment: NonNullable<Answer['appointment']>;
  /** For print: no "today", and always the year. */
  onPaper?: boolean;
}

/** The accepted time (struck out if cancelled) or all proposed times, with their place. */
export function AppointmentTimes({
  appointment: { proposed, accepted, cancelled, place },
  onPaper = false,
}: AppointmentTimesProps) {
  const { t } = useTexts(caseTexts);
  const format = useFormat();
  const paperMoment = usePrintedPracticeTime();
  const momentWords = onPaper ? paperMoment : format.placeMoment;
  const agreed = accepted && momentWords(accepted);
  return (
    <Stack gap={2}>
      {agreed ? (
        <p>{cancelled ? <s>{agreed}</s> : <strong>{agreed}</strong>}</p>
      ) : (
        <Stack as="ul" gap={1}>
          {proposed.map((moment) => (
            <li key={moment}>{momentWords(moment)}</li>
          ))}
        </Stack>
      )}
      {place && !cancelled && (
        <Text as="p" tone="muted">
          {t('letter.place', { place })}
        </Text>
      )}
    </Stack>
  );
}
