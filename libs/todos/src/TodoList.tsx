import { useRef, type ReactNode } from 'react';
import { knownFilters, useListFilters } from '@konsil/lists/list-filters';
import { listOf } from '@konsil/lists/lists';
import type { List as LoadedList } from '@konsil/lists/lists';
import { useHiddenFilters } from '@konsil/lists/nothing-yet';
import { useListCaseTodosInfiniteQuery, useListTodosInfiniteQuery } from '@konsil/api/todos';
import { useDebounced } from '@konsil/lists/use-settled';
import { EmptyList, ListContent, Waiting } from '@konsil/common';
import type { Role } from '@konsil/contracts/codes';
import type { Page } from '@konsil/contracts/common';
import { todosQuerySchema, type Todo, type todoStates } from '@konsil/contracts/todos';
import { useTexts } from '@konsil/i18n';
import { Row, Section, Stack, TodosIcon } from '@konsil/ui';
import { todoTexts } from './texts.ts';
import { TodoFilters, todoFilterNames, todoOrderNames, type TodoFilterName } from './TodoFilters.tsx';
import { TodoRow } from './TodoRow.tsx';
import type { TodoRowProps } from './TodoRow.tsx';

type TodoState = (typeof todoStates)[number];

export interface TodoListProps extends Omit<TodoRowProps, 'todo'> {
  /** The action of an empty list, also shown beside the count: a link to add a ToDo. */
  action?: ReactNode;
  /** Lists only this side's ToDos: a patient does not see the doctor's own. */
  only?: Role | undefined;
  /** The filters of a list that is opened without any; `all` in the URL means no filter. */
  usual?: { state?: TodoState; assignee?: Role };
}

const all = 'all';
const useTodoFilters = (usual: TodoListProps['usual'] = {}) => {
  const kept = useListFilters('todos', todoFilterNames, todoOrderNames);
  const chosen = { ...usual, ...kept.filters };
  return {
    ...kept,
    filters: Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== all)) as typeof kept.filters,
    set: (name: TodoFilterName, value: string) => kept.set(name, value || (name in usual ? all : '')),
  };
};
type Filters = ReturnType<typeof useTodoFilters>;

/** The ToDos of one case, most urgent first. */
export function CaseTodoList({ caseId, only, ...props }: Omit<TodoListProps, 'usual'> & { caseId: string }) {
  const filters = useTodoFilters();
  const query = { ...knownFilters(todosQuerySchema, useDebounced(filters.filters)), ...(only && { assignee: only }) };
  return (
    <Todos
      {...props}
      filters={filters}
      query={query}
      list={listOf(useListCaseTodosInfiniteQuery({ caseId, ...query }))}
    />
  );
}

/** The ToDos of all cases. */
export function TodoList({ only, usual, ...props }: TodoListProps & { casePath: (todo: Todo) => string }) {
  const filters = useTodoFilters(usual);
  const query = { ...knownFilters(todosQuerySchema, useDebounced(filters.filters)), ...(only && { assignee: only }) };
  return <Todos {...props} filters={filters} query={query} list={listOf(useListTodosInfiniteQuery(query))} />;
}

function Todos({
  list,
  filters,
  query,
  reader,
  action,
  ...row
}: Omit<TodoListProps, 'only' | 'usual'> & { list: LoadedList<Page<Todo>>; filters: Filters; query: object }) {
  const { t } = useTexts(todoTexts);
  const field = useRef<HTMLInputElement>(null);
  const { nothingYet, atMostOne, enter } = useHiddenFilters({
    query,
    total: list.currentTotal,
    narrowed: filters.narrowed,
  });

  // The number of ToDos decides whether filters are shown.
  if (list.isLoading && !filters.narrowed) return <Waiting label={t('loading')} />;
  const empty = (
    <EmptyList
      of="todos"
      icon={<TodosIcon />}
      field={field}
      notFound={t(filters.filters.search ? 'emptySearch' : 'emptyFilter')}
      nothingYet={t('emptyText')}
      action={action}
      {...filters}
    />
  );
  return (
    <Stack gap={4}>
      {!nothingYet && (
        <Stack gap={4} onFocus={enter}>
          {!atMostOne && (
            <TodoFilters
              search={field}
              reader={reader}
              filters={filters.filters}
              set={filters.set}
              showPriority={row.showPriority}
            />
          )}
          <Row justify="between">
            <span role="status">{!list.isLoading && !list.problem && t('count', { count: list.total })}</span>
            {list.items.length > 0 && action}
          </Row>
        </Stack>
      )}
      <Section title={t('title')} titleHidden>
        <ListContent list={list} empty={empty} label={t('loading')} failed={t('failed')}>
          {(todo) => <TodoRow key={todo.id} todo={todo} reader={reader} {...row} />}
        </ListContent>
      </Section>
    </Stack>
  );
}
