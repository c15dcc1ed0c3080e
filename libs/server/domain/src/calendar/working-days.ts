import { practiceDay, practiceHour } from '@konsil/contracts/practice-time';
import { addDays, addWorkingDays, workingDaysBetween, type Days } from '@konsil/contracts/working-days';

export { addDays, addWorkingDays, isHoliday, isWorkingDay, weekdayOf } from '@konsil/contracts/working-days';

/** The calendar day of a time at the practice. */
export const dayOf = practiceDay;
/** The hour of a time at the practice, 0 to 23. */
export const hourOf = practiceHour;

/**
 * The day by which a doctor with `replyDays` answers a request of that time (docs/product.md section 1). Days of
 * absence do not count.
 */
export const answerDueOn = (sentAt: Date, replyDays: number, away: readonly Days[] = []): string =>
  addWorkingDays(dayOf(sentAt), replyDays, away);

/**
 * A promised day after an absence was planned: the working days that it leaves follow after the absence. A day before
 * the absence, and one that has passed, stays. None becomes earlier.
 * @param promised the day, and the day of its request, which never counts
 * @param others all other absences of the doctor, which the promised day already leaves out
 */
export const movedDueDay = (
  promised: { sentOn: string; due: string },
  absence: Days,
  others: readonly Days[],
  today: string,
): string => {
  const { sentOn, due } = promised;
  const [start = sentOn] = [addDays(absence.from, -1), addDays(today, -1), sentOn].toSorted().toReversed();
  if (due <= start) return due;
  const moved = addWorkingDays(start, workingDaysBetween(start, due, others), [...others, absence]);
  return moved > due ? moved : due;
};
