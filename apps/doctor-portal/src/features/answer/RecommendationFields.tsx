import { useListDoctorsQuery } from '@konsil/api/doctors';
import type { ZodForm } from '@konsil/api/forms';
import { LoadFailed } from '@konsil/common';
import { useCommon, useTexts } from '@konsil/i18n';
import { Combobox, Stack, TextField } from '@konsil/ui';
import { Controller, useFormContext } from 'react-hook-form';
import type { AnswerForm } from './answer-form';
import { answerTexts } from './texts';

type Fields = Pick<ZodForm<AnswerForm, AnswerForm>, 'field' | 'errorOf'>;

/** Another physician: somebody else from the directory, or at least the specialty. */
export function RecommendationFields({ field, errorOf, doctorId }: Fields & { doctorId: string }) {
  const { t } = useTexts(answerTexts);
  const { t: common } = useCommon();
  const { control } = useFormContext<AnswerForm>();
  const { data, error, refetch } = useListDoctorsQuery();
  const doctors = data ?? [];
  return (
    <Stack gap={4}>
      <Controller
        control={control} name="recommended_doctor_id"
        render={({ field: { ref, name, value, onChange, onBlur } }) => (
          <Combobox
            {...{ ref, name, value, onChange, onBlur }} label={t('recommendation.doctor')} hint={t('recommendation.hint')} error={errorOf('recommended_doctor_id')}
            words={{ clear: t('recommendation.clear'), open: t('recommendation.open'), empty: data ? t('recommendation.nobody') : common(error ? 'doctors.failed' : 'doctors.loading') }}
            options={doctors.filter(({ id }) => id !== doctorId).map(({ id, name: label, specialty, city }) => ({ value: id, label, description: t('recommendation.found', { specialty, city }) }))}
          />
        )}
      />
      {!data && error && <LoadFailed problem={error} onRetry={refetch}>{common('doctors.failed')}</LoadFailed>}
      <TextField {...field('recommended_specialty')} label={t('recommendation.specialty')} />
    </Stack>
  );
}
