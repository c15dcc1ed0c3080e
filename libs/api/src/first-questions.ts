import { accountRoutes } from '@konsil/contracts/accounts';
import { caseRoutes } from '@konsil/contracts/cases';
import type { AccountKind } from '@konsil/contracts/codes';
import { prefetch } from './ahead.ts';
import { prefetchCase } from './case-questions.ts';

/** The page of a case in either portal. */
const ofCase = /\/process\/([\da-f-]{36})$/;

/** Prefetches what a portal's frame and the page at a path need, before they render. */
export const prefetchFirstPage = (role: AccountKind, path: string): void => {
  if (role === 'operator') return;
  const [, caseId] = ofCase.exec(path) ?? [];
  if (caseId) prefetchCase(caseId);
  prefetch(caseRoutes.dashboard);
  if (role === 'patient') return prefetch(accountRoutes.getAccount);
  if (caseId) return;
  prefetch(accountRoutes.getSettings);
  prefetch(caseRoutes.listCases, { view: 'needs_answer' });
};
