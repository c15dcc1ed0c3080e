// @bundle route
import type { NextStep } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';

/**
 * True if only the owner of the case can take the next step, and not somebody who acts for the owner: sending, the
 * choice of a doctor, the owner's documents.
 */
export const isOwners = ({ acting, documents }: ProcessOverview, { key, place }: NextStep): boolean => {
  if (!acting) return false;
  const describes = documents.some(
    ({ uploaded_by: by, details_missing: open, archived_at: archived }) => by.mine && open && !archived,
  );
  return place === 'send' || place === 'case' || place === 'edit' || (key === 'describe' && !describes);
};
