import { LetterRecipients } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { Card } from '@konsil/ui';
import { CaseClinics } from '../clinics/CaseClinics.tsx';
import { CaseShareLinks } from '../share/CaseShareLinks.tsx';

/** The last parts of the overview: the clinics of the doctor, who else gets the letters, and the sealed links. */
export function CaseEnd({ theCase }: { theCase: ProcessOverview }) {
  return (
    <>
      <CaseClinics theCase={theCase} />
      {!theCase.acting && (
        <>
          <Card>
            <LetterRecipients theCase={theCase} reader="patient" />
          </Card>
          <CaseShareLinks caseId={theCase.id} />
        </>
      )}
    </>
  );
}
