import { useEffect, useRef } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import type { Control } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { useAddCaseMutation } from '@konsil/api/cases';
import type { Draft } from '@konsil/api/drafts';
import { useKeepDraft } from '@konsil/api/drafted-form';
import { useZodForm } from '@konsil/api/forms';
import { EmergencyNotice, useDraftNote } from '@konsil/common';
import { useCommon, useTexts } from '@konsil/i18n';
import {
  Button,
  ErrorSummary,
  Form,
  FormActions,
  Section,
  Stack,
  Stepper,
  Text,
  TextArea,
  TextField,
  useToast,
} from '@konsil/ui';
import { paths } from '../../paths.ts';
import { DoctorField } from '../DoctorField.tsx';
import { QuestionFields } from '../QuestionFields.tsx';
import type { WithQuestions } from '../QuestionFields.tsx';
import { casePageTexts } from '../texts.ts';
import { caseSteps, newCaseFormSchema, stepOf, toNewCase } from './new-case-form.ts';
import type { CaseStep, NewCaseForm } from './new-case-form.ts';
import { PatientStep } from './PatientStep.tsx';
import { useCaseSteps } from './use-case-steps.ts';

/** The five steps of a new case: one topic each, validated when it is left. */
export function NewCaseSteps({ draft, start }: { draft: Draft<NewCaseForm>; start: NewCaseForm }) {
  const { t } = useTexts(casePageTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const navigate = useNavigate();
  const [addCase] = useAddCaseMutation();
  const heading = useRef<HTMLDivElement>(null);

  const newCase = useZodForm({
    schema: newCaseFormSchema,
    defaultValues: start,
    guard: false,
    act: async (values) => {
      const { id } = await addCase(toNewCase(values)).unwrap();
      await draft.drop();
      toast({ text: common('toasts.caseAdded') });
      void navigate(paths.upload(id), { replace: true });
    },
  });
  const { form, field, errorOf, onSubmit, summary, problem, busy } = newCase;
  const steps = useCaseSteps(form);
  useKeepDraft(form, draft);
  const note = useDraftNote(draft);
  const last = steps.index === caseSteps.length - 1;

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

  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (last) return void onSubmit(event);
    event.preventDefault();
    void steps.next();
  };
  const fields: Record<CaseStep, ReactNode> = {
    patient: <PatientStep field={field} />,
    doctor: (
      <Controller
        control={form.control}
        name="doctor"
        render={({ field: { ref: _ref, ...doctor } }) => <DoctorField {...doctor} error={errorOf('doctor')} />}
      />
    ),
    about: (
      <>
        <TextField
          label={t('new.about.name')}
          hint={t('new.about.nameHint')}
          autoComplete="off"
          {...field('case_name')}
        />
        <TextArea label={t('new.about.diagnosis')} hint={t('new.about.diagnosisHint')} {...field('diagnosis')} />
        <EmergencyNotice />
      </>
    ),
    history: (
      <>
        <TextArea rows={6} label={t('new.history.label')} hint={t('new.history.hint')} {...field('medical_history')} />
        <EmergencyNotice />
      </>
    ),
    questions: (
      <>
        <Text as="p" tone="muted">
          {t('new.questions.lead')}
        </Text>
        <QuestionFields control={form.control as unknown as Control<WithQuestions>} bind={field} />
      </>
    ),
  };
  const names = {
    patient: ['patient'],
    doctor: ['doctor'],
    about: ['case_name', 'diagnosis'],
    history: ['medical_history'],
    questions: form.getValues('questions').map((_, at) => `questions.${at}.text`),
  } as const;
  const stepErrors = names[steps.step].flatMap((name) => {
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

  return (
    <Stack ref={heading}>
      <Stepper
        label={t('new.title')}
        current={steps.index}
        steps={caseSteps.map((step) => t(`new.steps.${step}`))}
        words={{
          done: common('words.done'),
          position: (step, of, name) => `${t('new.step', { step, steps: of })}: ${name}`,
        }}
      />
      <Form onSubmit={submit}>
        <ErrorSummary key={steps.step} {...failed} />
        <StepSection title={t(`new.${steps.step}.title`)}>{fields[steps.step]}</StepSection>
        {last && (
          <Text as="p" tone="muted">
            {t('new.notSentYet')}
          </Text>
        )}
        <FormActions note={note}>
          <Button type="submit" busy={busy} busyLabel={t('new.creating')}>
            {t(last ? 'new.create' : 'new.next')}
          </Button>
          {steps.index > 0 && (
            <Button variant="secondary" onClick={steps.back}>
              {t('new.back')}
            </Button>
          )}
        </FormActions>
      </Form>
    </Stack>
  );
}

function StepSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section title={title} focusable>
      <Stack gap={5}>{children}</Stack>
    </Section>
  );
}
