import { Controller } from 'react-hook-form';
import { genders } from '@konsil/contracts/codes';
import { practiceToday, useCommon, useFormat, useLocale, useTexts } from '@konsil/i18n';
import { ChoiceChips, DateField, TextField } from '@konsil/ui';
import type { ProfileFormOf } from './profile-form.ts';
import { registrationTexts } from './texts.ts';

/** Name, gender and date of birth of the account holder. */
export function PersonFields({ profile: { form, field, errorOf } }: { profile: ProfileFormOf }) {
  const { t } = useTexts(registrationTexts);
  const { t: c } = useCommon();
  const locale = useLocale();
  const format = useFormat();
  return (
    <>
      <TextField {...field('first_name')} label={c('fields.first_name')} autoComplete="given-name" />
      <TextField {...field('last_name')} label={c('fields.last_name')} autoComplete="family-name" />
      <Controller
        control={form.control}
        name="date_of_birth"
        render={({ field: day }) => (
          <DateField
            {...day}
            locale={locale}
            label={c('fields.date_of_birth')}
            hint={t('profile.dayHint', { example: format.day('1984-05-23') })}
            error={errorOf('date_of_birth')}
            pickLabel={c('words.openCalendar')}
            autoComplete="bday"
            max={practiceToday()}
          />
        )}
      />
      <ChoiceChips
        {...field('gender')}
        legend={c('fields.gender')}
        hint={t('profile.genderHint')}
        options={genders.map((value) => ({ value, label: c(`codes.gender.${value}`) }))}
      />
    </>
  );
}
