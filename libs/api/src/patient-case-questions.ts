import { todoRoutes } from '@konsil/contracts/todos';
import { prefetch } from './ahead.ts';
import { prefetchCase } from './case-questions.ts';
import { hasToken } from './cookies.ts';

/** Prefetches what a patient's page of a case needs; nothing when signed out. Not for the first script: it is full. */
export const prefetchPatientsCase = (id: string): void => {
  if (!hasToken()) return;
  prefetchCase(id);
  prefetch(todoRoutes.listCaseTodos, { assignee: 'patient' }, { id });
};
