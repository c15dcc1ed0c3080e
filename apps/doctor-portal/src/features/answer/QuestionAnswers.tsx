import type { Question } from '@konsil/contracts/cases';
import type { PatientName } from '@konsil/contracts/patients';
import { useTexts } from '@konsil/i18n';
import { Button, DoneIcon, OpenTaskIcon, Section, Stack, TextArea } from '@konsil/ui';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFormContext, useWatch } from 'react-hook-form';
import { SnippetMenu } from '../snippets/SnippetMenu';
import type { AnswerForm } from './answer-form';
import { AnswerPart } from './AnswerPart';
import { Excerpt, QuestionHead, QuestionItem } from './answer-parts';
import { answerTexts } from './texts';

interface QuestionAnswersProps {
  questions: Question[];
  patient: PatientName;
  /** Whether the chosen kind of answer needs all of them. */
  required: boolean;
  errorOf: (name: `question_answers.${number}.text`) => string | undefined;
}

/** The patient's questions one by one; the next open one is unfolded. */
export function QuestionAnswers({ questions, patient, required, errorOf }: QuestionAnswersProps) {
  const { t } = useTexts(answerTexts);
  const { control, register } = useFormContext<AnswerForm>();
  const list = useRef<HTMLOListElement>(null);
  const written = useWatch({ control, name: 'question_answers' });
  const isOpen = (index: number) => !written[index]?.text.trim();
  const [unfolded, setUnfolded] = useState<number | null>(() => {
    const next = written.findIndex(({ text }) => !text.trim());
    return next < 0 ? null : next;
  });
  if (questions.length === 0) return <p>{t('questions.none')}</p>;

  // At once: the form library's own way waits, and the next letters would be lost.
  const goOnIn = (name: string) => (list.current?.closest('form')?.elements.namedItem(name) as HTMLTextAreaElement | null)?.focus();
  const unfold = (index: number) => {
    flushSync(() => setUnfolded(index));
    goOnIn(`question_answers.${index}.text`);
  };
  const finish = (index: number) => {
    const next = questions.findIndex((_, other) => other !== index && isOpen(other));
    if (next >= 0) return unfold(next);
    setUnfolded(null);
    goOnIn('answer');
  };
  const done = questions.filter((_, index) => !isOpen(index)).length;

  const title = t(`questions.title.${patient.gender}`);
  const state = t('questions.answered', { done, all: questions.length });

  return (
    <AnswerPart
      title={title} state={state} missing={required && done < questions.length} open faulty={questions.some((_, index) => errorOf(`question_answers.${index}.text`))}
      onDesk={(content) => <Section title={title} action={<span role="status">{state}</span>}>{content}</Section>}
    >
      <ol ref={list}>
        {questions.map(({ id, text }, index) => {
          const name = `question_answers.${index}.text` as const;
          const error = errorOf(name);
          const shown = unfolded === index || Boolean(error);
          return (
            <QuestionItem key={id}>
              <QuestionHead>
                {isOpen(index) ? <OpenTaskIcon /> : <DoneIcon />}
                <h3>{text}</h3>
                {!shown && <Button variant="quiet" size="small" onClick={() => unfold(index)}>{t(isOpen(index) ? 'questions.write' : 'questions.change')}</Button>}
              </QuestionHead>
              {shown ? (
                <Stack gap={2}>
                  <TextArea {...register(name)} label={t('questions.answer', { number: index + 1 })} labelHidden error={error} rows={3} />
                  <div>
                    <SnippetMenu patient={patient} into={name} />
                    <Button size="small" onClick={() => finish(index)}>{t('questions.done')}</Button>
                  </div>
                </Stack>
              ) : (
                !isOpen(index) && <Excerpt>{written[index]?.text}</Excerpt>
              )}
            </QuestionItem>
          );
        })}
      </ol>
    </AnswerPart>
  );
}
