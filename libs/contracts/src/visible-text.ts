// Separate from common.ts, so that first pages that use it do not load the schemas.

// Besides spaces and control characters, this excludes what Unicode marks as ignorable, such as joiners and direction marks,
// and the Braille blank.
const visible = /[^\s\p{Cc}\p{DI}\u2800]/u;
/** True if a text has a visible character. */
export const hasVisibleText = (text: string): boolean => visible.test(text);
