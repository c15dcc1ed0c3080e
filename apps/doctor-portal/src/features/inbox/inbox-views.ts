import type { useLazyCaseQueueQuery } from '@konsil/api/cases';
import { caseDues, caseSorts, caseViews, priorities } from '@konsil/contracts/codes';

/** The groups of the inbox (docs/product.md section 5). */
export const views = ['needs_answer', 'due_soon', 'waiting_for_patient', 'answered'] as const;
export type View = (typeof views)[number] | 'archive';

/** Whether a group is work for the doctor, sorted by priority and waiting time. */
export const isQueue = (view: View): boolean => view === 'needs_answer' || view === 'due_soon';

/** The sort orders of a queue. */
export const queueSorts = ['priority', 'waiting', 'due'] as const;

const flag = ['true', 'false'];
const values: Record<string, readonly string[]> = {
  view: caseViews,
  priority: priorities,
  due: caseDues,
  sort: caseSorts,
  only_new: flag,
  archived: flag,
};

/**
 * The filters that the server accepts, like `knownFilters`, but by value lists, so that the first page needs no
 * schemas.
 */
export const knownQuery = (
  filters: Partial<Record<string, string>>,
): Parameters<ReturnType<typeof useLazyCaseQueueQuery>[0]>[0] =>
  Object.fromEntries(
    Object.entries(filters).filter(([name, value = '']) => name === 'search' || values[name]?.includes(value)),
  );
