import { todoRoutes as routes } from '@konsil/contracts/todos';
import { baseApi } from './base-api.ts';
import { list, readEndpoint, writeEndpoint } from './contract-endpoints.ts';
import type { Body, Filters } from './contract-endpoints.ts';
import { allCasesTagId, tagsChangedBy } from './tags.ts';

export const {
  useGetTodoQuery,
  useListCaseTodosInfiniteQuery,
  useListTodosInfiniteQuery,
  useAddTodoMutation,
  useUpdateTodoMutation,
} = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listCaseTodos: list(
      build,
      routes.listCaseTodos,
      ({ caseId, ...query }: { caseId: string } & Filters<typeof routes.listCaseTodos>) => ({
        params: { id: caseId },
        query,
      }),
      ({ caseId }) => [{ type: 'Todos', id: caseId }],
    ),
    listTodos: list(
      build,
      routes.listTodos,
      (query: Filters<typeof routes.listTodos>) => ({ query }),
      () => [{ type: 'Todos', id: allCasesTagId }],
    ),
    getTodo: readEndpoint(
      build,
      routes.getTodo,
      ({ id }: { id: string; caseId: string }) => ({ params: { id } }),
      ({ caseId }) => [{ type: 'Todos', id: caseId }],
    ),
    addTodo: writeEndpoint(
      build,
      routes.addTodo,
      ({ caseId, body, key }: { caseId: string; body: Body<typeof routes.addTodo>; key: string }) => ({
        params: { id: caseId },
        body,
        key,
      }),
      ({ caseId }) => tagsChangedBy('todo', { case_id: caseId }),
    ),
    updateTodo: writeEndpoint(
      build,
      routes.updateTodo,
      ({ id, body }: { id: string; body: Body<typeof routes.updateTodo> }) => ({ params: { id }, body }),
      (_arg, { case_id }) => tagsChangedBy('todo', { case_id }),
    ),
  }),
});
