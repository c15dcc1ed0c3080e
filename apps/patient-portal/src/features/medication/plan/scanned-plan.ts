// @bundle route
import type { MedicationList } from '@konsil/contracts/medication-schemas';
import type { PlanPage } from './read-plan.ts';

/** A plan while its pages are read; complete once every page is. */
export type ScannedPlan = readonly [PlanPage, ...PlanPage[]];

/** The numbers of the pages that are still to be read. */
export const missingPages = (plan: ScannedPlan): number[] =>
  Array.from({ length: plan[0].pages }, (_, index) => index + 1).filter(
    (number) => !plan.some(({ page }) => page === number),
  );

/** The print that a page is of; where a program gave it no name, its person, author and day. */
const printOf = ({ instance, pages, person, author, printedOn }: PlanPage): string =>
  JSON.stringify(instance ? [instance, pages] : [pages, person, author, printedOn]);

/** Adds a page in its order, or returns why not: the page is of another print, or was read already. */
export const withPage = (plan: ScannedPlan | null, page: PlanPage): ScannedPlan | 'otherPlan' | 'again' => {
  if (!plan) return [page];
  if (printOf(plan[0]) !== printOf(page)) return 'otherPlan';
  if (plan.some((other) => other.page === page.page)) return 'again';
  const [first = page, ...others] = [...plan, page].sort((one, other) => one.page - other.page);
  return [first, ...others];
};

/** The pages that were read, as a medication list. */
export const listOf = (plan: ScannedPlan): MedicationList => ({
  medicines: plan.flatMap(({ medicines }) => medicines),
  notes: plan.flatMap(({ notes }) => notes),
  sources: [{ printed_on: plan[0].printedOn, author: plan[0].author }],
  edited: false,
});
