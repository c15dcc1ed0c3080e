import { excerptOf } from '@konsil/i18n';

const longest = 80;

/** The subject of a message that got none: its beginning. */
export const subjectFrom = (message: string): string => excerptOf(message, longest);
