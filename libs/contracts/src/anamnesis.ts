import * as z from 'zod/mini';
import { optionalText } from './common.ts';

const topic = optionalText(10_000);
export const anamnesisSchema = z.object({
  medication: topic,
  allergies: topic,
  previous_illnesses: topic,
  operations: topic,
  family_history: topic,
  lifestyle: topic,
});
export type Anamnesis = z.infer<typeof anamnesisSchema>;
