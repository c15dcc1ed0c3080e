// @bundle route
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useFormat, useTexts } from '@konsil/i18n';
import { Section } from '@konsil/ui';
import { assistantTexts } from './texts';

/** Shows the doctor of a case which assistants see it, or why none does. */
export function CaseAssistants({ theCase: { assistants, account_name: patient } }: { theCase: ProcessOverview }) {
  const { t } = useTexts(assistantTexts);
  const format = useFormat();
  if (!assistants || assistants.mine || assistants.names.length === 0) return null;
  const { allowed, names } = assistants;
  return (
    <Section title={t('case.title')} data-print="hide">
      <p>
        {allowed
          ? t('case.allowed', { count: names.length, names: format.list(names), patient })
          : t('case.forbidden', { patient })}
      </p>
    </Section>
  );
}
