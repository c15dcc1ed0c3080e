import { useGetCaseQuery, useListCasesInfiniteQuery } from '@konsil/api/cases';
import { listOf } from '@konsil/api/lists';
import type { CaseSummary } from '@konsil/contracts/cases';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { useMessageDraft } from '@konsil/messages';
import { BackLink, Combobox, EmptyState, List, ListLinkRow, ListSkeleton, Page, PageTitle, Section } from '@konsil/ui';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../paths';
import { messagePageTexts } from './texts';
import { WriteMessage } from './WriteMessage';

const fewest = 5;

/** Chooses the case, then writes: a message always belongs to one. */
export default function NewMessagePage() {
  const { t } = useTexts(messagePageTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const [params, setParams] = useSearchParams();
  const caseId = params.get('case') ?? '';
  const cases = listOf(useListCasesInfiniteQuery({ view: 'all', limit: '200', sort: 'activity' }));
  const nameOf = ({ patient }: CaseSummary) => `${patient.last_name}, ${patient.first_name}`;

  const content = () => {
    if (caseId) return <WriteIn key={caseId} caseId={caseId} />;
    if (cases.isLoading) return <ListSkeleton label={t('loading')} rows={fewest} />;
    if (cases.items.length === 0) return <EmptyState>{common('empty.cases')}. {t('noCases')}</EmptyState>;
    return (
      <Section title={t('recent')}>
        <List>
          {cases.items.slice(0, fewest).map((theCase) => (
            <ListLinkRow
              key={theCase.id} to={`${paths.newMessage}?case=${theCase.id}`} title={nameOf(theCase)}
              detail={`${format.day(theCase.patient.date_of_birth)} · ${theCase.case_name}`}
            />
          ))}
        </List>
      </Section>
    );
  };
  return (
    <Page>
      <PageTitle back={<BackLink to={paths.messages}>{t('title')}</BackLink>}>{t('new')}</PageTitle>
      <Combobox
        label={t('case')} hint={t('hint')} value={caseId} onChange={(chosen) => setParams(chosen ? { case: chosen } : {}, { replace: true })}
        options={cases.items.map((theCase) => ({ value: theCase.id, label: `${nameOf(theCase)}: ${theCase.case_name}`, description: format.day(theCase.patient.date_of_birth) }))}
        words={{ clear: common('words.remove'), open: common('words.open'), empty: t('noCase') }}
      />
      {content()}
    </Page>
  );
}

function WriteIn({ caseId }: { caseId: string }) {
  const { t } = useTexts(messagePageTexts);
  const navigate = useNavigate();
  const draft = useMessageDraft(caseId);
  const { currentData: theCase } = useGetCaseQuery(caseId);
  if (!theCase) return <ListSkeleton label={t('loading')} rows={2} />;
  return <WriteMessage theCase={theCase} draft={draft} onSent={() => void navigate(paths.caseMessages(theCase))} />;
}
