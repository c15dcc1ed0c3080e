/**
 * Whether a text is a UID as files have them: digits and dots, 64 at most. Odd ones (`1..2`, `1.02`) are common and harmless;
 * one that begins or ends with a dot could climb out of the address that it stands in.
 */
export const isUid = (text: string): boolean => /^\d(?:[\d.]{0,62}\d)?$/.test(text);
