import { useRef } from 'react';
import { EmptyList, ListContent, ListSearch, ListSort, ListStatus, Waiting } from '@konsil/common';
import { useListCasesInfiniteQuery } from '@konsil/api/cases';
import { knownFilters, useListFilters } from '@konsil/lists/list-filters';
import { listOf } from '@konsil/lists/lists';
import { useListPatientsInfiniteQuery } from '@konsil/api/patients';
import { useDebounced } from '@konsil/lists/use-settled';
import { casesQuerySchema } from '@konsil/contracts/cases';
import { fullName } from '@konsil/contracts/full-name';
import { useTexts } from '@konsil/i18n';
import { AddIcon, ButtonLink, CasesIcon, ChoiceChips, Page, PageTitle, Row, SelectField, Stack } from '@konsil/ui';
import { paths } from '../paths.ts';
import { CaseRow } from './CaseRow.tsx';
import { casePageTexts } from './texts.ts';

const names = ['search', 'view', 'patient', 'sort', 'archived'] as const;
const orders = ['sort', 'archived'] as const;
const views = ['waiting_for_patient', 'needs_answer', 'answered'] as const;

/** All cases of the account, with search, filters, sort order and archive. */
export function CasesPage() {
  const { t } = useTexts(casePageTexts);
  const { filters, set, reset, narrowed, filtered } = useListFilters('cases', names, orders);
  const field = useRef<HTMLInputElement>(null);
  const archived = filters.archived === 'true';
  const list = listOf(
    useListCasesInfiniteQuery({ sort: 'activity', ...knownFilters(casesQuerySchema, useDebounced(filters)) }),
  );
  const known = listOf(useListPatientsInfiniteQuery({ sort: 'name', limit: '200' }));
  const people = known.items;
  const start = (
    <ButtonLink to={paths.newCase} icon={<AddIcon />}>
      {t('list.new')}
    </ButtonLink>
  );

  const empty = (
    <EmptyList
      of="cases"
      icon={<CasesIcon />}
      field={field}
      notFound={t(filters.search ? 'list.emptySearch' : 'list.emptyFiltered')}
      nothingYet={t(archived ? 'list.emptyArchive' : 'list.emptyFirst')}
      action={!archived && start}
      {...{ filters, reset, narrowed, filtered }}
    />
  );

  return (
    <Page>
      <PageTitle actions={!archived && list.total > 0 && start}>
        {t(archived ? 'list.archiveTitle' : 'list.title')}
      </PageTitle>
      {known.isLoading || list.isLoading ? (
        <Waiting />
      ) : (
        <Stack gap={4}>
          <Row align="end">
            <ListSearch ref={field} label={t('list.search')} filters={filters} set={set} />
            <Row wrap={false}>
              {people.length > 1 && (
                <SelectField
                  compact
                  label={t('list.patient')}
                  labelHidden
                  value={filters.patient ?? ''}
                  onChange={(event) => set('patient', event.currentTarget.value)}
                  options={[
                    { value: '', label: t('list.everyone') },
                    ...people.map((person) => ({ value: person.id, label: fullName(person) })),
                  ]}
                />
              )}
              <ListSort
                label={t('list.sort')}
                orders={['activity', 'due']}
                word={(order) => t(`list.sorts.${order}`)}
                filters={filters}
                set={set}
              />
            </Row>
          </Row>
          <ChoiceChips
            legend={t('list.view')}
            labelHidden
            name="case-view"
            value={filters.view ?? ''}
            onChange={(event) => set('view', event.currentTarget.value)}
            options={[
              { value: '', label: t('list.views.all') },
              ...views.map((value) => ({ value, label: t(`list.views.${value}`) })),
            ]}
          />
          <ListStatus
            list={list}
            count={t('list.count', { count: list.total })}
            label={t(archived ? 'list.active' : 'list.archive')}
            filters={filters}
            set={set}
          />
          <ListContent list={list} empty={empty}>
            {(theCase) => <CaseRow key={theCase.id} theCase={theCase} />}
          </ListContent>
        </Stack>
      )}
    </Page>
  );
}
