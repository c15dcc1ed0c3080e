import { Loaded } from '@konsil/portal-frame';
import { useListCasesInfiniteQuery } from '@konsil/api/cases';
import { listOf } from '@konsil/lists/lists';
import { useGetPatientQuery } from '@konsil/api/patients';
import { CaseTurnPill, doctorTurn } from '@konsil/cases';
import { ListContent } from '@konsil/common';
import type { CaseSummary } from '@konsil/contracts/cases';
import { patientDetails, type Patient } from '@konsil/contracts/patients';
import { addressLines } from '@konsil/contracts/postal-address';
import { practiceToday, useCommon, useFormat, useLocale, useTexts } from '@konsil/i18n';
import {
  ArchiveIcon,
  Button,
  Card,
  Columns,
  DefinitionList,
  EmptyState,
  ListLinkRow,
  Page,
  PatientBar,
  PriorityMark,
  Row,
  Section,
  TextLink,
} from '@konsil/ui';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { useNotShared } from '../case-parts/use-not-shared';
import { EpicrisisView } from '../epicrisis/EpicrisisView';
import { paths } from '../paths';
import { PatientArchiveButton } from './PatientArchiveButton';
import { patientTexts } from './texts';

/** One patient: identity, cases, contact, epicrisis. */
export default function PatientPage() {
  const { patientId = '' } = useParams();
  const { t } = useTexts(patientTexts);
  const notShared = useNotShared();
  const result = useGetPatientQuery(patientId);
  return (
    <Loaded
      result={result}
      gone={notShared}
      back={{ to: paths.patients, label: t('back') }}
      label={t('loading')}
      failed={t('recordFailed')}
      width="wide"
    >
      {(patient) => <Overview patient={patient} />}
    </Loaded>
  );
}

function Overview({ patient }: { patient: Patient }) {
  const { t } = useTexts(patientTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  return (
    <>
      <PatientBar
        back={{ to: paths.patients, label: t('back') }}
        name={`${patient.last_name}, ${patient.first_name}`}
        facts={[
          format.day(patient.date_of_birth),
          format.age(patient.date_of_birth),
          common(`codes.gender.${patient.gender}`),
        ].join(', ')}
      >
        <PatientArchiveButton patient={patient} />
      </PatientBar>
      <Page width="wide">
        <Columns data-print="hide">
          <PatientCases patientId={patient.id} />
          <Contact patient={patient} />
        </Columns>
        <EpicrisisView patientId={patient.id} termsBeside />
      </Page>
    </>
  );
}

function PatientCases({ patientId }: { patientId: string }) {
  const { t } = useTexts(patientTexts);
  const { t: common } = useCommon();
  const [inArchive, setInArchive] = useState(false);
  const result = useListCasesInfiniteQuery({ patient: patientId, view: 'all', ...(inArchive && { archived: 'true' }) });
  const cases = listOf(result);
  const hasArchive = inArchive || (result.data?.pages[0]?.counts.archived ?? 0) > 0;
  const state = (theCase: CaseSummary) => (
    <Row as="span" gap={2}>
      {theCase.priority !== 'undefined' && (
        <PriorityMark level={theCase.priority} label={common(`codes.priority.${theCase.priority}`)} />
      )}
      <CaseTurnPill turn={doctorTurn(theCase, practiceToday())} />
    </Row>
  );
  const other = hasArchive && (
    <Button variant="quiet" size="small" icon={<ArchiveIcon />} onClick={() => setInArchive(!inArchive)}>
      {t(inArchive ? 'hideArchive' : 'showArchive')}
    </Button>
  );
  return (
    <Section title={t(inArchive ? 'archivedCases' : 'cases')} action={other}>
      <ListContent
        list={cases}
        rows={2}
        empty={
          <EmptyState>
            {common('empty.cases')}. {t(inArchive ? 'noArchived' : 'noCases')}
          </EmptyState>
        }
      >
        {(theCase) => (
          <ListLinkRow key={theCase.id} to={paths.case(theCase)} title={theCase.case_name} state={state(theCase)} />
        )}
      </ListContent>
    </Section>
  );
}

function Contact({ patient }: { patient: Patient }) {
  const { t } = useTexts(patientTexts);
  const locale = useLocale();
  const { t: common } = useCommon();
  return (
    <Section title={t('contact')}>
      <Card>
        <DefinitionList
          items={[
            { term: t('address'), detail: addressLines(patient, locale).join(', ') },
            ...patientDetails.map((name) => ({
              term: common(`codes.patientDetail.${name}`),
              detail:
                name === 'phone' && patient.phone ? (
                  <TextLink standalone to={`tel:${patient.phone.replace(/[^+\d]/g, '')}`}>
                    {patient.phone}
                  </TextLink>
                ) : (
                  patient[name] || t('notGiven')
                ),
            })),
          ]}
        />
      </Card>
    </Section>
  );
}
