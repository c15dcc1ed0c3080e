import type { TriageCounts } from '@konsil/contracts/cases';
import type { Listed } from '../queue/use-queue';
import { caseDues, caseOnlies, caseSorts, caseViews, priorities } from '@konsil/contracts/codes';

/** The groups of the inbox (docs/product.md section 5). */
export const views = ['needs_answer', 'due_soon', 'waiting_for_patient', 'later', 'answered'] as const;
export type View = (typeof views)[number] | 'archive';

/** True if a group is work for the doctor, sorted by priority and waiting time. */
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
  only: caseOnlies,
  archived: flag,
};

/**
 * The filters that the server accepts, like `knownFilters`, but by value lists, so that the first page needs no
 * schemas.
 */
export const knownQuery = (filters: Partial<Record<string, string>>): Listed =>
  Object.fromEntries(
    Object.entries(filters).filter(([name, value = '']) => name === 'search' || values[name]?.includes(value)),
  );

/** Saved views: narrower lists, each with its own address. */
export const savedViews = [
  { name: 'open', query: { view: 'needs_answer' }, count: 'needs_answer' },
  { name: 'overdue', query: { view: 'needs_answer', due: 'overdue' }, count: 'overdue' },
  { name: 'today', query: { view: 'needs_answer', due: 'today' }, count: 'due_today' },
  { name: 'unopened', query: { view: 'needs_answer', only: 'unopened' }, count: 'unopened' },
  { name: 'drafts', query: { view: 'needs_answer', only: 'drafts' }, count: 'drafts' },
  { name: 'silent', query: { view: 'waiting_for_patient', only: 'silent' }, count: 'silent' },
] as const satisfies readonly {
  name: string;
  query: Record<string, string>;
  count: keyof TriageCounts | 'needs_answer' | 'overdue';
}[];
