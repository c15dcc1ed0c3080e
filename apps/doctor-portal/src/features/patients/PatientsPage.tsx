import { knownFilters, useListFilters } from '@konsil/lists/list-filters';
import { listOf } from '@konsil/lists/lists';
import { useListPatientsInfiniteQuery } from '@konsil/api/patients';
import { useDebounced } from '@konsil/lists/use-settled';
import { ArchiveSwitch, EmptyList, ListSearch, ListStates, MoreRows } from '@konsil/common';
import { patientsQuerySchema, type PatientSummary } from '@konsil/contracts/patients';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import {
  ArchiveIcon,
  DataTable,
  Desk,
  PageTitle,
  Pane,
  PatientsIcon,
  SelectField,
  ToolBar,
  TurnPill,
  useDesk,
  type Column,
  type Sort,
} from '@konsil/ui';
import { useRef } from 'react';
import { paths } from '../paths';
import { patientTexts } from './texts';

const names = ['search', 'sort', 'archived'] as const;
const order = ['sort', 'archived'] as const;

/** Lists the patients who have sent this doctor a case. */
export default function PatientsPage() {
  const { t } = useTexts(patientTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const desk = useDesk();
  const { filters, set, reset, narrowed, filtered } = useListFilters('patients', names, order);
  const field = useRef<HTMLInputElement>(null);
  const table = useRef<HTMLDivElement>(null);
  const list = listOf(
    useListPatientsInfiniteQuery({ sort: 'activity', ...knownFilters(patientsQuerySchema, useDebounced(filters)) }),
  );
  const archived = filters.archived === 'true';

  const columns: Column<PatientSummary>[] = [
    {
      key: 'name',
      header: t('columns.name'),
      cell: ({ last_name, first_name }) => `${last_name}, ${first_name}`,
      sortable: 'ascending',
    },
    { key: 'born', header: t('columns.born'), width: 'date', cell: ({ date_of_birth }) => format.day(date_of_birth) },
    {
      key: 'gender',
      header: t('columns.gender'),
      width: 'word',
      card: 'hidden',
      cell: ({ gender }) => common(`codes.gender.${gender}`),
    },
    {
      key: 'cases',
      header: t('columns.cases'),
      width: 'count',
      align: 'end',
      card: { before: t('columns.cases') },
      cell: ({ case_count }) => case_count,
    },
    {
      key: 'turn',
      header: t('columns.turn'),
      width: 'state',
      card: {
        before: ({ cases_with_doctor: mine, cases_with_patient: theirs }) =>
          mine + theirs > 0 ? undefined : t('columns.turn'),
      },
      cell: ({ cases_with_doctor: mine, cases_with_patient: theirs, gender }) =>
        mine > 0 ? (
          <TurnPill tone="you">{t('turn.you', { count: mine })}</TurnPill>
        ) : theirs > 0 ? (
          <TurnPill tone="other">{t(`turn.patient.${gender}`)}</TurnPill>
        ) : (
          t('turn.nobody')
        ),
    },
    {
      key: 'activity',
      header: t('columns.activity'),
      width: 'moment',
      card: 'hidden',
      sortable: 'descending',
      cell: ({ last_activity_at }) => format.moment(last_activity_at),
    },
  ];
  const empty = (
    <EmptyList
      of="patients"
      icon={<PatientsIcon />}
      field={field}
      notFound={t('emptyFilter')}
      nothingYet={t(archived ? 'emptyArchive' : 'emptyText')}
      {...{ filters, reset, narrowed, filtered }}
    />
  );
  return (
    <Desk>
      <PageTitle actions={<ListSearch ref={field} label={t('search')} filters={filters} set={set} compact={false} />}>
        {t('title')}
      </PageTitle>
      <ToolBar>
        <SelectField
          layout="inline"
          compact
          label={t('sort')}
          value={filters.sort ?? 'activity'}
          onChange={(event) => set('sort', event.target.value)}
          options={(['activity', 'name'] as const).map((value) => ({ value, label: t(`sorts.${value}`) }))}
        />
        <ArchiveSwitch
          icon={<ArchiveIcon />}
          label={t(archived ? 'hideArchive' : 'showArchive')}
          filters={filters}
          set={set}
        />
        <span role="status">{!list.isLoading && !list.problem && t('count', { count: list.total })}</span>
      </ToolBar>
      <ListStates list={list} empty={empty} label={t('loading')} failed={t('failed')} rows={8}>
        {() => (
          <Pane ref={table}>
            <DataTable
              label={t('title')}
              columns={columns}
              rows={list.items}
              rowKey={({ id }) => id}
              total={list.total}
              onMore={list.loadMore}
              rowTo={({ id }) => paths.patient(id)}
              linkColumn="name"
              sort={
                filters.sort === 'name'
                  ? { key: 'name', direction: 'ascending' }
                  : { key: 'activity', direction: 'descending' }
              }
              {...(desk && { onSort: ({ key }: Sort) => set('sort', key) })}
            />
            <MoreRows list={list} rowsOf={() => table.current?.querySelectorAll('[data-row]') ?? []} />
          </Pane>
        )}
      </ListStates>
    </Desk>
  );
}
