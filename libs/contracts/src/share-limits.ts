// Separate from shares.ts, so that texts can name the limits without loading the schemas.

export const mostShareFiles = 60;
/** All encrypted files of an account's links together. */
export const mostShareBytes = 400 * 1024 * 1024;
/** The documents in them: a third of the bytes is added twice, by base64 in FHIR and base64url in the JWE. */
export const mostSharedBytes = (mostShareBytes * 9) / 16;
/** Links of an account that are open at a time. */
export const mostShareLinks = 20;
