import { fullName } from '@konsil/contracts/full-name';
import type { PatientName } from '@konsil/contracts/patients';
import { useTexts } from '@konsil/i18n';
import { TextArea } from '@konsil/ui';
import { useState, type KeyboardEvent } from 'react';
import { useFormContext } from 'react-hook-form';
import type { AnswerForm } from './answer-form';
import { answerTexts } from './texts';

interface PlainAnswerProps {
  name: `question_plain_words.${string}`;
  /** The number of the question. */
  number: number;
  patient: PatientName;
  error: string | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The plain-language answer to a question, collapsed until it is opened. */
export function PlainAnswer({ name, number, patient, error, onKeyDown }: PlainAnswerProps) {
  const { t } = useTexts(answerTexts);
  const { register, getValues } = useFormContext<AnswerForm>();
  const [unfolded, setUnfolded] = useState(() => Boolean(getValues(name)?.trim()));
  return (
    <details open={unfolded || Boolean(error)} onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}>
      <summary>{t('plainWords.ofQuestion')}</summary>
      <TextArea
        {...register(name)}
        label={t('plainWords.ofQuestionNumbered', { number })}
        labelHidden
        hint={t('plainWords.hint', { name: fullName(patient) })}
        error={error}
        rows={2}
        data-own-enter
        aria-keyshortcuts="Control+Enter"
        onKeyDown={onKeyDown}
      />
    </details>
  );
}
