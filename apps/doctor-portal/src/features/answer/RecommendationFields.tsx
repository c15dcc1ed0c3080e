import { useListDoctorsQuery } from '@konsil/api/doctors';
import type { ZodForm } from '@konsil/forms/forms';
import { LoadFailed } from '@konsil/common';
import { doctorWords } from '@konsil/contracts/find-doctors';
import { specialtyIn, specialtyOptions } from '@konsil/contracts/specialties';
import { useCommon, useLocale, useTexts } from '@konsil/i18n';
import { Combobox, Stack, SuggestField } from '@konsil/ui';
import { Controller, useFormContext } from 'react-hook-form';
import type { AnswerForm } from './answer-form';
import { answerTexts } from './texts';

type Fields = Pick<ZodForm<AnswerForm, AnswerForm>, 'errorOf'>;

/** Another doctor: from the directory, or at least a specialty. */
export function RecommendationFields({ errorOf, doctorId }: Fields & { doctorId: string }) {
  const { t } = useTexts(answerTexts);
  const { t: common } = useCommon();
  const locale = useLocale();
  const { control } = useFormContext<AnswerForm>();
  const { data, error, refetch } = useListDoctorsQuery();
  const doctors = data ?? [];
  return (
    <Stack gap={4}>
      <Controller
        control={control}
        name="recommended_doctor_id"
        render={({ field: { ref, name, value, onChange, onBlur } }) => (
          <Combobox
            {...{ ref, name, value, onChange, onBlur }}
            readOnly={!data && !error && value !== ''}
            label={t('recommendation.doctor')}
            hint={t('recommendation.hint')}
            error={errorOf('recommended_doctor_id')}
            words={{
              clear: t('recommendation.clear'),
              open: t('recommendation.open'),
              empty: data ? t('recommendation.nobody') : common(error ? 'doctors.failed' : 'doctors.loading'),
            }}
            options={doctors
              .filter(({ id }) => id !== doctorId)
              .map(({ id, name: label, specialty, city, languages }) => ({
                value: id,
                label,
                description: t('recommendation.found', { specialty: specialtyIn(specialty, locale), city }),
                also: doctorWords({ specialty, city, languages }),
              }))}
          />
        )}
      />
      {!data && error && (
        <LoadFailed problem={error} onRetry={refetch}>
          {common('doctors.failed')}
        </LoadFailed>
      )}
      <Controller
        control={control}
        name="recommended_specialty"
        render={({ field: { ref, name, value, onChange, onBlur } }) => (
          <SuggestField
            {...{ ref, name, value, onChange, onBlur }}
            label={t('recommendation.specialty')}
            error={errorOf('recommended_specialty')}
            options={specialtyOptions(locale)}
          />
        )}
      />
    </Stack>
  );
}
