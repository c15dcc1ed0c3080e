import { Loaded, notFound } from '@konsil/account';
import { useGetCaseQuery } from '@konsil/api/cases';
import { useTexts } from '@konsil/i18n';
import { useDeferredValue } from 'react';
import { useParams } from 'react-router-dom';
import { paths } from '../paths';
import { isCasePane } from './case-panes';
import { CaseWorkplace } from './CaseWorkplace';
import { useNotShared } from './use-not-shared';
import { caseTexts } from './texts';

/** A case as the doctor works on it; a word below it that names no part of it is the address of no page. */
export default function CasePage() {
  const { pane } = useParams();
  return pane === undefined || isCasePane(pane) ? <TheCase /> : notFound;
}

function TheCase() {
  const { caseId = '' } = useParams();
  const { t } = useTexts(caseTexts);
  const notShared = useNotShared();
  // Drawn in slices: a case may hold thousands of documents.
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
