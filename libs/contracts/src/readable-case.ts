import * as z from 'zod/mini';
import { anamnesisSchema } from './anamnesis.ts';
import { questionSchema } from './cases.ts';
import { momentSchema } from './common.ts';
import { documentSchema } from './documents.ts';
import { answeredFormSchema } from './form-fields.ts';
import { answerSchema } from './requests.ts';

/** A case as a colleague reads it who is not its doctor: without messages, ToDos, other cases, and what was not sent. */
export const readableCase = {
  diagnosis: z.string(),
  medical_history: z.string(),
  anamnesis: anamnesisSchema,
  specialty_forms: z.optional(z.array(answeredFormSchema)),
  questions: z.array(questionSchema),
  /** The patient's notes with their requests, oldest first. */
  notes: z.array(z.object({ text: z.string(), sent_at: momentSchema })),
  answers: z.array(
    z.pick(answerSchema, { id: true, option: true, answered_at: true, answered_by: true, answer: true }),
  ),
  documents: z.array(documentSchema),
};
export const readableCaseSchema = z.object(readableCase);
export type ReadableCase = z.infer<typeof readableCaseSchema>;
