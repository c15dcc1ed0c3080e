import { useListDoctorsQuery } from '@konsil/api/doctors';
import type { ZodForm } from '@konsil/api/forms';
import { useTexts } from '@konsil/i18n';
import { SelectField, Stack, TextField } from '@konsil/ui';
import type { AnswerForm } from './answer-form';
import { answerTexts } from './texts';

/** Another physician: somebody from the directory, or at least the specialty. */
export function RecommendationFields({ field }: Pick<ZodForm<AnswerForm, AnswerForm>, 'field'>) {
  const { t } = useTexts(answerTexts);
  const { data: doctors = [] } = useListDoctorsQuery('');
  return (
    <Stack gap={4}>
      <SelectField
        {...field('recommended_doctor_id')} label={t('recommendation.doctor')} placeholder={t('recommendation.none')}
        options={doctors.map(({ id, name, specialty, city }) => ({ value: id, label: [name, specialty, city].filter(Boolean).join(', ') }))}
      />
      <TextField {...field('recommended_specialty')} label={t('recommendation.specialty')} />
    </Stack>
  );
}
