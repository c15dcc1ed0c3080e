import { useGetCaseQuery, useListCasesInfiniteQuery } from '@konsil/api/cases';
import { listOf } from '@konsil/api/lists';
import { useKindWords } from '@konsil/documents';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { MessageForm } from '@konsil/messages';
import { BackLink, Combobox, ListSkeleton, Page, PageTitle } from '@konsil/ui';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../paths';
import { messagePageTexts } from './texts';

/** Chooses the case, then writes: a message always belongs to one. */
export default function NewMessagePage() {
  const { t } = useTexts(messagePageTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const [params, setParams] = useSearchParams();
  const caseId = params.get('case') ?? '';
  const cases = listOf(useListCasesInfiniteQuery({ view: 'all', limit: '200', sort: 'activity' }));
  return (
    <Page>
      <PageTitle back={<BackLink to={paths.messages}>{t('title')}</BackLink>}>{t('new')}</PageTitle>
      <Combobox
        label={t('case')} hint={t('hint')} value={caseId} onChange={(chosen) => setParams(chosen ? { case: chosen } : {}, { replace: true })}
        options={cases.items.map(({ id, case_name, patient }) => ({ value: id, label: `${patient.last_name}, ${patient.first_name}: ${case_name}`, description: format.day(patient.date_of_birth) }))}
        words={{ clear: common('words.remove'), open: common('words.open'), empty: t('noCase') }}
      />
      {caseId && <WriteIn key={caseId} caseId={caseId} />}
    </Page>
  );
}

function WriteIn({ caseId }: { caseId: string }) {
  const { t } = useTexts(messagePageTexts);
  const navigate = useNavigate();
  const { nameOf } = useKindWords();
  const { currentData: theCase } = useGetCaseQuery(caseId);
  if (!theCase) return <ListSkeleton label={t('loading')} rows={2} />;
  const { patient, documents } = theCase;
  return (
    <MessageForm
      caseId={caseId} to={`${patient.first_name} ${patient.last_name}`} subject={theCase.case_name}
      attachable={documents.filter(({ archived_at }) => !archived_at).map((document) => ({ id: document.id, name: nameOf(document) }))}
      onSent={() => void navigate(`${paths.case(theCase)}/messages`)}
    />
  );
}
