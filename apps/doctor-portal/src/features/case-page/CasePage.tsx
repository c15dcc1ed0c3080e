import { notFound } from '@konsil/account';
import { Loaded } from '@konsil/portal-frame';
import { useGetCaseQuery } from '@konsil/api/cases';
import { useTexts } from '@konsil/i18n';
import { useDeferredValue } from 'react';
import { useParams } from 'react-router-dom';
import { paths } from '../paths';
import { isCasePane } from './case-panes';
import { CaseWorkplace } from './CaseWorkplace';
import { useNotShared } from '../case-parts/use-not-shared';
import { caseTexts } from '../case-parts/texts';

/** The doctor's page of a case; an unknown pane is a 404. */
export default function CasePage() {
  const { pane } = useParams();
  return pane === undefined || isCasePane(pane) ? <TheCase /> : notFound;
}

function TheCase() {
  const { caseId = '' } = useParams();
  const { t } = useTexts(caseTexts);
  const notShared = useNotShared();
  // Rendered with low priority, because a case may have thousands of documents.
  const result = useDeferredValue(useGetCaseQuery(caseId));
  return (
    <Loaded
      result={result}
      gone={notShared}
      back={{ to: paths.inbox, label: t('back') }}
      label={t('loading')}
      failed={t('failed')}
    >
      {(theCase) => <CaseWorkplace key={theCase.id} theCase={theCase} />}
    </Loaded>
  );
}
