// @bundle route
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useTexts } from '@konsil/i18n';
import { WarningIcon } from '@konsil/ui';
import { Warnings } from './case-parts';
import { caseTexts } from './texts';
import { warningsOf } from './warnings';

/** Allergies and blood thinners that the patient named; nothing if there are none. */
export function CaseWarnings({ theCase }: { theCase: Pick<ProcessOverview, 'anamnesis'> }) {
  const { t } = useTexts(caseTexts);
  const { allergies, thinners } = warningsOf(theCase);
  if (!allergies && !thinners) return null;
  return (
    <Warnings aria-label={t('warnings.label')}>
      {allergies && (
        <div>
          <WarningIcon />
          <dt>{t('warnings.allergies')}</dt>
          <dd title={allergies}>{allergies}</dd>
        </div>
      )}
      {thinners && (
        <div>
          <WarningIcon />
          <dt>{t('warnings.thinners')}</dt>
          <dd title={thinners}>{thinners}</dd>
        </div>
      )}
    </Warnings>
  );
}
