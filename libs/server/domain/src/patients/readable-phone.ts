import parsePhoneNumber from 'libphonenumber-js/max';

/** Formats an international number, `+49 1512 3456789`; others stay as typed. */
export const readablePhone = (typed: string): string => {
  const number = parsePhoneNumber(typed);
  return number?.isValid() ? number.formatInternational() : typed;
};
