import type { Locale } from '@konsil/contracts/codes';

const mostSeconds = 90;

/** How long to wait or how much time is left: seconds while they are few, then minutes, rounded up. */
export const waitInWords = (seconds: number, locale: Locale): string => {
  const [value, unit] = seconds > mostSeconds ? [Math.ceil(seconds / 60), 'minute'] : [seconds, 'second'];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
};
