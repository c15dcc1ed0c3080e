// @bundle route
import type { Away } from '@konsil/contracts/away';
import type { SendToDoctor } from '@konsil/contracts/requests';
import { useFormat, useTexts } from '@konsil/i18n';
import { CheckboxField } from '@konsil/ui';
import { Controller, type Control } from 'react-hook-form';
import { sendTexts } from './texts.ts';

interface DeputyFieldProps {
  control: Control<SendToDoctor>;
  /** The doctor who is away. */
  doctor: string;
  away: Away;
  deputy: NonNullable<Away['deputy']>;
}

/** The consent to a deputy during the doctor's absence; nothing is chosen beforehand. */
export function DeputyField({ control, doctor, away, deputy }: DeputyFieldProps) {
  const { t } = useTexts(sendTexts);
  const format = useFormat();
  return (
    <Controller
      control={control}
      name="deputy"
      render={({ field: { value, onChange, ...field } }) => (
        <CheckboxField
          {...field}
          label={t('deputy', { deputy: deputy.name, doctor, from: format.day(away.from), to: format.day(away.to) })}
          hint={t('deputyHint')}
          checked={value === deputy.id}
          onChange={(event) => onChange(event.target.checked ? deputy.id : undefined)}
        />
      )}
    />
  );
}
