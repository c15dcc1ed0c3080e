import type { FieldBinding } from '@konsil/forms/forms';
import type { PatientName } from '@konsil/contracts/patients';
import { useTexts } from '@konsil/i18n';
import { Stack, TextArea, useDesk } from '@konsil/ui';
import { useFormContext, useWatch } from 'react-hook-form';
import { SnippetMenu } from './SnippetMenu';
import type { AnswerForm } from './answer-form';
import { AnswerPart } from './AnswerPart';
import { answerTexts } from './texts';

/** The doctor's text; the label depends on the kind of answer. */
export function AnswerText({
  field,
  label,
  patient,
}: {
  field: FieldBinding<'answer'>;
  label: string;
  patient: PatientName;
}) {
  const { t } = useTexts(answerTexts);
  const desk = useDesk();
  const { control } = useFormContext<AnswerForm>();
  const missing = useWatch({ control, name: 'answer', compute: (text) => !text.trim() });
  return (
    <AnswerPart
      title={label}
      state={t(missing ? 'parts.missing' : 'parts.written')}
      missing={missing}
      open
      faulty={Boolean(field.error)}
    >
      <Stack gap={2}>
        <TextArea {...field} label={label} labelHidden={!desk} rows={5} />
        <div>
          <SnippetMenu patient={patient} into={field.name} of={label} />
        </div>
      </Stack>
    </AnswerPart>
  );
}
