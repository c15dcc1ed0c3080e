// @bundle route
import type { Control } from 'react-hook-form';
import { useTexts } from '@konsil/i18n';
import { Section, Stack, Text, TextArea } from '@konsil/ui';
import type { TextAreaProps } from '@konsil/ui';
import { QuestionFields } from '../QuestionFields.tsx';
import type { WithQuestions } from '../QuestionFields.tsx';
import { casePageTexts } from '../texts.ts';

const suggestions = ['operation', 'wait', 'treatment', 'risks'] as const;

export interface ConcernFieldsProps {
  control: Control<WithQuestions>;
  field: (name: 'diagnosis' | 'medical_history' | `questions.${number}.text`) => Omit<TextAreaProps, 'label'>;
}

/** The concern in the patient's own words, and the questions. */
export function ConcernFields({ control, field }: ConcernFieldsProps) {
  const { t } = useTexts(casePageTexts);
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
          <TextArea
            rows={5}
            label={t('new.history.label')}
            hint={t('new.history.hint')}
            {...field('medical_history')}
          />
        </Stack>
      </Section>
      <Section title={t('new.questions.title')}>
        <Text as="p" tone="muted">
          {t('new.questions.lead')}
        </Text>
        <QuestionFields
          control={control}
          bind={field}
          suggestions={suggestions.map((question) => t(`new.questions.suggestions.${question}`))}
        />
      </Section>
    </>
  );
}
