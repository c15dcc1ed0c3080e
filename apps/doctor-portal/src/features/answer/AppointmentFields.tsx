import type { ZodForm } from '@konsil/forms/forms';
import { mostAppointments } from '@konsil/contracts/requests';
import { formatZone, isElsewhere, useLocale, useTexts } from '@konsil/i18n';
import { AddIcon, Button, Fieldset, IconButton, RemoveIcon, Row, Stack, TextField } from '@konsil/ui';
import { useFieldArray, useFormContext } from 'react-hook-form';
import type { AnswerForm } from './answer-form';
import { answerTexts } from './texts';

/** Up to three times for the patient to choose from, and the place. */
export function AppointmentFields({ field }: Pick<ZodForm<AnswerForm, AnswerForm>, 'field'>) {
  const { t } = useTexts(answerTexts);
  const locale = useLocale();
  const now = new Date().toISOString();
  const elsewhere = isElsewhere(now);
  const { control } = useFormContext<AnswerForm>();
  const { fields: times, append, remove } = useFieldArray({ control, name: 'appointments' });
  return (
    <Fieldset
      legend={t('appointment.title')}
      hint={
        elsewhere
          ? `${t('appointment.hint')} ${t('appointment.zone', { zone: formatZone(now, locale) })}`
          : t('appointment.hint')
      }
    >
      <Stack gap={4}>
        {times.map(({ id }, index) => (
          <Row key={id} align="end">
            <TextField
              {...field(`appointments.${index}.at`)}
              type="datetime-local"
              label={t('appointment.time', { number: index + 1 })}
            />
            {times.length > 1 && (
              <IconButton
                label={t('appointment.remove', { number: index + 1 })}
                icon={<RemoveIcon />}
                onClick={() => remove(index)}
              />
            )}
          </Row>
        ))}
        {times.length < mostAppointments && (
          <div>
            <Button variant="secondary" size="small" icon={<AddIcon />} onClick={() => append({ at: '' })}>
              {t('appointment.add')}
            </Button>
          </div>
        )}
        <TextField {...field('appointment_place')} label={t('appointment.place')} />
      </Stack>
    </Fieldset>
  );
}
