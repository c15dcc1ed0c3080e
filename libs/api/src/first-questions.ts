import { accountRoutes } from '@konsil/contracts/accounts';
import { caseRoutes } from '@konsil/contracts/cases';
import type { AccountKind } from '@konsil/contracts/codes';
import { prefetch } from './ahead.ts';

/** Prefetches what every page of a portal needs before its frame renders. */
export const prefetchFirstPage = (role: AccountKind): void => {
  if (role === 'operator') return;
  prefetch(caseRoutes.dashboard);
  if (role === 'patient') return prefetch(accountRoutes.getAccount);
  prefetch(accountRoutes.getSettings);
  prefetch(caseRoutes.listCases, { view: 'needs_answer' });
};
