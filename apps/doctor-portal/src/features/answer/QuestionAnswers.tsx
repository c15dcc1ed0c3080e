import { answerTo } from '@konsil/cases';
import type { ProcessOverview, Question } from '@konsil/contracts/cases';
import { useFormat, useTexts } from '@konsil/i18n';
import { Button, CheckboxField, DoneIcon, Kbd, OpenTaskIcon, Row, Section, Stack, Text, TextArea } from '@konsil/ui';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useFormContext, useWatch } from 'react-hook-form';
import { shortcutTexts } from '../shortcuts/texts';
import { SnippetMenu } from './SnippetMenu';
import { newAnswerText, stateOf, type AnswerForm } from './answer-form';
import { ownName } from '../case-parts/standing-in';
import { AnswerPart } from './AnswerPart';
import { Excerpt, FoldedPart, PartState, QuestionHead, QuestionItem } from './answer-parts';
import { lastQuestionOf } from './last-text';
import { PlainAnswer } from './PlainAnswer';
import { answerTexts } from './texts';

interface QuestionAnswersProps {
  theCase: ProcessOverview;
  /** True if the chosen kind of answer needs all of them. */
  required: boolean;
  errorOf: (name: `question_answers.${string}` | `question_plain_words.${string}`) => string | undefined;
}

/**
 * The patient's questions one by one; the next open one is expanded. Earlier answers stay unless the doctor replaces
 * them.
 */
