import { fieldError, problemText } from '@konsil/i18n';
import type { TranslateCommon } from '@konsil/i18n';
import type { ApiProblem } from '@konsil/api/problem';

/** Props of an ErrorSummary, which renders nothing without errors. */
export interface FormSummary {
  title: string;
  /** One line per invalid field; a line without a name concerns the whole form. */
  errors: { name?: string; message: string; labelled?: boolean }[];
  /** Grows with every failed attempt, so that the summary takes the focus again. */
  attempt: number;
}

/** An invalid field: its path and the message key of its schema. */
export type WrongField = [path: string, error: { message?: string | undefined }];

/** Messages that fit any field: clear beside the field, but the summary must add its label. */
const ofAnyField = new Set([
  'zipcodeRule',
  'tooLong',
  'tooMany',
  'invalid',
  'selectOption',
  'unknownField',
  'dateInvalid',
  'dateYearShort',
  'dateInFuture',
  'dateTooEarly',
  'freeTextMissing',
  'questionMissing',
  'questionOpen',
  'questionUnfinished',
  'answersNotAsked',
  'questionChanged',
  'questionAnswered',
  'ownerReopens',
  'appointmentPast',
  'appointmentAfterErasure',
  'appointmentTwice',
]);

/** The errors of a form's fields, and the problem that belongs to none. */
export const summarizeErrors = (
  t: TranslateCommon,
  {
    wrong,
    problem,
    placed,
    attempt,
    scope,
  }: { wrong: WrongField[]; problem: ApiProblem | null; placed: boolean; attempt: number; scope: string },
): FormSummary => {
  const fields = wrong.map(([path, error]) => ({
    name: scope + path,
    message: fieldError(t, error) ?? '',
    labelled: ofAnyField.has(error.message ?? 'invalid'),
  }));
  const ofWholeForm = problem && !placed ? [{ message: problemText(t, problem) }] : [];
  return {
    title: fields.length > 0 ? t('form.errorTitle', { count: fields.length }) : t('form.failedTitle'),
    errors: attempt === 0 ? [] : [...ofWholeForm, ...fields],
    attempt,
  };
};

/** Field names in page order; fields that are not rendered come last. */
export const inPageOrder = (names: readonly string[], idOf: (name: string) => string): string[] => {
  const places = names.map((name) => ({ name, element: document.getElementById(idOf(name)) }));
  const there = places.flatMap(({ name, element }) => (element ? [{ name, element }] : []));
  there.sort((one, other) =>
    one.element.compareDocumentPosition(other.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  return [...there, ...places.filter(({ element }) => !element)].map(({ name }) => name);
};
