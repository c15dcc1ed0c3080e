import { shortDoctorName } from '@konsil/cases';
import { DraftQuestion, useDraftNote, WaitingForDraft } from '@konsil/common';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useSaveDraft } from '@konsil/drafts/drafted-form';
import { useDraft, type Draft } from '@konsil/drafts/drafts';
import { useZodForm } from '@konsil/forms/forms';
import { useFormat, useTexts } from '@konsil/i18n';
import { Alert, Stack, TextLink } from '@konsil/ui';
import { useDeferredValue, useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import { paths } from '../paths';
import { DraftState } from '../prepared/DraftState';
import { AnswerFields } from './AnswerFields';
import { answerFormSchema, type AnswerForm } from './answer-form';
import { Foot } from './answer-parts';
import { openAnswer } from './open-answer';
import { answerTexts } from './texts';
import { useStartWriting } from '../shortcuts/writing';

/** The assistant's draft of an answer, while the case waits for the doctor. There is nothing to send here. */
export function PreparePane({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(answerTexts);
  const format = useFormat();
  const draft = useDraft<AnswerForm>(`prepared:${theCase.id}`);
  const isReading = draft.status === 'loading';
  const isLoading = useDeferredValue(isReading) || isReading;
  const doctor = shortDoctorName(theCase.doctor.name);
  const last = theCase.answers.find(({ id }) => id === theCase.last_answer?.id);
  if (theCase.status !== 'with_doctor')
    return (
      <Alert
        title={
          last
            ? t('prepare.answered', {
                doctor: shortDoctorName(last.answered_by),
                moment: format.momentWithin(last.answered_at),
              })
            : t('notYourTurn')
        }
        action={
          last && (
            <TextLink standalone to={paths.givenAnswer(theCase, last.id)}>
              {t('otherAnsweredRead')}
            </TextLink>
          )
        }
      >
        {t('prepare.notNow', { doctor })}
      </Alert>
    );
  if (isLoading) return <WaitingForDraft rows={5} />;
  return <PrepareForm theCase={theCase} values={openAnswer(theCase, draft.restored)} draft={draft} />;
}

interface PrepareFormProps {
  theCase: ProcessOverview;
  values: AnswerForm;
  draft: Draft<AnswerForm>;
}

function PrepareForm({ theCase, values, draft }: PrepareFormProps) {
  const { t } = useTexts(answerTexts);
  const formRef = useRef<HTMLFormElement>(null);
  useStartWriting(formRef);
  const answer = useZodForm({
    schema: answerFormSchema(theCase.questions),
    defaultValues: values,
    guard: false,
    // Saved as it is written, complete or not.
    act: () => Promise.resolve(),
  });
  useSaveDraft(answer.form, draft);
  const note = useDraftNote(draft);
  const doctor = shortDoctorName(theCase.doctor.name);
  return (
    <FormProvider {...answer.form}>
      <form ref={formRef} onSubmit={(event) => event.preventDefault()} noValidate aria-label={t('prepare.form')}>
        <Stack gap={5}>
          <DraftQuestion draft={draft} />
          <p>{t('prepare.lead', { doctor })}</p>
          <AnswerFields theCase={theCase} answer={answer} />
        </Stack>
        <Foot>
          <DraftState theCase={theCase} of="answer" note={note} />
        </Foot>
      </form>
    </FormProvider>
  );
}
