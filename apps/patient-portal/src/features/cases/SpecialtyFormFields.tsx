// @bundle route
import { Controller, type Control } from 'react-hook-form';
import { DoctorsWords, specialtyFormTexts } from '@konsil/cases';
import type { GeneralForms } from '@konsil/contracts/cases';
import type { FormField, OfferedForm } from '@konsil/contracts/form-fields';
import { yesNoCodes } from '@konsil/contracts/field-kinds';
import { helpIn, labelIn, limitsIn, yesNoWord } from '@konsil/contracts/form-words';
import type { FieldBinding, ZodForm } from '@konsil/forms/forms';
import { useCommon, useLocale, useTexts } from '@konsil/i18n';
import {
  CheckboxField,
  ChoiceChips,
  DateField,
  Fieldset,
  RadioCards,
  Stack,
  Text,
  TextArea,
  TextField,
} from '@konsil/ui';

type Name = `specialty_form.answers.${string}`;
const nameOf = ({ id }: FormField): Name => `specialty_form.answers.${id}`;

interface SpecialtyFormFieldsProps extends Pick<ZodForm<GeneralForms, GeneralForms>, 'field' | 'errorOf'> {
  control: Control<GeneralForms, unknown, GeneralForms>;
  form: OfferedForm;
  doctor: string;
}

/** The fields of the doctor's own form. */
export function SpecialtyFormFields({ control, field: bind, errorOf, form, doctor }: SpecialtyFormFieldsProps) {
  const { t } = useTexts(specialtyFormTexts);
  return (
    <Stack gap={5}>
      <Text as="p" tone="muted">
        {t(form.fields.some(({ required }) => required) ? 'leadRequired' : 'lead', { doctor })}
      </Text>
      {form.fields.map((field) => (
        <OneField
          key={field.id}
          of={field}
          binding={bind(nameOf(field))}
          error={errorOf(nameOf(field))}
          control={control}
        />
      ))}
    </Stack>
  );
}

interface OneFieldProps {
  of: FormField;
  binding: FieldBinding<Name>;
  error: string | undefined;
  control: SpecialtyFormFieldsProps['control'];
}

function OneField({ of: field, binding, error, control }: OneFieldProps) {
  const { t } = useTexts(specialtyFormTexts);
  const { t: common } = useCommon();
  const locale = useLocale();
  const label = <DoctorsWords {...labelIn(field, locale)} />;
  const help = helpIn(field, locale);
  const hint = help.text && <DoctorsWords {...help} />;
  const optional = field.required ? undefined : common('words.optional');
  const words = { hint, ...(optional && { optional }) };
  const name = nameOf(field);
  // A chosen one cannot be taken back in a group of radios.
  const nothing = field.required ? [] : [{ value: '', title: t('none'), label: t('none') }];
  switch (field.kind) {
    case 'text':
      return <TextField label={label} {...words} {...binding} />;
    case 'long_text':
      return <TextArea label={label} {...words} {...binding} />;
    case 'number': {
      const limits = limitsIn(field, locale);
      return (
        <TextField
          label={label}
          {...words}
          {...binding}
          hint={
            (hint || limits) && (
              <>
                {hint} {limits}
              </>
            )
          }
          error={error && (limits ? t('numberWithin', { limits }) : t('number'))}
          inputMode="decimal"
          width="short"
          unit={field.unit}
        />
      );
    }
    case 'date':
      return (
        <Controller
          control={control}
          name={name}
          render={({ field: { value, onChange, onBlur, ref } }) => (
            <DateField
              label={label}
              {...words}
              name={name}
              ref={ref}
              locale={locale}
              value={String(value ?? '')}
              onChange={onChange}
              onBlur={onBlur}
              error={error}
              pickLabel={common('words.openCalendar')}
            />
          )}
        />
      );
    case 'one_of':
      return (
        <RadioCards
          legend={label}
          {...words}
          {...binding}
          options={[
            ...field.choices.map((choice) => ({
              value: choice.id,
              title: <DoctorsWords {...labelIn(choice, locale)} />,
            })),
            ...nothing,
          ]}
        />
      );
    case 'yes_no':
      return (
        <ChoiceChips
          legend={label}
          {...words}
          {...binding}
          options={[...yesNoCodes.map((code) => ({ value: code, label: yesNoWord(code, locale) })), ...nothing]}
        />
      );
    case 'several_of':
      return (
        <Controller
          control={control}
          name={name}
          render={({ field: { value, onChange, onBlur, ref } }) => {
            const chosen = Array.isArray(value) ? value : [];
            return (
              <Fieldset legend={label} {...words} name={name} error={error}>
                {field.choices.map((choice, index) => (
                  <CheckboxField
                    key={choice.id}
                    {...(index === 0 && { ref })}
                    name={`${name}-${choice.id}`}
                    label={<DoctorsWords {...labelIn(choice, locale)} />}
                    checked={chosen.includes(choice.id)}
                    onChange={({ target }) =>
                      onChange(target.checked ? [...chosen, choice.id] : chosen.filter((id) => id !== choice.id))
                    }
                    onBlur={onBlur}
                  />
                ))}
              </Fieldset>
            );
          }}
        />
      );
  }
}
