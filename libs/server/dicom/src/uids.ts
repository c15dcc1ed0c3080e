/**
 * True if a text is a UID as in real files: digits and dots, 64 at most. Unusual ones (`1..2`, `1.02`) are common and
 * harmless; a leading or trailing dot could escape a URL path.
 */
export const isUid = (text: string): boolean => /^\d(?:[\d.]{0,62}\d)?$/.test(text);
