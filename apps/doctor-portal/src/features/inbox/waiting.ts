import { dayOf, daysBetween } from '@konsil/i18n';
import type { Locale } from '@konsil/contracts/codes';

const minute = 60_000;
const hour = 60 * minute;

const isWorkingDay = (day: string) => ![0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay());
const dayAfter = (day: string, days: number) => new Date(Date.parse(`${day}T12:00:00Z`) + days * 24 * hour).toISOString().slice(0, 10);

const workingDays = (from: string, to: string): number =>
  Array.from({ length: Math.max(0, daysBetween(from, to)) }, (_, index) => dayAfter(from, index + 1)).filter(isWorkingDay).length;

type Unit = 'minute' | 'hour' | 'day';
const formats = new Map<string, Intl.NumberFormat>();
// Every line of the inbox asks for one, and making it takes longer than the line.
const formatOf = (unit: Unit, locale: Locale): Intl.NumberFormat => {
  const known = formats.get(unit + locale) ?? new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: unit === 'day' ? 'long' : 'short' });
  formats.set(unit + locale, known);
  return known;
};

/** How long somebody has waited: minutes and hours on the same day, then working days, at least one (design, "Column waiting"). */
export const waitedFor = (since: string, locale: Locale, now = new Date()): string => {
  const say = (value: number, unit: Unit) => formatOf(unit, locale).format(value).replace(/ /g, '\u00a0');
  const [from, today] = [dayOf(since), dayOf(now)];
  if (from < today) return say(Math.max(1, workingDays(from, today)), 'day');
  const passed = Math.max(0, now.getTime() - Date.parse(since));
  return passed < hour ? say(Math.max(1, Math.round(passed / minute)), 'minute') : say(Math.floor(passed / hour), 'hour');
};
