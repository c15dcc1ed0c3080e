import { useListPooledCasesInfiniteQuery, useListPoolsQuery, useTakeOutOfPoolMutation } from '@konsil/api/pools';
import { useShortcutKeys, useShortcutsOn } from '@konsil/api/shortcuts';
import { shortDoctorName } from '@konsil/cases';
import { ListSearch, ListStates, LoadFailed, MoreRows, useAction, Waiting, type PagedList } from '@konsil/common';
import type { CaseSummary } from '@konsil/contracts/cases';
import type { Pool, PooledCase } from '@konsil/contracts/pools';
import { nothingFound, useCommon, useFormat, useTexts } from '@konsil/i18n';
import { useListFilters } from '@konsil/lists/list-filters';
import { listOf } from '@konsil/lists/lists';
import { useDebounced } from '@konsil/lists/use-settled';
import {
  BackLink,
  Button,
  ClinicIcon,
  DataTable,
  Desk,
  EmptyState,
  NothingFound,
  PageTitle,
  Pane,
  TabLinks,
  Text,
  useDesk,
  type Column,
} from '@konsil/ui';
import { useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useInboxColumns } from '../inbox/inbox-columns';
import { useListFocus } from '../inbox/use-list-focus';
import { paths } from '../paths';
import { poolTexts } from './texts';
import { useTake } from './use-take';

const names = ['search'] as const;

/** The pools of the doctor's clinics, one at a time: cases that nobody has taken. */
export default function PoolPage() {
  const { t } = useTexts(poolTexts);
  const { data, error, refetch } = useListPoolsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [params] = useSearchParams();
  const pool = data?.find(({ id }) => id === params.get('clinic')) ?? data?.[0];
  const { filters, set, reset } = useListFilters('pool', names);
  const field = useRef<HTMLInputElement>(null);
  return (
    <Desk>
      <PageTitle
        back={<BackLink to={paths.inbox}>{t('back')}</BackLink>}
        lead={t('lead')}
        {...(pool && { actions: <ListSearch ref={field} label={t('search')} {...{ filters, set }} compact={false} /> })}
      >
        {pool ? t('title', { clinic: pool.name }) : t('titleAlone')}
      </PageTitle>
      {!data && !error && <Waiting label={t('loading')} rows={6} />}
      {!data && error && (
        <LoadFailed problem={error} onRetry={refetch}>
          {t('failed')}
        </LoadFailed>
      )}
      {data?.length === 0 && <EmptyState icon={<ClinicIcon />}>{t('noPool')}</EmptyState>}
      {data && data.length > 1 && (
        <TabLinks
          label={t('which')}
          items={data.map(({ id, name, cases }) => ({
            to: paths.pool(id),
            label: name,
            current: id === pool?.id,
            count: cases,
          }))}
        />
      )}
      {pool && <Cases key={pool.id} pool={pool} search={filters.search ?? ''} field={field} onReset={reset} />}
    </Desk>
  );
}

interface CasesProps {
  pool: Pool;
  search: string;
  field: RefObject<HTMLInputElement | null>;
  onReset: () => void;
}

function Cases({ pool, search, field, onReset }: CasesProps) {
  const { t } = useTexts(poolTexts);
  const { t: common } = useCommon();
  const asked = useDebounced({ id: pool.id, ...(search.trim() && { search: search.trim() }) });
  const list = listOf(useListPooledCasesInfiniteQuery(asked, { refetchOnMountOrArgChange: true }));
  const { also, ...words } = nothingFound(common, 'cases', search, false);
  const empty = search ? (
    <NothingFound icon={<ClinicIcon />} {...words} search={field} onClear={onReset}>
      {also}
    </NothingFound>
  ) : (
    <EmptyState icon={<ClinicIcon />}>
      <strong>{t('empty')}</strong> {t('emptyText')}
    </EmptyState>
  );
  return (
    <ListStates list={list} empty={empty} label={t('loading')} failed={t('failed')} rows={6}>
      {() => (
        <>
          <p role="status">{t('count', { count: list.total })}</p>
          <Table pool={pool} list={list} />
        </>
      )}
    </ListStates>
  );
}

