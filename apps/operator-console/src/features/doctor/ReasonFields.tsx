import type { AbsenceEndReason, AbsenceReason } from '@konsil/contracts/console-codes';
import { useCommon, useTexts } from '@konsil/i18n';
import { SelectField, TextField } from '@konsil/ui';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { peopleTexts } from '../people/texts';

type Binding = UseFormRegisterReturn & { id?: string; error: string | undefined };

interface ReasonFieldsProps {
  reasons: readonly (AbsenceReason | AbsenceEndReason)[];
  reason: Binding;
  reference: Binding;
}

/** The reason of an action, as a code, and the number of its ticket; both are recorded. */
export function ReasonFields({ reasons, reason, reference }: ReasonFieldsProps) {
  const { t } = useTexts(peopleTexts);
  const { t: c } = useCommon();
  return (
    <>
      <SelectField
        {...reason}
        label={t('reason.label')}
        placeholder={t('reason.choose')}
        options={reasons.map((value) => ({ value, label: t(`reason.${value}`) }))}
      />
      <TextField
        {...reference}
        error={reference.error && t('reference.wrong')}
        label={t('reference.label')}
        hint={t('reference.hint')}
        optional={c('words.optional')}
        width="short"
        autoComplete="off"
      />
    </>
  );
}
