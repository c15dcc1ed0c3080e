import * as z from 'zod/mini';
import { optionalText, requiredText } from './common.ts';
import { mostRecipients } from './most-recipients.ts';

/** A recipient of the letters of a case besides the patient, such as the general practitioner. */
export const letterRecipientSchema = z.object({
  name: requiredText('sourceNameMissing', 100),
  /** A practice or department, below the name. */
  addition: optionalText(100),
  street: requiredText('streetMissing', 100),
  place: requiredText('cityMissing', 100),
});
export type LetterRecipient = z.infer<typeof letterRecipientSchema>;

export const letterRecipientsSchema = z.array(letterRecipientSchema).check(z.maxLength(mostRecipients, 'tooMany'));
