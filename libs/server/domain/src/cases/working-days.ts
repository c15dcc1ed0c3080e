import { practiceDay, practiceHour } from '@konsil/contracts/practice-time';
import { addWorkingDays } from '@konsil/contracts/working-days';

export { addDays, addWorkingDays, isHoliday, isWorkingDay, weekdayOf } from '@konsil/contracts/working-days';

/** The calendar day of a time at the practice. */
export const dayOf = practiceDay;
/** The hour of a time at the practice, 0 to 23. */
export const hourOf = practiceHour;

/** The day by which a doctor with `replyDays` answers a request of that time (docs/product.md section 1). */
export const answerDueOn = (sentAt: Date, replyDays: number): string => addWorkingDays(dayOf(sentAt), replyDays);
