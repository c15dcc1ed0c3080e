import * as z from 'zod/mini';
import { authorSchema } from './authors.ts';
import { priorities, roles, todoTitles } from './codes.ts';
import {
  daySchema,
  idParams,
  idSchema,
  listQuery,
  momentSchema,
  pageOf,
  requiredText,
  versionSchema,
} from './common.ts';
import { patientNameSchema } from './patients.ts';
import { defineRoute } from './route.ts';

export const todoSchema = z.object({
  id: idSchema,
  version: versionSchema,
  case_id: idSchema,
  case_name: z.string(),
  patient: patientNameSchema,
  title: requiredText('titleMissing', 200),
  /** The kind of step; the interface translates its title unless it is `other`. */
  title_code: z.enum(todoTitles),
  content: requiredText('contentMissing', 4000),
  deadline: daySchema('deadlineMissing'),
  priority: z.enum(priorities),
  assignee: z.enum(roles),
  created_by: authorSchema,
  answer_id: z.nullable(idSchema),
  created_at: momentSchema,
  completed_at: z.nullable(momentSchema),
  /** Closed without having been done, because it is no longer needed. */
  dropped: z.boolean(),
});
export type Todo = z.infer<typeof todoSchema>;

export const newTodoSchema = z.pick(todoSchema, {
  title: true,
  content: true,
  deadline: true,
  priority: true,
  assignee: true,
});
export type NewTodo = z.infer<typeof newTodoSchema>;
/**
 * The body of a new ToDo: with only the fields of docs/specification.md section 5 it is assigned to the patient,
 * without priority.
 */
const sentTodoSchema = z.extend(newTodoSchema, {
  priority: z._default(todoSchema.shape.priority, 'undefined'),
  assignee: z._default(todoSchema.shape.assignee, 'patient'),
});
export const updateTodoSchema = z.extend(z.partial(newTodoSchema), {
  version: z.optional(versionSchema),
  done: z.optional(z.boolean()),
  /** Its author takes it back: closed as no longer needed. */
  dropped: z.optional(z.literal(true)),
});
export type UpdateTodo = z.infer<typeof updateTodoSchema>;

export const todoStates = ['open', 'overdue', 'done'] as const;
export const todoSorts = ['deadline', 'priority', 'created'] as const;
export const todosQuerySchema = z.object({
  ...listQuery,
  state: z.optional(z.enum(todoStates)),
  assignee: z.optional(z.enum(roles)),
  sort: z.optional(z.enum(todoSorts)),
});

export const todoRoutes = {
  listCaseTodos: defineRoute({
    method: 'GET',
    path: '/api/aufgabenoverview/:id',
    documented: true,
    summary: 'The ToDos of a case',
    params: idParams,
    query: todosQuerySchema,
    response: pageOf(todoSchema),
  }),
  addTodo: defineRoute({
    method: 'POST',
    path: '/api/aufgaben/:id',
    documented: true,
    status: 201,
    summary: 'Add a ToDo to a case',
    params: idParams,
    body: sentTodoSchema,
    response: todoSchema,
  }),
  updateTodo: defineRoute({
    method: 'PUT',
    path: '/api/aufgaben/:id',
    documented: true,
    summary: 'Change a ToDo, mark it done, or take back an open one of your own',
    params: idParams,
    body: updateTodoSchema,
    response: todoSchema,
  }),
  getTodo: defineRoute({
    method: 'GET',
    path: '/api/aufgaben/:id',
    summary: 'A ToDo',
    params: idParams,
    response: todoSchema,
  }),
  listTodos: defineRoute({
    method: 'GET',
    path: '/api/aufgaben',
    summary: 'The ToDos of all cases',
    query: todosQuerySchema,
    response: pageOf(todoSchema),
  }),
};
