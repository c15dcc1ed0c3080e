import type { UseFormReturn } from 'react-hook-form';
import type { ZodForm } from '@konsil/forms/forms';
import { EmergencyNotice } from '@konsil/common';
import { FutureFiles } from '@konsil/documents-upload';
import { useTexts } from '@konsil/i18n';
import { Section, Stack, Text } from '@konsil/ui';
import { casePageTexts } from '../texts.ts';
import { ConcernFields } from './ConcernFields.tsx';
import type { ConcernForm } from './ConcernFields.tsx';
import type { NewCaseForm, NewCaseValues } from './new-case-form.ts';
import { PatientStep } from './PatientStep.tsx';

/**
 * The first step: the person, the concern in the patient's own words, the questions, and documents that are at hand.
 */
export function ConcernStep({ form, field }: Pick<ZodForm<NewCaseForm, NewCaseValues>, 'form' | 'field'>) {
  const { t } = useTexts(casePageTexts);
  return (
    <Stack>
      <PatientStep field={field} />
      <ConcernFields form={form as unknown as UseFormReturn<ConcernForm>} field={field} />
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
