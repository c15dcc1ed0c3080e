import { accountRoutes } from '@konsil/contracts/accounts';
import { caseRoutes } from '@konsil/contracts/cases';
import { todoRoutes } from '@konsil/contracts/todos';
import { prefetch } from './ahead.ts';
import { hasToken } from './cookies.ts';

/** Prefetches what the page of a case needs, while its code loads; nothing when signed out. */
export const prefetchCase = (role: 'patient' | 'doctor', id: string): void => {
  if (!hasToken()) return;
  prefetch(caseRoutes.getCase, {}, { id });
  prefetch(accountRoutes.getSettings);
  if (role === 'patient') prefetch(todoRoutes.listCaseTodos, { assignee: 'patient' }, { id });
};
