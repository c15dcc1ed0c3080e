import * as z from 'zod/mini';
import { problemCodes } from './problem-codes.ts';

export { problemCodes } from './problem-codes.ts';
export type { ProblemCode } from './problem-codes.ts';

export const fieldErrorSchema = z.object({ path: z.string(), code: z.string(), message: z.string() });

/** RFC 9457 with our `code`; `errors` for 422; `current` has the newer state on a version conflict. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(problemCodes),
  detail: z.optional(z.string()),
  errors: z.optional(z.array(fieldErrorSchema)),
  current: z.optional(z.unknown()),
  /** Passcodes that may still be tried (SMART Health Links). */
  remainingAttempts: z.optional(z.int()),
});
export type ProblemBody = z.infer<typeof problemSchema>;
export type FieldError = z.infer<typeof fieldErrorSchema>;
