import type { Control } from 'react-hook-form';
import type { ZodForm } from '@konsil/forms/forms';
import { EmergencyNotice } from '@konsil/common';
import { FutureFiles } from '@konsil/documents-upload';
import { useTexts } from '@konsil/i18n';
import { Section, Stack, Text, TextArea } from '@konsil/ui';
import { QuestionFields } from '../QuestionFields.tsx';
import type { WithQuestions } from '../QuestionFields.tsx';
import { casePageTexts } from '../texts.ts';
import type { NewCaseForm, NewCaseValues } from './new-case-form.ts';
import { PatientStep } from './PatientStep.tsx';

const suggestions = ['operation', 'wait', 'treatment', 'risks'] as const;

/** The concern: for whom, in one's own words, the questions, and documents that are at hand. */
export function ConcernStep({ form, field }: Pick<ZodForm<NewCaseForm, NewCaseValues>, 'form' | 'field'>) {
  const { t } = useTexts(casePageTexts);
  return (
    <Stack>
      <PatientStep field={field} />
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
          control={form.control as unknown as Control<WithQuestions>}
          bind={field}
          suggestions={suggestions.map((question) => t(`new.questions.suggestions.${question}`))}
        />
      </Section>
      <Section title={t('new.files.title')}>
        <Text as="p" tone="muted">
          {t('new.files.lead')}
        </Text>
        <FutureFiles />
      </Section>
      <EmergencyNotice />
    </Stack>
  );
}
