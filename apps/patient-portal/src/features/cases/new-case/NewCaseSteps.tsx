import { useEffect, useRef } from 'react';
import type { FormEvent } from 'react';
import { useAddCaseMutation } from '@konsil/api/cases';
import type { Draft } from '@konsil/drafts/drafts';
import { useSaveDraft } from '@konsil/drafts/drafted-form';
import { useZodForm } from '@konsil/forms/forms';
import { DraftQuestion, useDraftNote, useNavigateFromHere } from '@konsil/common';
import { useFutureFiles } from '@konsil/documents-upload';
import { useCommon, useTexts } from '@konsil/i18n';
import {
  Button,
  ErrorSummary,
  Form,
  FormActions,
  SafeIcon,
  Row,
  Section,
  Stack,
  Stepper,
  Text,
  useToast,
} from '@konsil/ui';
import { paths } from '../../paths.ts';
import { casePageTexts } from '../texts.ts';
import { ConcernStep } from './ConcernStep.tsx';
import { DoctorStep } from './DoctorStep.tsx';
import { caseNameOf, caseSteps, fieldsOfStep, newCaseFormSchema, stepOf, toNewCase } from './new-case-form.ts';
import type { NewCaseForm } from './new-case-form.ts';
import { useCaseSteps } from './use-case-steps.ts';

/** The two steps of a new case: the concern, then the doctor. The third of the shown steps is the review. */
export function NewCaseSteps({
  draft,
  start,
  onCreated,
}: {
  draft: Draft<NewCaseForm>;
  start: NewCaseForm;
  onCreated: () => void;
}) {
  const { t } = useTexts(casePageTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const navigate = useNavigateFromHere();
  const [addCase] = useAddCaseMutation();
  const files = useFutureFiles();
  const heading = useRef<HTMLDivElement>(null);

  const newCase = useZodForm({
    schema: newCaseFormSchema,
    defaultValues: start,
    guard: false,
    act: async (values) => {
      const { id } = await addCase(toNewCase(values)).unwrap();
      onCreated();
      await Promise.all([draft.drop(), files.fileUnder(id)]);
      toast({ text: common('toasts.caseAdded') });
      navigate(paths.upload(id), { replace: true });
    },
  });
  const { form, errorOf, onSubmit, summary, problem, busy } = newCase;
  const steps = useCaseSteps(form);
  useSaveDraft(form, draft);
  const note = useDraftNote(draft);

  const before = useRef(steps.index);
  useEffect(() => {
    if (before.current !== steps.index) heading.current?.querySelector<HTMLElement>('h2[tabindex]')?.focus();
    before.current = steps.index;
  }, [steps.index]);
  // A server error may belong to an earlier step.
  const goTo = useRef(steps.goTo);
  useEffect(() => {
    goTo.current = steps.goTo;
  });
  useEffect(() => {
    const step = problem && stepOf(problem.errors.map(({ path }) => path));
    if (step) goTo.current(step);
  }, [problem]);

  const leaveConcern = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void steps.next();
  };
  const ask = (doctor: string) => {
    form.setValue('doctor', doctor, { shouldDirty: true, shouldValidate: true });
    void onSubmit();
  };
  const names = fieldsOfStep[steps.step].flatMap((name) =>
    name === 'questions' ? form.getValues('questions').map((_, at) => `questions.${at}.text`) : [name],
  );
  const stepErrors = names.flatMap((name) => {
    const message = errorOf(name as keyof NewCaseForm);
    return message ? [{ name, message }] : [];
  });
  const failed =
    summary.errors.length > 0
      ? summary
      : {
          title: common('form.errorTitle', { count: stepErrors.length }),
          errors: steps.attempt > 0 ? stepErrors : [],
          attempt: steps.attempt,
        };
  const { diagnosis, medical_history: history, questions } = form.getValues();

  return (
    <Stack ref={heading}>
      <Stepper
        label={t('new.title')}
        current={steps.index}
        steps={[...caseSteps, 'send' as const].map((step) => t(`new.steps.${step}`))}
        words={{
          done: common('words.done'),
          position: (step, of, name) => `${t('new.step', { step, steps: of })}: ${name}`,
        }}
      />
      {steps.step === 'concern' ? (
        <Form onSubmit={leaveConcern}>
          <DraftQuestion draft={draft} />
          <ErrorSummary {...failed} />
          <Section title={t('new.concern.title')} focusable>
            <Text as="p" tone="muted">
              {t('new.concern.lead')}
            </Text>
            <ConcernStep form={form} field={newCase.field} />
          </Section>
          <Row gap={2} wrap={false} align="start">
            <SafeIcon />
            <span>{t('new.notSentYet')}</span>
          </Row>
          <FormActions note={note}>
            <Button type="submit">{t('new.next')}</Button>
          </FormActions>
        </Form>
      ) : (
        <>
          <DraftQuestion draft={draft} />
          <ErrorSummary {...failed} />
          <Section title={t('new.doctor.title')} focusable>
            <DoctorStep
              concern={[diagnosis, history, ...questions.map(({ text }) => text)].join('\n')}
              caseName={caseNameOf(diagnosis)}
              chosen={form.getValues('doctor')}
              busy={busy}
              onAsk={ask}
              onBack={steps.back}
            />
          </Section>
        </>
      )}
    </Stack>
  );
}
