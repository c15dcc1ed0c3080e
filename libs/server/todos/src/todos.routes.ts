import { todoRoutes as contracts } from '@konsil/contracts/todos';
import type { FastifyInstance } from 'fastify';
import { inCase, inTodo, signedIn } from '@konsil/server-domain/access/addresses';
import { route } from '@konsil/server-domain/http/route';
import { auditListView } from '@konsil/server-domain/cases/list-audit';
import { addTodo, listTodos, todoOf, updateTodo } from './todos.queries.ts';

/** The ToDos of a case, and of all cases. */
export const todoRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;

  route(app, contracts.listCaseTodos, {
    access: inCase('read', 'todo.read'),
    handler: ({ theCase, query, ...call }) => listTodos({ ...call, kernel }, query, theCase),
  });

  route(app, contracts.listTodos, {
    access: signedIn(),
    handler: async ({ query, audit, ...call }) => {
      const work = { ...call, kernel };
      const page = await listTodos(work, query);
      audit(
        ...(await auditListView(
          work,
          'todo.read',
          page.items.map((todo) => todo.patient.id),
        )),
      );
      return page;
    },
  });

  route(app, contracts.addTodo, {
    access: inCase('addTodo'),
    idempotent: true,
    handler: async ({ theCase, body, ...call }) => {
      const work = { ...call, kernel };
      const { id } = await addTodo(work, theCase, body);
      return todoOf(work, id);
    },
  });

  route(app, contracts.getTodo, {
    access: inTodo('read'),
    handler: ({ theTodo, ...call }) => todoOf({ ...call, kernel }, theTodo.id),
  });

  route(app, contracts.updateTodo, {
    access: inTodo('complete'),
    handler: async ({ theTodo, theCase, body, ...call }) => {
      const work = { ...call, kernel };
      await updateTodo(work, theTodo, theCase, body);
      return todoOf(work, theTodo.id);
    },
  });
};
