import type { ProblemCode } from '@konsil/contracts/problem';

// The texts of docs/specification.md sections 5 and 8, word for word; others are derived from their code, and worded by
// the interface.
const titles: Partial<Record<ProblemCode, string>> = {
  unauthorized: 'unauthorized',
  login_failed: 'Email or password are incorrect',
  email_taken: 'A user with this email already exists',
  wrong_code: 'Verification code is incorrect',
  no_new_documents: 'There are no new documents since last request',
  too_large: 'The file must be 16 MB or smaller',
};
const messages: Record<string, string> = {
  emailMissing: 'Please enter your email',
  emailInvalid: 'Please enter a valid email',
  passwordRule: 'At least 8 characters with an upper-case letter, a lower-case letter and a number',
  passwordsDiffer: 'Passwords must match',
  wrongCode: 'Verification code is incorrect',
  zipcodeRule: 'Until 5 digits',
  fileTooLarge: 'The file must be 16 MB or smaller',
  fileType: 'Supported types: jpg, jpeg, png, pdf. DICOM as dcm or zip',
};

/** `firstNameMissing` and `link_expired` as words. */
const spoken = (code: string): string => {
  const words = code.replace(/_/g, ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The English text of a problem. */
export const problemTitle = (code: ProblemCode): string => titles[code] ?? spoken(code);
/** The English text of a field error. */
export const fieldMessage = (code: string): string =>
  (Object.hasOwn(messages, code) ? messages[code] : undefined) ?? spoken(code);
/** Whether a message is a key of the contracts rather than a library's sentence. */
export const isFieldCode = (message: string): boolean => /^[a-z]+([A-Z][a-z]+)*$/.test(message);