/** Every case here is in the pool, so the rows leave that mark out. */
const withoutPool = (theCase: CaseSummary): CaseSummary => {
  if (!theCase.triage) return theCase;
  const { pool: _, ...triage } = theCase.triage;
  return { ...theCase, triage };
};

const noMarks: ReadonlySet<string> = new Set();
const nothing = () => undefined;

function Table({ pool, list }: { pool: Pool; list: PagedList<PooledCase> }) {
  const { items } = list;
  const { t } = useTexts(poolTexts);
  const format = useFormat();
  const desk = useDesk();
  const shortcuts = useShortcutsOn();
  const takeKey = useShortcutKeys().pool.take;
  const act = useAction();
  const table = useRef<HTMLDivElement>(null);
  const [selectedId, select] = useState<string>();
  const { take, busy } = useTake();
  const [keep, { isLoading: keeping }] = useTakeOutOfPoolMutation();
  const selected = items.find((item) => item.case.id === selectedId) ?? items[0];
  useListFocus(table, desk, items);
  const stays = new Map(items.map((item) => [item.case.id, item]));
  const takeRow = (item: PooledCase) =>
    item.mine ? void act(keep({ caseId: item.case.id }).unwrap(), { text: t('kept') }) : void take(item.id, pool.id);
  const columns: Column<CaseSummary>[] = [
    ...useInboxColumns('needs_answer', { marked: noMarks, onMark: nothing, menuOf: () => null })
      .filter(({ key }) => key !== 'mark' && key !== 'menu')
      .map(({ sortable: _, ...column }) => column),
    {
      key: 'put',
      header: t('columns.put'),
      width: 'state',
      card: { before: t('columns.put') },
      cell: ({ id }) => {
        const item = stays.get(id);
        return item && `${item.mine ? t('you') : shortDoctorName(item.put_by)}, ${format.day(item.put_at)}`;
      },
    },
    {
      key: 'take',
      header: '',
      headerSpoken: t('columns.take'),
      width: 'state',
      cell: ({ id, patient, case_name: name }) => {
        const item = stays.get(id);
        return (
          item && (
            <Button
              variant="secondary"
              size="small"
              busy={busy || keeping}
              aria-label={t(item.mine ? 'keepLabel' : 'takeLabel', {
                patient: `${patient.first_name} ${patient.last_name}`,
                case: name,
              })}
              onClick={() => takeRow(item)}
            >
              {t(item.mine ? 'keep' : 'take')}
            </Button>
          )
        );
      },
    },
  ];
  const press = (event: KeyboardEvent, id: string) => {
    const item = stays.get(id);
    // A key held down takes one case.
    if (event.key.toLowerCase() !== takeKey || event.repeat || !item || busy) return;
    event.preventDefault();
    takeRow(item);
  };
  return (
    <>
      <Pane ref={table}>
        <DataTable
          label={t('title', { clinic: pool.name })}
          columns={columns}
          rows={items.map(({ case: theCase }) => withoutPool(theCase))}
          rowKey={({ id }) => id}
          rowTo={({ id }) => paths.pooledCase(stays.get(id)?.id ?? '')}
          linkColumn="patient"
          {...(desk && selected && { selected: selected.case.id })}
          onSelect={select}
          {...(shortcuts && { onRowKey: press })}
          total={list.total}
          onMore={list.loadMore}
        />
        <MoreRows list={list} rowsOf={() => table.current?.querySelectorAll('[data-row]') ?? []} />
      </Pane>
      {desk && shortcuts && (
        <Text as="p" tone="muted" size="small">
          {t('keyHint', { key: takeKey.toUpperCase() })}
        </Text>
      )}
    </>
  );
}
