import type { CaseSummary } from '@konsil/contracts/cases';
import { useTexts } from '@konsil/i18n';
import { TextLink } from '@konsil/ui';
import { shortDoctorName } from './doctor-name.ts';
import type { NextStep } from './next-step.ts';
import { caseTexts } from './texts.ts';

/** Link to the next step of a case where there is no room for its card. */
export function NextStepLink({
  theCase,
  step,
  path,
}: {
  theCase: Pick<CaseSummary, 'doctor'>;
  step: NextStep;
  path: string;
}) {
  const { t } = useTexts(caseTexts);
  return (
    <TextLink standalone to={path}>
      {t(`next.${step.key}.action`, { doctor: shortDoctorName(theCase.doctor.name) })}
    </TextLink>
  );
}
