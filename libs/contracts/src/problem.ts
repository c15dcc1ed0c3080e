import * as z from 'zod/mini';

/** Codes of `application/problem+json` answers; the words come from i18n (`problems.<code>`). */
export const problemCodes = [
  'unreadable', 'unauthorized', 'login_failed', 'second_factor_required', 'csrf', 'cross_site', 'registration_incomplete',
  'not_found', 'method_not_allowed', 'conflict', 'email_taken', 'no_new_documents', 'version_conflict', 'already_read',
  'too_large', 'unsupported_type', 'invalid', 'wrong_code', 'link_expired', 'too_many', 'quota', 'infected', 'unavailable',
  'not_allowed_now', 'internal',
] as const;
export type ProblemCode = (typeof problemCodes)[number];

export const fieldErrorSchema = z.object({ path: z.string(), code: z.string(), message: z.string() });

/** RFC 9457 with our `code`; `errors` for 422; `current` carries the newer state on a version conflict. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(problemCodes),
  detail: z.optional(z.string()),
  errors: z.optional(z.array(fieldErrorSchema)),
  current: z.optional(z.unknown()),
});
export type ProblemBody = z.infer<typeof problemSchema>;
export type FieldError = z.infer<typeof fieldErrorSchema>;
