// @bundle ui
/** The fields that tell whether the date of a document is known. */
export interface Dated {
  medical_kind_code: string | null;
  /** `YYYY-MM-DD` */
  issue_date: string | null;
}

/** True for a described document whose date nobody knows; without details, nobody was asked for it yet. */
export const isDateUnknown = ({ medical_kind_code: kind, issue_date: day }: Dated): boolean =>
  kind !== null && day === null;

/** The date of a document in words, wherever it is shown; empty until the details are given. */
export const documentDate = (document: Dated, words: { day: (day: string) => string; unknown: string }): string => {
  if (document.issue_date) return words.day(document.issue_date);
  return isDateUnknown(document) ? words.unknown : '';
};
