// @bundle route
import type { Control, UseFormReturn } from 'react-hook-form';
import { useTexts } from '@konsil/i18n';
import { AddIcon, Button, Row, Section, Stack, Text, TextArea } from '@konsil/ui';
import type { TextAreaProps } from '@konsil/ui';
import { QuestionFields } from '../QuestionFields.tsx';
import type { WithQuestions } from '../QuestionFields.tsx';
import { casePageTexts } from '../texts.ts';

const suggestions = ['operation', 'wait', 'treatment', 'risks'] as const;

const durations = ['days', 'weeks', 'months', 'years'] as const;

export interface ConcernForm extends WithQuestions {
  diagnosis: string;
  medical_history: string;
}
export interface ConcernFieldsProps {
  form: Pick<UseFormReturn<ConcernForm>, 'control' | 'getValues' | 'setValue' | 'formState'>;
  field: (name: 'diagnosis' | 'medical_history' | `questions.${number}.text`) => Omit<TextAreaProps, 'label'>;
}

/** The concern in the patient's own words, and the questions. */
export function ConcernFields({ form, field }: ConcernFieldsProps) {
  const { t } = useTexts(casePageTexts);
  const since = durations.map((duration) => t(`new.history.since.${duration}`));
  /** Inserts a duration at the start of the history, replacing an earlier one; the text after it stays. */
  const begin = (duration: string) => {
    const history = form.getValues('medical_history').trim();
    const before = since.find((other) => history.startsWith(other)) ?? '';
    const words = [duration, history.slice(before.length).trim()].filter(Boolean).join(' ');
    form.setValue('medical_history', words, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  };
  return (
    <>
      <Section title={t('new.about.title')}>
        <Stack gap={5}>
          <TextArea
            rows={2}
            label={t('new.about.diagnosis')}
            hint={t('new.about.diagnosisHint')}
            {...field('diagnosis')}
          />
          <Stack gap={3}>
            <TextArea
              rows={5}
              label={t('new.history.label')}
              hint={t('new.history.hint')}
              {...field('medical_history')}
            />
            <Row gap={2} role="group" aria-label={t('new.history.begin')}>
              {since.map((duration) => (
                <Button
                  key={duration}
                  variant="secondary"
                  size="small"
                  icon={<AddIcon />}
                  onClick={() => begin(duration)}
                >
                  {duration.replace('.', '')}
                </Button>
              ))}
            </Row>
          </Stack>
        </Stack>
      </Section>
      <Section title={t('new.questions.title')}>
        <Text as="p" tone="muted">
          {t('new.questions.lead')}
        </Text>
        <QuestionFields
          control={form.control as unknown as Control<WithQuestions>}
          bind={field}
          suggestions={suggestions.map((question) => t(`new.questions.suggestions.${question}`))}
        />
      </Section>
    </>
  );
}
