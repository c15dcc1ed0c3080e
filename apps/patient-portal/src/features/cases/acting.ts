// @bundle route
import type { NextStep } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';

/** True if the next step is left to the owner of the case by somebody who acts for them: sending, the choice of a doctor, the owner's documents. */
export const isOwners = ({ acting, documents }: ProcessOverview, { key, place }: NextStep): boolean => {
  if (!acting) return false;
  const describes = documents.some(
    ({ uploaded_by: by, details_missing: open, archived_at: archived }) => by.mine && open && !archived,
  );
  return place === 'send' || place === 'case' || place === 'edit' || (key === 'describe' && !describes);
};
