import { measuredImage, measuredWords, measurementName } from '@konsil/contracts/measured-words';
import { useLocale, useTexts } from '@konsil/i18n';
import { Button, CheckboxField, PinIcon, Row, Stack, Text } from '@konsil/ui';
import { useFormContext, useWatch } from 'react-hook-form';
import type { AnswerForm } from './answer-form';
import { OptionalPart } from './AnswerPart';
import { useMarkedMeasurements } from './marked-measurements';
import { usePinDesk } from './pin-desk';
import { answerTexts } from './texts';

/** The measurements that were marked in the viewer: they go with the answer, unless one is left out here. */
export function MeasurementFields({ caseId, error }: { caseId: string; error: string | undefined }) {
  const { t } = useTexts(answerTexts);
  const locale = useLocale();
  const { control, setValue } = useFormContext<AnswerForm>();
  const chosen = useWatch({ control, name: 'measurements' });
  const pinDesk = usePinDesk();
  const { items, going, unsendable } = useMarkedMeasurements(caseId, { measurements: chosen });
  if (items.length === 0 && unsendable === 0) return null;
  return (
    <OptionalPart
      title={t('measurements.title')}
      state={t('measurements.going', { count: going.length })}
      faulty={error !== undefined}
    >
      <Stack gap={3}>
        {items.map((one) => (
          <Row key={one.id} justify="between">
            <CheckboxField
              label={[measurementName(one, locale), measuredWords(one.numbers, locale)].filter(Boolean).join(': ')}
              hint={measuredImage(one, locale)}
              checked={chosen[one.id] !== false}
              onChange={({ currentTarget }) =>
                setValue(`measurements.${one.id}`, currentTarget.checked, { shouldDirty: true })
              }
            />
            {pinDesk && chosen[one.id] !== false && (
              <Button
                variant="quiet"
                size="small"
                icon={<PinIcon />}
                onClick={() => pinDesk.take({ kind: 'measurement', id: one.id })}
              >
                {t('pins.insert')}
              </Button>
            )}
          </Row>
        ))}
        {unsendable > 0 && <p>{t('measurements.unsendable', { count: unsendable })}</p>}
        {error && <p role="alert">{error}</p>}
        <Text as="p" tone="muted" size="small">
          {t('measurements.hint')}
        </Text>
      </Stack>
    </OptionalPart>
  );
}
