import type { RefObject } from 'react';
import type { ListFilters } from '@konsil/lists/list-filters';
import { ListSearch } from '@konsil/common';
import type { Role } from '@konsil/contracts/codes';
import { todoSorts, todoStates } from '@konsil/contracts/todos';
import { useCommon, useTexts } from '@konsil/i18n';
import { ChoiceChips, Row, SelectField } from '@konsil/ui';
import { todoTexts } from './texts.ts';

export const todoFilterNames = ['search', 'state', 'assignee', 'sort'] as const;
export const todoOrderNames = ['sort'] as const;
export type TodoFilterName = (typeof todoFilterNames)[number];

export interface TodoFiltersProps extends Pick<ListFilters<TodoFilterName>, 'filters' | 'set'> {
  /** The reader, for the "for me" filter; undefined hides it. */
  reader?: Role | undefined;
  showPriority?: boolean | undefined;
  /** Ref of the search field. */
  search: RefObject<HTMLInputElement | null>;
}

/** Search, state, assignee and sort order of a ToDo list. */
export function TodoFilters({ filters, set, reader, showPriority = false, search }: TodoFiltersProps) {
  const { t } = useTexts(todoTexts);
  const { t: common } = useCommon();
  const other = reader === 'patient' ? 'doctor' : 'patient';
  return (
    <Row align="end">
      <ListSearch ref={search} label={t('search')} filters={filters} set={set} />
      <Row wrap={false}>
        {reader && (
          <SelectField
            compact
            label={t('assignee')}
            labelHidden
            value={filters.assignee ?? ''}
            onChange={(event) => set('assignee', event.currentTarget.value)}
            options={[
              { value: '', label: t('assignees.all') },
              { value: reader, label: t('assignees.mine') },
              { value: other, label: t('forRole', { role: common(`codes.role.${other}`) }) },
            ]}
          />
        )}
        <SelectField
          compact
          label={t('sort')}
          labelHidden
          value={filters.sort ?? 'deadline'}
          onChange={(event) => set('sort', event.currentTarget.value)}
          options={todoSorts
            .filter((value) => showPriority || value !== 'priority')
            .map((value) => ({ value, label: t(`sorts.${value}`) }))}
        />
      </Row>
      <ChoiceChips
        legend={t('state')}
        labelHidden
        name="todo-state"
        value={filters.state ?? ''}
        onChange={(event) => set('state', event.currentTarget.value)}
        options={[
          { value: '', label: t('states.all') },
          ...todoStates.map((value) => ({ value, label: t(`states.${value}`) })),
        ]}
      />
    </Row>
  );
}
