import { CaseSheet, PrintedLetter } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useTexts } from '@konsil/i18n';
import { usePracticeHead } from '../letters/use-practice-head';
import { AnamnesisPane } from '../case/AnamnesisPane';
import { caseTexts } from '../case-parts/texts';

/** The patient's input as a letter, printed instead of the page. */
export function AnamnesisSheet({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(caseTexts);
  const practice = usePracticeHead();
  return (
    <PrintedLetter patient={theCase.patient} practice={practice}>
      <CaseSheet theCase={theCase} title={t('panes.anamnesis')}>
        <AnamnesisPane theCase={theCase} />
      </CaseSheet>
    </PrintedLetter>
  );
}
