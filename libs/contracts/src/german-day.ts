const inGermany = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', year: 'numeric', month: '2-digit', day: '2-digit' });

/** The calendar day of a moment in Germany, as `YYYY-MM-DD`. Put together from its parts: no locale writes a day the same way in every browser (en-CA is `2026-11-23` in some and `11/23/2026` in others). */
export const germanDay = (moment: Date): string => {
  const part = Object.fromEntries(inGermany.formatToParts(moment).map(({ type, value }) => [type, value]));
  return `${part['year']}-${part['month']}-${part['day']}`;
};

const hourMs = 60 * 60_000;
/** When a calendar day (`YYYY-MM-DD`) begins in Germany: two hours before UTC in summer, one in winter. */
export const germanMidnight = (day: string): Date => {
  const summer = new Date(Date.parse(day) - 2 * hourMs);
  return germanDay(summer) === day ? summer : new Date(summer.getTime() + hourMs);
};
