import parsePhoneNumber from 'libphonenumber-js/max';

/** A number as people read it, `+49 1512 3456789`. What is no international number stays as it was typed. */
export const readablePhone = (typed: string): string => {
  const number = parsePhoneNumber(typed);
  return number?.isValid() ? number.formatInternational() : typed;
};
