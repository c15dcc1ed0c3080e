import { LoadingTitle, PageFailed } from '@konsil/account';
import { useListCasesInfiniteQuery } from '@konsil/api/cases';
import { listOf } from '@konsil/api/lists';
import { useGetPatientQuery } from '@konsil/api/patients';
import { isGone } from '@konsil/api/problem';
import { CaseTurnPill, doctorTurn } from '@konsil/cases';
import type { CaseSummary } from '@konsil/contracts/cases';
import type { Patient } from '@konsil/contracts/patients';
import { dayOf, useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Alert, Button, Card, Columns, DefinitionList, EmptyState, List, ListLinkRow, ListSkeleton, Page, PatientBar, PriorityMark, Row, Section, Stack } from '@konsil/ui';
import { useParams } from 'react-router-dom';
import { NotShared } from '../case/NotShared';
import { EpicrisisView } from '../epicrisis/EpicrisisView';
import { paths } from '../paths';
import { PatientArchiveButton } from './PatientArchiveButton';
import { patientTexts } from './texts';

/** One patient at a glance: who it is, the epicrisis, the cases. */
export default function PatientPage() {
  const { patientId = '' } = useParams();
  const { t } = useTexts(patientTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const { currentData: patient, error, refetch } = useGetPatientQuery(patientId);

  if (isGone(error)) return <NotShared back={{ to: paths.patients, label: t('back') }} />;
  if (error && !patient) return <PageFailed onRetry={() => void refetch()}>{t('recordFailed')}</PageFailed>;
  if (!patient) return <Page><LoadingTitle /><ListSkeleton label={t('loading')} /></Page>;
  return (
    <>
      <PatientBar
        back={{ to: paths.patients, label: t('back') }} name={`${patient.last_name}, ${patient.first_name}`}
        facts={[format.day(patient.date_of_birth), format.age(patient.date_of_birth), common(`codes.gender.${patient.gender}`)].join(', ')}
      >
        <PatientArchiveButton patient={patient} />
      </PatientBar>
      <Page width="wide">
        <Columns>
          <Stack>
            <EpicrisisView patientId={patientId} />
          </Stack>
          <Stack data-print="hide">
            <PatientCases patientId={patientId} />
            <Contact patient={patient} />
          </Stack>
        </Columns>
      </Page>
    </>
  );
}

function PatientCases({ patientId }: { patientId: string }) {
  const { t } = useTexts(patientTexts);
  const { t: common } = useCommon();
  const cases = listOf(useListCasesInfiniteQuery({ patient: patientId, view: 'all' }));
  const state = (theCase: CaseSummary) => (
    <Row gap={2}><CaseTurnPill turn={doctorTurn(theCase, dayOf(new Date()))} /><PriorityMark level={theCase.priority} label={common(`codes.priority.${theCase.priority}`)} /></Row>
  );
  const content = () => {
    if (cases.isLoading) return <ListSkeleton label={t('loading')} rows={2} />;
    if (cases.problem) return <Alert tone="danger" action={<Button variant="secondary" onClick={cases.retry}>{t('retry')}</Button>}>{t('failed')}</Alert>;
    if (cases.items.length === 0) return <EmptyState>{common('empty.cases')}. {t('noCases')}</EmptyState>;
    return <List>{cases.items.map((theCase) => <ListLinkRow key={theCase.id} to={paths.case(theCase)} title={theCase.case_name} detail={state(theCase)} />)}</List>;
  };
  return <Section title={t('cases')}>{content()}</Section>;
}

function Contact({ patient }: { patient: Patient }) {
  const { t } = useTexts(patientTexts);
  const address = [`${patient.street} ${patient.house_number}`, `${patient.zipcode} ${patient.city}`, patient.country].filter(Boolean).join(', ');
  return (
    <Card as="section">
      <DefinitionList items={[{ term: t('address'), detail: address }, { term: t('phone'), detail: patient.phone || t('noPhone') }]} />
    </Card>
  );
}
