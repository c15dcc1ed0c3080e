import { serverNow } from '@konsil/api/server-clock';
import { practiceDay } from '@konsil/contracts/practice-time';
import { addDays } from '@konsil/contracts/working-days';

/** Usual terms of a ToDo, in weeks. */
export const usualTerms = [1, 2, 4] as const;

/** The practice's day in some weeks. */
export const dayInWeeks = (weeks: number): string => addDays(practiceDay(new Date(serverNow())), 7 * weeks);

/** The due date of a ToDo unless its author chooses another: in two weeks. */
export const usualDeadline = (): string => dayInWeeks(2);
