// @bundle route
import { Loaded } from '@konsil/portal-frame';
import { useGetCaseQuery } from '@konsil/api/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useTexts } from '@konsil/i18n';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { paths } from '../paths';
import { CaseHead } from './CaseHead';
import { useNotShared } from '../case-parts/use-not-shared';
import { caseTexts } from '../case-parts/texts';

/** Loads the case in the URL for a page outside the workplace, with the patient at the top. */
export function WithCase({ children }: { children: (theCase: ProcessOverview) => ReactNode }) {
  const { caseId = '' } = useParams();
  const { t } = useTexts(caseTexts);
  const notShared = useNotShared();
  const result = useGetCaseQuery(caseId);
  return (
    <Loaded
      result={result}
      gone={notShared}
      back={{ to: paths.inbox, label: t('back') }}
      label={t('loading')}
      failed={t('failed')}
    >
      {(theCase) => (
        <>
          <CaseHead theCase={theCase} heading={false} />
          {children(theCase)}
        </>
      )}
    </Loaded>
  );
}
