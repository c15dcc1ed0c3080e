import { useTexts } from '@konsil/i18n';
import { Stepper } from '@konsil/ui';
import { usePortal } from '@konsil/portal-frame';
import { registrationTexts } from './texts.ts';

const steps = ['account', 'profile', 'phone'] as const;

/** The current registration step. Not for doctors, who are invited. */
export function RegistrationSteps({ current }: { current: (typeof steps)[number] }) {
  const { t } = useTexts(registrationTexts);
  const { role } = usePortal();
  if (role === 'doctor') return null;
  return (
    <Stepper
      label={t('steps.label')}
      steps={steps.map((step) => t(`steps.${step}`))}
      current={steps.indexOf(current)}
      words={{ done: t('steps.done'), position: (step, of, name) => t('steps.position', { step, of, name }) }}
    />
  );
}
