import * as z from 'zod/mini';
import { optionalText } from './common.ts';
import { medicationListSchema } from './medication-schemas.ts';

const topic = optionalText(10_000);
export const anamnesisSchema = z.object({
  medication: topic,
  allergies: topic,
  previous_illnesses: topic,
  operations: topic,
  family_history: topic,
  lifestyle: topic,
  /** The medicines as a list, beside the text; null for none. Clients that do not know it omit it, and it stays as it is. */
  medication_list: z.optional(z.nullable(medicationListSchema)),
});
export type Anamnesis = z.infer<typeof anamnesisSchema>;
