import { addDays, weekdayOf } from '@konsil/contracts/working-days';

/** The first Monday after a day. */
export const nextMonday = (day: string): string => addDays(day, 8 - weekdayOf(day));
