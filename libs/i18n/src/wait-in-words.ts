import type { Locale } from '@konsil/contracts/codes';

const units = { second: 1, minute: 60, hour: 3600 };
const mostOfUnit = 90;

/** A wait or remaining time: seconds if few, then minutes, then hours, rounded up. */
export const formatWait = (seconds: number, locale: Locale): string => {
  const unit = seconds <= mostOfUnit ? 'second' : seconds <= mostOfUnit * units.minute ? 'minute' : 'hour';
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.ceil(seconds / units[unit]),
  );
};
