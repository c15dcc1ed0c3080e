// @bundle route
import type { SendToDoctor } from '@konsil/contracts/requests';
import { useTexts } from '@konsil/i18n';
import { CheckboxField } from '@konsil/ui';
import { Controller, type Control } from 'react-hook-form';
import { sendTexts } from './texts.ts';

/** The consent that the assistants of the doctor see the case, too; nothing is chosen beforehand. */
export function AssistantsField({ control, doctor }: { control: Control<SendToDoctor>; doctor: string }) {
  const { t } = useTexts(sendTexts);
  return (
    <Controller
      control={control}
      name="assistants"
      render={({ field: { value, ...field } }) => (
        <CheckboxField
          {...field}
          label={t('assistants', { doctor })}
          hint={t('assistantsHint', { doctor })}
          checked={value === true}
        />
      )}
    />
  );
}
