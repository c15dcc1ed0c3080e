import { lazy, Suspense, useDeferredValue } from 'react';
import { Loaded } from '@konsil/portal-frame';
import { useGetAccountQuery } from '@konsil/api/account';
import { useDashboardQuery } from '@konsil/api/cases';
import type { Dashboard } from '@konsil/contracts/cases';
import { useTexts } from '@konsil/i18n';
import { AddIcon, Alert, ButtonLink, Columns, List, Page, PageTitle, Row, Section, Stack, TextLink } from '@konsil/ui';
import { CaseRow } from '../cases/CaseRow.tsx';
import { paths } from '../paths.ts';
import { FirstCase } from './FirstCase.tsx';
import { NeedsMe } from './NeedsMe.tsx';
import { DashboardSideColumn } from './Aside.tsx';
import { dashboardTexts } from './texts.ts';
import { waitingIn, type Waiting } from './waiting.ts';

const SharedPersons = lazy(async () => ({ default: (await import('../readers/SharedWithMe.tsx')).SharedPersons }));
const ErasurePlanned = lazy(async () => ({ default: (await import('../privacy/ErasurePlanned.tsx')).ErasurePlanned }));

/** The start page of the signed-in portal: next steps, other cases, newest answer. */
export function DashboardPage() {
  // A case that was begun on another page is in the list at once.
  const result = useDeferredValue(useDashboardQuery(undefined, { refetchOnMountOrArgChange: 5 }));
  return (
    <Loaded result={result} width="wide">
      {(dashboard) => <Overview dashboard={dashboard} />}
    </Loaded>
  );
}

/** Counts the things that wait for the reader, else what is new. */
const countOf = (
  { count }: Waiting,
  { cases, open_todos: todos, unread_messages: messages, unread_summaries: summaries }: Dashboard,
) => {
  const documents = cases.flatMap((theCase) => theCase.unread_documents);
  const all = [
    ['waiting', count],
    ['waitingTodos', todos],
    ['waitingMessages', messages],
    ['waitingDocuments', documents.length],
    ['waitingSummaries', summaries.length],
  ] as const;
  return all.find(([, number]) => number > 0) ?? all[0];
};

function Overview({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTexts(dashboardTexts);
  const { data: account } = useGetAccountQuery();
  const { needs_me: mine, cases, archived_cases: archived, referrals = 0, begun_case_at: begunAt } = dashboard;
  const all = mine.length + cases.length;
  const waiting = waitingIn(dashboard);
  const [sentence, count] = countOf(waiting, dashboard);
  return (
    <Page width="wide">
      <PageTitle lead={all > 0 || begunAt ? t(sentence, { count }) : undefined}>
        <Hello />
      </PageTitle>
      {account?.erasure_at && (
        <Suspense>
          <ErasurePlanned on={account.erasure_at} held={account.erasure_held ?? false} />
        </Suspense>
      )}
      {referrals > 0 && (
        <Alert
          title={t('referrals.title')}
          action={
            <ButtonLink variant="secondary" size="small" to={paths.referrals}>
              {t('referrals.look')}
            </ButtonLink>
          }
        >
          {t('referrals.text')}
        </Alert>
      )}
      <Columns>
        <Stack>
          {dashboard.shared_with_me && (
            <Suspense>
              <SharedPersons persons={dashboard.shared_with_me} />
            </Suspense>
          )}
          <NeedsMe waiting={waiting} question={dashboard.open_question} />
          {all + archived === 0 && <FirstCase />}
          {all + archived > 0 && (
            <Section
              title={t(mine.length > 0 && cases.length > 0 ? 'otherCases' : 'cases')}
              action={all > 0 && <TextLink to={paths.cases}>{t('allCases', { count: all })}</TextLink>}
            >
              {cases.length > 0 && (
                <List>
                  {cases.slice(0, 5).map((theCase) => (
                    <CaseRow key={theCase.id} theCase={theCase} />
                  ))}
                </List>
              )}
              <Row>
                <ButtonLink variant="secondary" to={paths.newCase} icon={<AddIcon />}>
                  {t('newCase')}
                </ButtonLink>
              </Row>
            </Section>
          )}
        </Stack>
        <DashboardSideColumn dashboard={dashboard} />
      </Columns>
    </Page>
  );
}

function Hello() {
  const { t } = useTexts(dashboardTexts);
  const { data: account } = useGetAccountQuery();
  const own = account?.own_patient;
  return own ? t(`hello.${own.gender}`, { firstName: own.first_name, lastName: own.last_name }) : t('plainHello');
}
