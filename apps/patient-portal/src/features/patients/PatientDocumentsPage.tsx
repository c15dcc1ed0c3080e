import { useRef, useState } from 'react';
import { useParams } from 'react-router-dom';
import { useListPatientDocumentsInfiniteQuery } from '@konsil/api/documents';
import { useGetPatientQuery } from '@konsil/api/patients';
import { ListSearch, ListSort, ListStates, ListStatus, MoreRows } from '@konsil/common';
import { medicalKinds } from '@konsil/contracts/codes';
import { patientDocumentsQuerySchema } from '@konsil/contracts/documents';
import { byExamination } from '@konsil/contracts/examinations';
import { fullName } from '@konsil/contracts/full-name';
import type { Patient } from '@konsil/contracts/patients';
import { DayRange, DocumentRow, DocumentRows } from '@konsil/documents';
import { nothingFound, useCommon, useTexts } from '@konsil/i18n';
import { knownFilters, useListFilters } from '@konsil/lists/list-filters';
import { listOf } from '@konsil/lists/lists';
import { useDebounced } from '@konsil/lists/use-settled';
import { Loaded } from '@konsil/portal-frame';
import {
  ArchiveIcon,
  BackLink,
  Button,
  Card,
  DocumentIcon,
  EmptyState,
  FilterIcon,
  LongList,
  NothingFound,
  Page,
  PageTitle,
  Row,
  SelectField,
  Stack,
} from '@konsil/ui';
import { paths } from '../paths.ts';
import { caseNamesOf } from './case-names.ts';
import { patientPageTexts } from './texts.ts';

const names = ['search', 'kind', 'from', 'to', 'sort', 'archived'] as const;
const orders = ['sort', 'archived'] as const;
const sorts = ['issue_date', 'uploaded_at', 'kind'] as const;

/** All documents of one person, across cases. */
export function PatientDocumentsPage() {
  const { t } = useTexts(patientPageTexts);
  const { patientId = '' } = useParams();
  return (
    <Loaded
      result={useGetPatientQuery(patientId)}
      gone={{ title: t('page.gone') }}
      back={{ to: paths.patients, label: t('page.back') }}
    >
      {(patient) => <Documents patient={patient} />}
    </Loaded>
  );
}

function Documents({ patient }: { patient: Patient }) {
  const { t } = useTexts(patientPageTexts);
  const { t: common } = useCommon();
  const { filters, set, reset, narrowed, filtered } = useListFilters('patient-documents', names, orders);
  const [resets, setResets] = useState(0);
  const [chosen, setOpen] = useState<boolean>();
  const isOpen = chosen ?? filtered;
  const field = useRef<HTMLInputElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const archived = filters.archived === 'true';
  const list = listOf(
    useListPatientDocumentsInfiniteQuery({
      patientId: patient.id,
      ...knownFilters(patientDocumentsQuerySchema, useDebounced(filters)),
    }),
  );
  const caseNameOf = caseNamesOf(list.items);
  const clear = () => {
    reset();
    setResets((before) => before + 1);
  };
  const { also, ...words } = nothingFound(common, 'documents', filters.search, filtered);
  const empty = narrowed ? (
    <NothingFound icon={<DocumentIcon />} {...words} search={field} onClear={clear}>
      {t(filters.search ? 'documents.emptySearch' : 'documents.emptyFilter')} {also}
    </NothingFound>
  ) : (
    <Card padding="none">
      <EmptyState icon={<DocumentIcon />}>{t(archived ? 'documents.noneArchived' : 'documents.none')}</EmptyState>
    </Card>
  );
  return (
    <Page>
      <PageTitle
        back={<BackLink to={paths.patient(patient.id)}>{fullName(patient)}</BackLink>}
        lead={t('documents.lead', { name: fullName(patient) })}
      >
        {t(archived ? 'documents.archiveTitle' : 'documents.title')}
      </PageTitle>
      <Stack gap={4}>
        <Row align="end">
          <ListSearch ref={field} label={t('documents.search')} filters={filters} set={set} />
          <ListSort
            label={t('documents.sort')}
            orders={sorts}
            word={(order) => t(`documents.sorts.${order}`)}
            filters={filters}
            set={set}
          />
          <Button
            variant="secondary"
            size="small"
            icon={<FilterIcon />}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t('documents.filter')}
          </Button>
        </Row>
        {isOpen && (
          <Row align="start">
            <SelectField
              compact
              label={t('documents.kind')}
              value={filters.kind ?? ''}
              onChange={(event) => set('kind', event.currentTarget.value)}
              options={[
                { value: '', label: t('documents.everyKind') },
                ...medicalKinds.map((value) => ({ value, label: common(`codes.medicalKind.${value}`) })),
              ]}
            />
            <DayRange labelOf={(end) => t(`documents.${end}`)} values={filters} onChange={set} resets={resets} />
          </Row>
        )}
        <ListStatus
          list={list}
          count={t('documents.count', { count: list.total })}
          icon={<ArchiveIcon />}
          label={t(archived ? 'documents.active' : 'documents.archive')}
          filters={filters}
          set={set}
        />
        <ListStates list={list} empty={empty} label={t('documents.loading')} failed={t('documents.failed')}>
          {() => (
            <>
              <DocumentRows ref={rows}>
                <LongList items={byExamination(list.items)} keyOf={([{ id }]) => id} guessedHeight={6}>
                  {(files) => (
                    <DocumentRow
                      files={files}
                      href={paths.document(files[0].case_id, files[0].id)}
                      newWord={t('documents.notSent')}
                      caseName={caseNameOf(files)}
                    />
                  )}
                </LongList>
              </DocumentRows>
              <MoreRows list={list} rowsOf={() => rows.current?.querySelectorAll('[role="listitem"]') ?? []} />
            </>
          )}
        </ListStates>
      </Stack>
    </Page>
  );
}
