import { addDays, weekdayOf } from '@konsil/contracts/working-days';

export interface SnoozeDay {
  name: 'tomorrow' | 'threeDays' | 'monday' | 'week' | 'twoWeeks';
  day: string;
}

/** Usual days to see a case again. */
export const snoozeDays = (today: string): SnoozeDay[] => [
  { name: 'tomorrow', day: addDays(today, 1) },
  { name: 'threeDays', day: addDays(today, 3) },
  { name: 'monday', day: addDays(today, 8 - weekdayOf(today)) },
  { name: 'week', day: addDays(today, 7) },
  { name: 'twoWeeks', day: addDays(today, 14) },
];
