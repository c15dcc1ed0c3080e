// @bundle route
import { useDeferredValue } from 'react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { Loaded } from '@konsil/portal-frame';
import { useGetAccountQuery } from '@konsil/api/account';
import { useGetCaseQuery } from '@konsil/api/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { doctorName } from '@konsil/cases';
import { fullName } from '@konsil/contracts/full-name';
import { useTexts } from '@konsil/i18n';
import { Alert, BackLink, Button, Page, PageTitle, TabLinks } from '@konsil/ui';
import { paths } from '../paths.ts';
import { ActingNote } from './Acting.tsx';
import { useCaseActions } from './case-actions.ts';
import { CaseMenu } from './CaseMenu.tsx';
import { CaseStandingLine } from './CaseStandingLine.tsx';
import type { CaseTab } from './CaseStandingLine.tsx';
import { HandOver } from './HandOver.tsx';
import { ShareAgain } from './ShareAgain.tsx';
import { casePageTexts } from './texts.ts';

export interface OfCaseProps {
  /** The width of the page. */
  width?: 'column' | 'wide';
  /** Other data of the page is still loading. */
  waits?: boolean;
  children: (theCase: ProcessOverview) => ReactNode;
}

/** Loads the case in the URL for a page about one case. */
export function WithCase({ width = 'column', waits = false, children }: OfCaseProps) {
  const { caseId = '' } = useParams();
  const { t } = useTexts(casePageTexts);
  const { currentData, ...result } = useGetCaseQuery(caseId);
  // Renders with low priority, so that input stays responsive.
  const drawn = useDeferredValue(currentData);
  return (
    <Loaded
      result={{ ...result, currentData: waits || drawn?.id !== currentData?.id ? undefined : drawn }}
      gone={{ title: t('page.gone'), text: t('page.goneText') }}
      back={{ to: paths.cases, label: t('page.back') }}
      width={width}
    >
      {children}
    </Loaded>
  );
}

export interface CaseFrameProps extends Pick<OfCaseProps, 'waits'> {
  tab: CaseTab;
  /** The state of the case between title and tabs; the default is a line below the title. */
  standing?: (theCase: ProcessOverview) => ReactNode;
  children: (theCase: ProcessOverview) => ReactNode;
}

/** The frame of all pages of a case: patient, actions, tabs. */
export function CaseFrame({ tab, waits = false, standing, children }: CaseFrameProps) {
  const { t } = useTexts(casePageTexts);
  const tabs = ({ id, counts }: ProcessOverview) => [
    { to: paths.case(id), label: t('page.overview'), current: tab === 'overview' },
    { to: paths.documents(id), label: t('page.documents'), count: counts.documents, current: tab === 'documents' },
    { to: paths.images(id), label: t('page.images'), count: counts.images, current: tab === 'images' },
    { to: paths.caseTodos(id), label: t('page.todos'), count: counts.todos_open, current: tab === 'todos' },
    {
      to: paths.caseMessages(id),
      label: t('page.messages'),
      current: tab === 'messages',
      ...(counts.messages_unread > 0
        ? { count: counts.messages_unread, countTone: 'you' as const, countLabel: t('page.new') }
        : { count: counts.messages }),
    },
  ];
  return (
    <WithCase width="wide" waits={waits}>
      {(theCase) => (
        <Page width="wide">
          <PageTitle
            back={<WayBack theCase={theCase} />}
            part={!standing}
            more={<CaseMenu theCase={theCase} />}
            lead={
              standing ? (
                t('page.lead', { patient: fullName(theCase.patient), doctor: doctorName(theCase.doctor.name) })
              ) : (
                <CaseStandingLine theCase={theCase} tab={tab} />
              )
            }
          >
            {/* Only for the document title, which is the text of the h1. */}
            <span hidden>{`${t(`page.${tab}`)}: `}</span>
            {theCase.case_name}
          </PageTitle>
          <ActingNote theCase={theCase} />
          {!theCase.acting && <CaseNotices theCase={theCase} />}
          {standing?.(theCase)}
          <TabLinks label={t('page.tabs')} items={tabs(theCase)} />
          {children(theCase)}
        </Page>
      )}
    </WithCase>
  );
}

/** Leads back to the list of cases, or to the person for whom the reader acts, whose cases are not in that list. */
function WayBack({ theCase: { acting, patient } }: { theCase: ProcessOverview }) {
  const { t } = useTexts(casePageTexts);
  return acting ? (
    <BackLink to={paths.sharedPerson(acting.reader_id)}>{fullName(patient)}</BackLink>
  ) : (
    <BackLink to={paths.cases}>{t('page.back')}</BackLink>
  );
}

function CaseNotices({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(casePageTexts);
  const actions = useCaseActions(theCase);
  const { data: account } = useGetAccountQuery();
  // Without the consent to health data nothing can be shared, which every page says already.
  const withdrawn = !theCase.shared && theCase.last_request_at !== null && !account?.consent_withdrawn_at;
  return (
    <>
      {theCase.archived_at && (
        <Alert
          action={
            <Button variant="secondary" size="small" onClick={() => void actions.restore()}>
              {t('page.restore')}
            </Button>
          }
        >
          {t('page.archived')}
        </Alert>
      )}
      {withdrawn && (
        <Alert
          tone="warning"
          action={
            !account?.erasure_at &&
            (theCase.doctor.left ? <HandOver theCase={theCase} /> : <ShareAgain theCase={theCase} />)
          }
        >
          {t(account?.erasure_at ? 'page.unsharedErased' : 'page.unshared', {
            doctor: doctorName(theCase.doctor.name),
          })}
        </Alert>
      )}
    </>
  );
}
