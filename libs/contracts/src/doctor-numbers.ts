const nine = /^\d{9}$/;
/** The text that doctors type if they have no number. */
const nobody = '000000000';
const weights = [4, 9];
// Hospital doctors in specialised outpatient care (ASV) have no number of their own; the seventh digit counts them.
const withoutCheckDigit = /^555555/;

/**
 * True for a physician's number (LANR): six digits, their check digit, and two of the field. Digits 1 to 6 are multiplied
 * by 4 and 9 in turn; the check digit completes the sum to a multiple of ten (KBV, guideline by § 75 (7) SGB V on the
 * numbers of physicians, and the data set description KVDT).
 */
export const isLanr = (number: string): boolean => {
  if (!nine.test(number) || number === nobody) return false;
  if (withoutCheckDigit.test(number)) return true;
  const sum = [...number.slice(0, 6)].reduce((so, digit, at) => so + Number(digit) * (weights[at % 2] ?? 0), 0);
  return (10 - (sum % 10)) % 10 === Number(number[6]);
};

/** True for the number of a place of practice (BSNR): two digits of the region, and seven; it has no check digit. */
export const isBsnr = (number: string): boolean => nine.test(number) && number !== nobody;
