import { accountRoutes } from '@konsil/contracts/accounts';
import { caseRoutes } from '@konsil/contracts/cases';
import { prefetch } from './ahead.ts';

/** Prefetches what the page of a patient's case needs, while its code loads. */
export const prefetchCase = (id: string): void => {
  prefetch(caseRoutes.getCase, {}, { id });
  prefetch(accountRoutes.getSettings);
};
