import { todoRoutes as routes } from '@konsil/contracts/todos';
import { baseApi } from './base-api.ts';
import { list, read, write } from './contract-endpoints.ts';
import type { Body, Filters } from './contract-endpoints.ts';
import { everywhere, staleAfter } from './tags.ts';

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
      () => [{ type: 'Todos', id: everywhere }],
    ),
    getTodo: read(
      build,
      routes.getTodo,
      ({ id }: { id: string; caseId: string }) => ({ params: { id } }),
      ({ caseId }) => [{ type: 'Todos', id: caseId }],
    ),
    addTodo: write(
      build,
      routes.addTodo,
      ({ caseId, body }: { caseId: string; body: Body<typeof routes.addTodo> }) => ({ params: { id: caseId }, body }),
      ({ caseId }) => staleAfter('todo', { case_id: caseId }),
    ),
    updateTodo: write(
      build,
      routes.updateTodo,
      ({ id, body }: { id: string; body: Body<typeof routes.updateTodo> }) => ({ params: { id }, body }),
      (_arg, { case_id }) => staleAfter('todo', { case_id }),
    ),
  }),
});
