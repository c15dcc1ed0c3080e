// @bundle route
import { Controller } from 'react-hook-form';
import type { Control } from 'react-hook-form';
import type { FieldBinding } from '@konsil/forms/forms';
import { genders } from '@konsil/contracts/codes';
import { practiceToday, useCommon, useLocale } from '@konsil/i18n';
import { ChoiceChips, DateField, TextField } from '@konsil/ui';

type PersonField = 'first_name' | 'last_name' | 'date_of_birth' | 'gender';

export interface PersonFieldsProps {
  control: Control;
  bind: <N extends PersonField>(name: N) => FieldBinding<N>;
  /** The browser may fill in the reader's own name and birthday. */
  own: boolean;
  dayHint: string;
  /** At the first name, for both. */
  nameHint?: string;
  genderHint?: string;
}

/** Name, date of birth and gender of a person. */
export function PersonFields({ control, bind, own, dayHint, nameHint, genderHint }: PersonFieldsProps) {
  const { t } = useCommon();
  const locale = useLocale();
  const complete = (what: string) => ({ autoComplete: own ? what : 'off' });
  return (
    <>
      <TextField
        {...bind('first_name')}
        label={t('fields.first_name')}
        {...(nameHint && { hint: nameHint })}
        {...complete('given-name')}
      />
      <TextField {...bind('last_name')} label={t('fields.last_name')} {...complete('family-name')} />
      <Controller
        control={control}
        name="date_of_birth"
        render={({ field: day }) => (
          <DateField
            {...day}
            locale={locale}
            label={t('fields.date_of_birth')}
            hint={dayHint}
            error={bind('date_of_birth').error}
            pickLabel={t('words.openCalendar')}
            {...complete('bday')}
            max={practiceToday()}
          />
        )}
      />
      <ChoiceChips
        {...bind('gender')}
        legend={t('fields.gender')}
        {...(genderHint && { hint: genderHint })}
        options={genders.map((value) => ({ value, label: t(`codes.gender.${value}`) }))}
      />
    </>
  );
}
