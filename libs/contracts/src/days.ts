// Separate from common.ts, so that pages can use it without loading the schemas.

/** The earliest birth date of a patient and date of a document. */
export const earliestDay = '1900-01-01';

const pattern = /^\d{4}-\d{2}-\d{2}$/;
/** True for a calendar day `YYYY-MM-DD` that there is. */
export const isDay = (text: string): boolean =>
  pattern.test(text) && new Date(`${text}T00:00Z`).toJSON()?.slice(0, 10) === text;
