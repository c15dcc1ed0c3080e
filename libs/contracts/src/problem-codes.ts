/** Codes of `application/problem+json` answers; the words come from i18n (`problems.<code>`). */
export const problemCodes = [
  'unreadable', 'unauthorized', 'login_failed', 'second_factor_required', 'csrf', 'cross_site', 'registration_incomplete', 'other_device', 'consent_withdrawn',
  'not_found', 'method_not_allowed', 'conflict', 'email_taken', 'no_new_documents', 'version_conflict', 'already_read',
  'too_large', 'unsupported_type', 'invalid', 'wrong_code', 'link_expired', 'too_many', 'quota', 'infected', 'unavailable',
  'not_allowed_now', 'doctor_unavailable', 'erasure_planned', 'internal',
] as const;
export type ProblemCode = (typeof problemCodes)[number];
