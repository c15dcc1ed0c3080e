import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { Loaded } from '@konsil/portal-frame';
import { ListContent, useAction } from '@konsil/common';
import { useListCasesInfiniteQuery } from '@konsil/api/cases';
import { listOf } from '@konsil/lists/lists';
import { useArchivePatientMutation, useGetPatientQuery, useRestorePatientMutation } from '@konsil/api/patients';
import { fullName } from '@konsil/contracts/full-name';
import { patientDetails, type Patient } from '@konsil/contracts/patients';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import {
  AddIcon,
  Alert,
  ArchiveIcon,
  Avatar,
  BackLink,
  Button,
  ButtonLink,
  Card,
  Columns,
  ConfirmDialog,
  DefinitionList,
  EmptyState,
  List,
  ListLinkRow,
  Page,
  PageTitle,
  Row,
  Section,
  Stack,
  TextLink,
} from '@konsil/ui';
import { CaseRow } from '../cases/CaseRow.tsx';
import { paths } from '../paths.ts';
import { AddressLines } from './AddressLines.tsx';
import { HealthProfile } from './HealthProfile.tsx';
import { NewestDocuments } from './NewestDocuments.tsx';
import { NewestSummary } from './NewestSummary.tsx';
import { patientPageTexts } from './texts.ts';
import { WhoMaySee } from './WhoMaySee.tsx';

/** One person: cases, record, medical summaries. */
export function PatientPage() {
  const { t } = useTexts(patientPageTexts);
  const { patientId = '' } = useParams();
  const result = useGetPatientQuery(patientId);
  return (
    <Loaded
      result={result}
      gone={{ title: t('page.gone') }}
      back={{ to: paths.patients, label: t('page.back') }}
      width="wide"
    >
      {(patient) => <Person patient={patient} />}
    </Loaded>
  );
}

function Person({ patient }: { patient: Patient }) {
  const { t } = useTexts(patientPageTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const name = fullName(patient);
  const [inArchive, setInArchive] = useState(false);
  const result = useListCasesInfiniteQuery({
    patient: patient.id,
    sort: 'activity',
    ...(inArchive && { archived: 'true' }),
  });
  const cases = listOf(result);
  const hasArchive = inArchive || (result.data?.pages[0]?.counts.archived ?? 0) > 0;
  // No new cases for archived people.
  const start = !patient.archived_at && !inArchive && (
    <ButtonLink variant="secondary" to={paths.newCaseFor(patient.id)} icon={<AddIcon />}>
      {t('page.newCase', { name })}
    </ButtonLink>
  );
  return (
    <Page width="wide">
      <PageTitle
        back={<BackLink to={paths.patients}>{t('page.back')}</BackLink>}
        face={<Avatar name={name} voice="patient" size="large" />}
        lead={t('page.lead', {
          relationship: common(`codes.relationship.${patient.relationship}`),
          age: format.age(patient.date_of_birth),
        })}
      >
        {name}
      </PageTitle>
      <Columns>
        <Stack>
          <NewestSummary patient={patient} />
          <Section title={t(inArchive ? 'page.archivedCases' : 'page.cases')}>
            <ListContent
              list={cases}
              empty={
                <Card padding="none">
                  <EmptyState action={start}>{t(inArchive ? 'page.noArchived' : 'page.noCases')}</EmptyState>
                </Card>
              }
            >
              {(theCase) => <CaseRow key={theCase.id} theCase={theCase} />}
            </ListContent>
            {((cases.items.length > 0 && start) || hasArchive) && (
              <Row justify="between">
                {cases.items.length > 0 && start}
                {hasArchive && (
                  <Button variant="quiet" size="small" onClick={() => setInArchive(!inArchive)}>
                    {t(inArchive ? 'page.currentCases' : 'page.showArchive')}
                  </Button>
                )}
              </Row>
            )}
          </Section>
          <NewestDocuments patientId={patient.id} />
          <HealthProfile patientId={patient.id} fixed={patient.archived_at !== null} />
          <List>
            <ListLinkRow
              to={paths.takePersonAway(patient.id)}
              title={t('page.takeAway')}
              detail={t('page.takeAwayText')}
            />
            <ListLinkRow to={paths.imports(patient.id)} title={t('page.takeOver')} detail={t('page.takeOverText')} />
          </List>
        </Stack>
        <Stack>
          <Record patient={patient} />
          <WhoMaySee patientId={patient.id} name={name} />
        </Stack>
      </Columns>
    </Page>
  );
}

function Record({ patient }: { patient: Patient }) {
  const { t } = useTexts(patientPageTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const none = t('page.none');
  return (
    <Stack gap={4}>
      <Card>
        <Section
          title={t('page.record')}
          action={
            <TextLink to={paths.editPatient(patient.id)} aria-label={t('form.editTitle')}>
              {t('page.edit')}
            </TextLink>
          }
        >
          <DefinitionList
            items={[
              { term: common('fields.date_of_birth'), detail: format.day(patient.date_of_birth) },
              { term: common('fields.gender'), detail: common(`codes.gender.${patient.gender}`) },
              {
                term: t('page.address'),
                detail: <AddressLines of={patient} empty={none} />,
              },
              ...patientDetails.map((name) => ({
                term: common(`codes.patientDetail.${name}`),
                detail: patient[name] || none,
              })),
            ]}
          />
        </Section>
      </Card>
      <Archiving patient={patient} />
    </Stack>
  );
}

function Archiving({ patient: { id, version, archived_at, relationship, ...who } }: { patient: Patient }) {
  const { t } = useTexts(patientPageTexts);
  const { t: common } = useCommon();
  const act = useAction();
  const [archive] = useArchivePatientMutation();
  const [restore] = useRestorePatientMutation();
  const [asking, setAsking] = useState(false);
  const bringBack = () => act(restore({ id, version }).unwrap(), { text: common('toasts.restored') });
  const putAway = () => {
    setAsking(false);
    void act(archive({ id, version }).unwrap(), {
      text: common('toasts.archived'),
      undo: () => restore({ id }).unwrap(),
    });
  };
  if (archived_at)
    return (
      <Alert
        action={
          <Button variant="secondary" size="small" onClick={() => void bringBack()}>
            {t('page.restore')}
          </Button>
        }
      >
        {t('page.archived')}
      </Alert>
    );
  if (relationship === 'self') return null;
  return (
    <>
      <Row>
        <Button variant="quiet" size="small" icon={<ArchiveIcon />} onClick={() => setAsking(true)}>
          {t('page.archive')}
        </Button>
      </Row>
      <ConfirmDialog
        open={asking}
        title={t('page.archiveTitle', { name: fullName(who) })}
        confirmLabel={t('page.archive')}
        cancelLabel={common('words.cancel')}
        onCancel={() => setAsking(false)}
        onConfirm={putAway}
      >
        {common('archiveQuestion')}
      </ConfirmDialog>
    </>
  );
}
