import { useSaveDraft } from '@konsil/drafts/drafted-form';
import { DraftQuestion, useDraftNote } from '@konsil/common';
import type { Draft } from '@konsil/drafts/drafts';
import { useZodForm } from '@konsil/forms/forms';
import { useIntent } from '@konsil/api/intent';
import { useAnswerPatientMutation } from '@konsil/api/requests';
import type { ProcessOverview, QueuedCase } from '@konsil/contracts/cases';
import { fullName } from '@konsil/contracts/full-name';
import { useTexts } from '@konsil/i18n';
import { ErrorSummary, Stack, useToast } from '@konsil/ui';
import { useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { markAnsweredInQueue } from '../queue/frozen-queue';
import { useQueue } from '../queue/use-queue';
import { paths } from '../paths';
import { AnswerFields } from './AnswerFields';
import { AnswerFoot } from './AnswerFoot';
import { answerFormSchema, draftAfter, toWire, type AnswerForm } from './answer-form';
import { AnswerPreview } from './AnswerPreview';
import { useMarkedMeasurements } from './marked-measurements';
import { PreparedAnswers } from './PreparedAnswers';
import { answerTexts } from './texts';
import { usePins } from './use-pins';
import { useSendKey, useStartWriting } from '../shortcuts/writing';

interface AnswerFormViewProps {
  theCase: ProcessOverview;
  values: AnswerForm;
  draft: Draft<AnswerForm>;
  /** Called with the next case of the list that the doctor works through, if one is left. */
  onSent: (next?: QueuedCase) => void;
}

/** Kind of answer first, then the questions one by one, then the text and its additions. */
export function AnswerFormView({ theCase, values, draft, onSent }: AnswerFormViewProps) {
  const { t } = useTexts(answerTexts);
  const toast = useToast();
  const { nextOther } = useQueue(theCase.id);
  const intend = useIntent();
  const [sendAnswer] = useAnswerPatientMutation();
  const formRef = useRef<HTMLFormElement>(null);
  useStartWriting(formRef);
  useSendKey(formRef);
  const [previewing, setPreviewing] = useState(false);

  const answer = useZodForm({
    schema: answerFormSchema(theCase.questions),
    defaultValues: values,
    guard: false,
    act: async (form) => {
      const body = {
        ...toWire(form, theCase.questions),
        ...measurements.sent,
        request_id: theCase.requests.at(-1)?.id,
        last_answer_id: theCase.last_answer?.id ?? null,
        draft: form,
      };
      await intend(form, (key) =>
        sendAnswer({ id: theCase.id, answerValue: form.option, titleValue: form.todo_title, body, key }).unwrap(),
      );
      const left = draftAfter(form, theCase.questions);
      // Parts that were not sent are kept; unmounting the form saves them.
      if (left) draft.keep(left);
      else await draft.drop();
      markAnsweredInQueue(theCase.id);
      toast({
        id: 'sent',
        text: t('sentTo', { name: fullName(theCase.patient) }),
        link: nextOther
          ? { label: t('backToCase'), to: `${paths.case(theCase)}/course` }
          : { label: t('toInbox'), to: paths.inbox },
      });
      onSent(nextOther);
    },
  });
  const measurements = useMarkedMeasurements(theCase.id, { measurements: answer.form.watch('measurements') });
  useSaveDraft(answer.form, draft);
  usePins(formRef, answer.form, theCase);
  const note = useDraftNote(draft);

  return (
    <FormProvider {...answer.form}>
      <PreparedAnswers theCase={theCase} adopt={draft.adopt} />
      <form ref={formRef} onSubmit={(event) => void answer.onSubmit(event)} noValidate aria-label={t('kind')}>
        <Stack gap={5}>
          <DraftQuestion draft={draft} />
          <ErrorSummary {...answer.summary} />
          <AnswerFields theCase={theCase} answer={answer} />
        </Stack>
        <AnswerFoot note={note} theCase={theCase} busy={answer.busy} onPreview={() => setPreviewing(true)} />
      </form>
      <AnswerPreview
        open={previewing}
        onClose={() => setPreviewing(false)}
        onSend={() => formRef.current?.requestSubmit()}
        theCase={theCase}
      />
    </FormProvider>
  );
}
