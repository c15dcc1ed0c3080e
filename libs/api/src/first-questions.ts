import { accountRoutes } from '@konsil/contracts/accounts';
import { caseRoutes } from '@konsil/contracts/cases';
import type { Role } from '@konsil/contracts/codes';
import { askAhead } from './ahead.ts';

/** Prefetches what every page of a portal needs before its frame renders. */
export const askFirstQuestions = (role: Role): void => {
  askAhead(caseRoutes.dashboard);
  if (role === 'patient') return askAhead(accountRoutes.getAccount);
  askAhead(accountRoutes.getSettings);
  askAhead(caseRoutes.listCases, { view: 'needs_answer' });
};