export function QuestionAnswers({ theCase, required, errorOf }: QuestionAnswersProps) {
  const { t } = useTexts(answerTexts);
  const { t: keys } = useTexts(shortcutTexts);
  const { control, register, getValues, setValue, clearErrors } = useFormContext<AnswerForm>();
  const { questions, patient } = theCase;
  const list = useRef<HTMLOListElement>(null);
  const [written, plain, finished] = useWatch({
    control,
    name: ['question_answers', 'question_plain_words', 'finished'],
  });
  const texts = { question_answers: written, question_plain_words: plain };
  const stands = (question: Question) => stateOf({ ...texts, finished }, question);
  const isOpen = (question: Question) =>
    stands(question) === 'begun' || (question.answer === null && stands(question) === 'none');
  const [unfolded, setUnfolded] = useState(() => {
    if (!required) return undefined;
    const open = questions.filter(isOpen);
    const last = lastQuestionOf(theCase.id);
    return (open.find(({ id }) => id === last) ?? open[0])?.id;
  });
  if (questions.length === 0) return <p>{t('questions.none')}</p>;

  // Synchronous: the form library's own focus waits, and the next typed letters would be lost.
  const goOnIn = (name: string) =>
    (list.current?.closest('form')?.elements.namedItem(name) as HTMLTextAreaElement | null)?.focus();
  const unfold = ({ id, answer }: Question) => {
    const name = `question_answers.${id}` as const;
    // An own answer is edited from its text; another doctor's is not copied.
    if (answer !== null && !getValues(name) && answerTo(theCase, id)?.answered_by === ownName(theCase))
      setValue(name, answer);
    // Editing makes an answer unfinished.
    setValue(`finished.${id}`, false, { shouldDirty: true });
    flushSync(() => setUnfolded(id));
    goOnIn(name);
  };
  const finish = (question: Question) => {
    setValue(`finished.${question.id}`, newAnswerText(getValues(), question) !== '', { shouldDirty: true });
    clearErrors([`question_answers.${question.id}`, `question_plain_words.${question.id}`]);
    const next = questions.find((other) => other !== question && isOpen(other));
    if (next) return unfold(next);
    setUnfolded(undefined);
    goOnIn('answer');
  };
  const done = questions.filter((question) => !isOpen(question)).length;

  const title = t(`questions.title.${patient.gender}`);
  const ready = questions.filter((question) => stands(question) === 'finished').length;
  const state = required
    ? t('questions.answered', { done, all: questions.length })
    : t('questions.ready', { count: ready });

  return (
    <AnswerPart
      title={title}
      state={state}
      missing={required && done < questions.length}
      open={required}
      faulty={questions.some(({ id }) => errorOf(`question_answers.${id}`) ?? errorOf(`question_plain_words.${id}`))}
      onDesk={(content) =>
        required ? (
          <Section title={title} action={<span role="status">{state}</span>}>
            {content}
          </Section>
        ) : (
          <Folded title={title} state={state}>
            {content}
          </Folded>
        )
      }
    >
      <ol ref={list}>
        {questions.map((question, index) => {
          const { id, text, answer } = question;
          const name = `question_answers.${id}` as const;
          const error = errorOf(name);
          const plainName = `question_plain_words.${id}` as const;
          const plainError = errorOf(plainName);
          const shown = unfolded === id || Boolean(error ?? plainError);
          const finishBy = (event: KeyboardEvent) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            finish(question);
          };
          const words = newAnswerText(texts, question) || plain[id]?.trim();
          const change = words ? 'questions.change' : answer === null ? 'questions.write' : 'questions.anew';
          return (
            <QuestionItem key={id}>
              <QuestionHead>
                {isOpen(question) ? <OpenTaskIcon /> : <DoneIcon />}
                <h3>{text}</h3>
                {!shown && (
                  <Button
                    variant="quiet"
                    size="small"
                    aria-label={`${t(change)}: ${text}`}
                    onClick={() => unfold(question)}
                  >
                    {t(change)}
                  </Button>
                )}
              </QuestionHead>
              {answer !== null && <Before theCase={theCase} id={id} answer={answer} />}
              {shown ? (
                <Stack gap={2}>
                  <TextArea
                    {...register(name)}
                    label={t('questions.answer', { number: index + 1 })}
                    labelHidden
                    error={error}
                    rows={3}
                    data-own-enter
                    aria-keyshortcuts="Control+Enter"
                    onKeyDown={finishBy}
                  />
                  <Row gap={2}>
                    <SnippetMenu patient={patient} into={name} of={t('questions.answer', { number: index + 1 })} />
                    <Button size="small" onClick={() => finish(question)}>
                      {t('questions.done')}{' '}
                      <Kbd aria-hidden="true">
                        {keys('keys.control')} {keys('keys.enter')}
                      </Kbd>
                    </Button>
                  </Row>
                  {/* Below the button: doctors who write no plain words reach it without a further key. */}
                  <PlainAnswer
                    name={plainName}
                    number={index + 1}
                    patient={patient}
                    error={plainError}
                    onKeyDown={finishBy}
                  />
                </Stack>
              ) : (
                words && <Excerpt>{words}</Excerpt>
              )}
            </QuestionItem>
          );
        })}
      </ol>
      {!required && (
        <CheckboxField
          {...register('with_question_answers')}
          label={t('questions.along')}
          hint={t('questions.alongHint')}
        />
      )}
    </AnswerPart>
  );
}

/** With a non-final kind, question answers are optional and below the main fields. */
function Folded({ title, state, children }: { title: string; state: string; children: ReactNode }) {
  return (
    <FoldedPart>
      <summary>
        <h2>{title}</h2> <PartState>{state}</PartState>
      </summary>
      {children}
    </FoldedPart>
  );
}

/** The current answer to a question with its author. It is not part of the new letter. */
function Before({ theCase, id, answer }: { theCase: ProcessOverview; id: string; answer: string }) {
  const { t } = useTexts(answerTexts);
  const format = useFormat();
  const given = answerTo(theCase, id);
  return (
    <details>
      <summary>
        {given
          ? t('questions.by', { name: given.answered_by, day: format.dayLong(given.answered_at) })
          : t('questions.before')}
      </summary>
      <Text as="p" preserveLines>
        {answer}
      </Text>
    </details>
  );
}
