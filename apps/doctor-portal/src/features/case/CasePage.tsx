import { Loaded } from '@konsil/account';
import { useGetCaseQuery } from '@konsil/api/cases';
import { useTexts } from '@konsil/i18n';
import { useDeferredValue } from 'react';
import { useParams } from 'react-router-dom';
import { paths } from '../paths';
import { CaseWorkplace } from './CaseWorkplace';
import { useNotShared } from './use-not-shared';
import { caseTexts } from './texts';

/** A case as the doctor works on it. */
export default function CasePage() {
  const { caseId = '' } = useParams();
  const { t } = useTexts(caseTexts);
  const notShared = useNotShared();
  // Drawn in slices: a case may hold thousands of documents.
  const result = useDeferredValue(useGetCaseQuery(caseId));
  return (
    <Loaded result={result} gone={notShared} back={{ to: paths.inbox, label: t('back') }} label={t('loading')} failed={t('failed')}>
      {(theCase) => <CaseWorkplace key={theCase.id} theCase={theCase} />}
    </Loaded>
  );
}
