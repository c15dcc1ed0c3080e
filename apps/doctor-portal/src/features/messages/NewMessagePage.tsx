import { useGetCaseQuery, useListCasesInfiniteQuery } from '@konsil/api/cases';
import { listOf } from '@konsil/lists/lists';
import { isGone } from '@konsil/api/problem';
import { useDebounced } from '@konsil/lists/use-settled';
import { ListContent, LoadFailed, Waiting, useNavigateFromHere } from '@konsil/common';
import type { CaseSummary } from '@konsil/contracts/cases';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { useMessageDraft } from '@konsil/messages';
import { Alert, BackLink, Combobox, EmptyState, ListLinkRow, Page, PageTitle, Section } from '@konsil/ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { caseTexts } from '../case-parts/texts';
import { paths } from '../paths';
import { messagePageTexts } from './texts';
import { WriteMessage } from './WriteMessage';

const atOnce = 20;
const nameOf = ({ patient }: Pick<CaseSummary, 'patient'>) => `${patient.last_name}, ${patient.first_name}`;

/** Selects the case, then writes: every message belongs to one. */
export default function NewMessagePage() {
  const { t } = useTexts(messagePageTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const [params, setParams] = useSearchParams();
  const caseId = params.get('case') ?? '';
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  const found = listOf(
    useListCasesInfiniteQuery({ view: 'all', sort: 'activity', limit: String(atOnce), ...(search && { search }) }),
  );
  const { currentData: chosen, isFetching } = useGetCaseQuery(caseId, { skip: !caseId });
  const about = (theCase: Pick<CaseSummary, 'id' | 'patient' | 'case_name'>) => ({
    value: theCase.id,
    label: `${nameOf(theCase)}: ${theCase.case_name}`,
    description: format.day(theCase.patient.date_of_birth),
  });
  const options = [...(chosen ? [chosen] : []), ...found.items.filter(({ id }) => id !== chosen?.id)];
  const empty = found.isFetching ? common('words.loading') : t(found.problem ? 'failed' : 'noCase');
  return (
    <Page>
      <PageTitle back={<BackLink to={paths.messages}>{t('title')}</BackLink>}>{t('new')}</PageTitle>
      <Combobox
        label={t('case')}
        hint={t('hint')}
        value={caseId}
        readOnly={isFetching && !options.some(({ id }) => id === caseId)}
        onChange={(id) => setParams(id ? { case: id } : {}, { replace: true })}
        onSearch={setTyped}
        options={options.map(about)}
        words={{ clear: t('clear'), open: t('open'), empty }}
      />
      {caseId ? (
        <WriteIn key={caseId} caseId={caseId} />
      ) : (
        <Section title={t(search ? 'found' : 'recent')}>
          <ListContent
            list={found}
            label={t('loading')}
            failed={t('failed')}
            rows={5}
            empty={
              <EmptyState>
                {common('empty.cases')}. {!search && t('noCases')}
              </EmptyState>
            }
          >
            {(theCase) => (
              <ListLinkRow
                key={theCase.id}
                to={`${paths.newMessage}?case=${theCase.id}`}
                title={nameOf(theCase)}
                detail={`${format.day(theCase.patient.date_of_birth)} · ${theCase.case_name}`}
              />
            )}
          </ListContent>
        </Section>
      )}
    </Page>
  );
}

function WriteIn({ caseId }: { caseId: string }) {
  const { t } = useTexts(messagePageTexts);
  const { t: ofCase } = useTexts(caseTexts);
  const navigate = useNavigateFromHere();
  const draft = useMessageDraft(caseId);
  const { currentData: theCase, error, refetch } = useGetCaseQuery(caseId);
  if (isGone(error))
    return (
      <Alert tone="warning" title={ofCase('notShared.title')}>
        {ofCase('notShared.text')}
      </Alert>
    );
  if (!theCase)
    return error ? (
      <LoadFailed problem={error} onRetry={refetch}>
        {t('caseFailed')}
      </LoadFailed>
    ) : (
      <Waiting label={t('loading')} rows={2} />
    );
  return <WriteMessage theCase={theCase} draft={draft} onSent={() => navigate(paths.caseMessages(theCase))} />;
}
