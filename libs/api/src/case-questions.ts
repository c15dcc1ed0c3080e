import { accountRoutes } from '@konsil/contracts/accounts';
import { caseRoutes } from '@konsil/contracts/cases';
import { prefetch } from './ahead.ts';

/** Prefetches what the page of a case needs, while its code loads. For signed-in visitors only. */
export const prefetchCase = (id: string): void => {
  prefetch(caseRoutes.getCase, {}, { id });
  prefetch(accountRoutes.getSettings);
};
