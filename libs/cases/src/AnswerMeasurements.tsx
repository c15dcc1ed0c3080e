import { imagesPress } from '@konsil/common';
import { measuredImage, measuredWords, measurementName } from '@konsil/contracts/measured-words';
import type { Answer } from '@konsil/contracts/requests';
import { useFormat, useLocale, useTexts } from '@konsil/i18n';
import { Button, ImagingIcon, List, ListRow, Section, Stack, Text } from '@konsil/ui';
import { caseTexts } from './texts.ts';
import { useMeasuredPlace } from './useMeasuredPlace.ts';

interface AnswerMeasurementsProps {
  answer: Pick<Answer, 'id' | 'answered_at' | 'answered_by' | 'measurements'>;
  headingLevel: 2 | 3 | 4;
  /** False in a preview, whose answer does not exist yet. */
  canBeShown: boolean;
}

/** The measurements of an answer. Each opens the viewer at its image. */
export function AnswerMeasurements({ answer, headingLevel, canBeShown }: AnswerMeasurementsProps) {
  const { t } = useTexts(caseTexts);
  const locale = useLocale();
  const format = useFormat();
  const { show, isOpening } = useMeasuredPlace();
  return (
    <Section title={t('measured.title')} headingLevel={headingLevel}>
      <Stack gap={2}>
        <Text as="p" tone="muted" size="small">
          {t('measured.by', { doctor: answer.answered_by, day: format.dayLong(answer.answered_at) })}
        </Text>
        <List>
          {(answer.measurements ?? []).map((one) => (
            <ListRow
              key={one.id}
              title={[measurementName(one, locale), measuredWords(one.numbers, locale)].filter(Boolean).join(': ')}
              detail={measuredImage(one, locale)}
              actions={
                canBeShown && (
                  <Button
                    variant="secondary"
                    size="small"
                    icon={<ImagingIcon />}
                    aria-label={t('measured.showOne', { name: measurementName(one, locale) })}
                    busy={isOpening(one)}
                    {...imagesPress((press) => show(one, press))}
                  >
                    {t('measured.show')}
                  </Button>
                )
              }
            />
          ))}
        </List>
      </Stack>
    </Section>
  );
}
