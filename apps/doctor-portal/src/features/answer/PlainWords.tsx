import type { FieldBinding } from '@konsil/forms/forms';
import { fullName } from '@konsil/contracts/full-name';
import type { PatientName } from '@konsil/contracts/patients';
import { useTexts } from '@konsil/i18n';
import { TextArea } from '@konsil/ui';
import { useFormContext, useWatch } from 'react-hook-form';
import type { AnswerForm } from './answer-form';
import { OptionalPart } from './AnswerPart';
import { answerTexts } from './texts';

/** The answer for the patient in plain words, which the patient reads first. */
export function PlainWords({ field, patient }: { field: FieldBinding<'plain_words'>; patient: PatientName }) {
  const { t } = useTexts(answerTexts);
  const { control } = useFormContext<AnswerForm>();
  const written = useWatch({ control, name: 'plain_words', compute: (text) => Boolean(text.trim()) });
  const label = t('plainWords.label');
  return (
    <OptionalPart
      title={label}
      state={t(written ? 'parts.written' : 'plainWords.optional')}
      faulty={Boolean(field.error)}
    >
      <TextArea
        {...field}
        label={label}
        labelHidden
        hint={t('plainWords.hint', { name: fullName(patient) })}
        rows={3}
      />
    </OptionalPart>
  );
}
