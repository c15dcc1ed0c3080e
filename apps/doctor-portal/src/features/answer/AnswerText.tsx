import type { FieldBinding } from '@konsil/api/forms';
import type { PatientName } from '@konsil/contracts/patients';
import { Stack, TextArea } from '@konsil/ui';
import { useFormContext } from 'react-hook-form';
import { SnippetMenu } from '../snippets/SnippetMenu';
import type { AnswerForm } from './answer-form';

/** The doctor's text; its label says what the chosen kind of answer needs. */
export function AnswerText({ field, label, patient }: { field: FieldBinding<'answer'>; label: string; patient: PatientName }) {
  const { getValues, setValue } = useFormContext<AnswerForm>();
  const insert = (text: string) => {
    const before = getValues('answer');
    setValue('answer', before ? `${before}\n${text}` : text, { shouldDirty: true });
  };
  return (
    <Stack gap={2}>
      <TextArea {...field} label={label} rows={5} />
      <div><SnippetMenu patient={patient} onInsert={insert} /></div>
    </Stack>
  );
}
