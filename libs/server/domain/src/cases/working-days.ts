import { practiceDay, practiceHour } from '@konsil/contracts/practice-time';

// Days are `YYYY-MM-DD` at the practice; counted at noon UTC, unaffected by daylight saving.
const dayMs = 24 * 60 * 60 * 1000;
const atNoon = (day: string): number => Date.parse(`${day}T12:00:00Z`);
const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The calendar day of a time at the practice. */
export const dayOf = practiceDay;
/** The hour of a time at the practice, 0 to 23. */
export const hourOf = practiceHour;
export const addDays = (day: string, days: number): string => dayAt(atNoon(day) + days * dayMs);
/** 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: string): number => new Date(atNoon(day)).getUTCDay() || 7;

/** Easter Sunday by Gauss's Gregorian rule, as corrected by Lichtenberg. */
const easterOf = (year: number): string => {
  const century = Math.floor(year / 100);
  const moonShift = 15 + Math.floor((3 * century + 3) / 4) - Math.floor((8 * century + 13) / 25);
  const sunShift = 2 - Math.floor((3 * century + 3) / 4);
  const metonic = year % 19;
  const seed = (19 * metonic + moonShift) % 30;
  const correction = Math.floor((seed + Math.floor(metonic / 11)) / 29);
  const limit = 21 + seed - correction;
  const firstSunday = 7 - ((year + Math.floor(year / 4) + sunShift) % 7);
  const dayInMarch = limit + 7 - ((limit - firstSunday) % 7);
  return addDays(`${year}-03-01`, dayInMarch - 1);
};

const fixedHolidays = ['01-01', '05-01', '10-03', '12-25', '12-26'];
// Good Friday, Easter Monday, Ascension Day, Whit Monday.
const daysFromEaster = [-2, 1, 39, 50];

/** A public holiday in all of Germany. */
export const isHoliday = (day: string): boolean => {
  const easter = easterOf(Number(day.slice(0, 4)));
  return fixedHolidays.includes(day.slice(5)) || daysFromEaster.some((days) => addDays(easter, days) === day);
};
export const isWorkingDay = (day: string): boolean => weekdayOf(day) < 6 && !isHoliday(day);

/** The day `count` working days after `day`, which does not count. */
export const addWorkingDays = (day: string, count: number): string => {
  let at = day;
  for (let left = count; left > 0; ) {
    at = addDays(at, 1);
    if (isWorkingDay(at)) left -= 1;
  }
  return at;
};

/** The day by which a doctor with `replyDays` answers a request of that time (docs/product.md section 1). */
export const answerDueOn = (sentAt: Date, replyDays: number): string => addWorkingDays(dayOf(sentAt), replyDays);
