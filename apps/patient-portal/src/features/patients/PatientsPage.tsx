import { lazy, Suspense, useRef } from 'react';
import { EmptyList, ListContent, ListSearch, ListSort, ListStatus } from '@konsil/common';
import { knownFilters, useListFilters } from '@konsil/lists/list-filters';
import { listOf } from '@konsil/lists/lists';
import { useListPatientsInfiniteQuery } from '@konsil/api/patients';
import { useDebounced } from '@konsil/lists/use-settled';
import { fullName } from '@konsil/contracts/full-name';
import { patientsQuerySchema, type PatientSummary } from '@konsil/contracts/patients';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import {
  Avatar,
  ButtonLink,
  ListLinkRow,
  Page,
  PageTitle,
  PatientsIcon,
  PersonNewIcon,
  Row,
  Stack,
  Text,
} from '@konsil/ui';
import { paths } from '../paths.ts';
import { patientPageTexts } from './texts.ts';

const SharedWithMe = lazy(async () => ({ default: (await import('../readers/SharedWithMe.tsx')).SharedWithMe }));

const names = ['search', 'sort', 'archived'] as const;
const orders = ['sort', 'archived'] as const;

/** The account holder and the people they act for. */
export function PatientsPage() {
  const { t } = useTexts(patientPageTexts);
  const { filters, set, reset, narrowed, filtered } = useListFilters('patients', names, orders);
  const field = useRef<HTMLInputElement>(null);
  const archived = filters.archived === 'true';
  const list = listOf(
    useListPatientsInfiniteQuery({ sort: 'name', ...knownFilters(patientsQuerySchema, useDebounced(filters)) }),
  );
  const add = (
    <ButtonLink to={paths.newPatient} icon={<PersonNewIcon />}>
      {t('list.new')}
    </ButtonLink>
  );

  const empty = (
    <EmptyList
      of="patients"
      icon={<PatientsIcon />}
      field={field}
      notFound={t('list.emptyFiltered')}
      nothingYet={t(archived ? 'list.emptyArchive' : 'list.emptyText')}
      action={!archived && add}
      {...{ filters, reset, narrowed, filtered }}
    />
  );
  return (
    <Page>
      <PageTitle lead={t('list.lead')} actions={!archived && add}>
        {t(archived ? 'list.archiveTitle' : 'list.title')}
      </PageTitle>
      <Stack gap={4}>
        <Row align="end">
          <ListSearch ref={field} label={t('list.search')} filters={filters} set={set} />
          <ListSort
            label={t('list.sort')}
            orders={['name', 'activity']}
            word={(order) => t(`list.sorts.${order}`)}
            filters={filters}
            set={set}
          />
        </Row>
        <ListStatus
          list={list}
          count={t('list.count', { count: list.total })}
          label={t(archived ? 'list.active' : 'list.archive')}
          filters={filters}
          set={set}
        />
        <ListContent list={list} empty={empty}>
          {(person) => <PersonRow key={person.id} person={person} />}
        </ListContent>
        {!archived && (
          <Suspense>
            <SharedWithMe />
          </Suspense>
        )}
      </Stack>
    </Page>
  );
}

function PersonRow({ person }: { person: PatientSummary }) {
  const { t } = useTexts(patientPageTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  return (
    <ListLinkRow
      to={paths.patient(person.id)}
      icon={<Avatar name={fullName(person)} voice="patient" />}
      title={fullName(person)}
      detail={t('list.row', {
        relationship: common(`codes.relationship.${person.relationship}`),
        day: format.day(person.date_of_birth),
      })}
      state={
        <Text tone="muted" size="small">
          {t('list.openCases', { count: person.open_case_count })}
        </Text>
      }
    />
  );
}
