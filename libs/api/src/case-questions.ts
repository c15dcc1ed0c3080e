import { accountRoutes } from '@konsil/contracts/accounts';
import { caseRoutes } from '@konsil/contracts/cases';
import { prefetch } from './ahead.ts';
import { hasToken } from './cookies.ts';

/** Prefetches what the page of a patient's case needs, while its code loads; nothing when signed out. */
export const prefetchCase = (id: string): void => {
  if (!hasToken()) return;
  prefetch(caseRoutes.getCase, {}, { id });
  prefetch(accountRoutes.getSettings);
};
