import { asksForText } from '@konsil/contracts/codes';
import type { MedicalKind } from '@konsil/contracts/codes';
import type { Document, DocumentGuess, MetadataForm } from '@konsil/contracts/documents';

export { toMetadata } from '@konsil/contracts/documents';
export type Details = MetadataForm;

/** The three questions about a document, in order. */
export const detailSteps = ['kind', 'date', 'source'] as const;
export type DetailStep = (typeof detailSteps)[number];

export const stepFields = {
  kind: ['medical_kind_code', 'kind_other'],
  date: ['issue_date', 'date_unknown'],
  source: ['source_kind_code', 'source_other', 'source_name'],
} as const satisfies Record<DetailStep, readonly (keyof Details)[]>;

/** True for images that say themselves from when they are. */
export const hasOwnDate = ({ dicom }: Pick<Document, 'dicom'>): boolean => Boolean(dicom?.study_date);

/** Kinds that need no free text. */
export const needsNoText = (kind: MedicalKind | undefined): kind is Exclude<MedicalKind, 'other' | 'other_test'> =>
  kind !== undefined && !asksForText(kind);

/** Details that a single "Yes" can confirm: the server's guess, or the source of the previous document. */
export const suggestionFor = (
  step: DetailStep,
  guess: DocumentGuess,
  last: Details | null,
): Partial<Details> | null => {
  if (step === 'kind') {
    const kind = guess.medical_kind_code;
    return needsNoText(kind) ? { medical_kind_code: kind, kind_other: '' } : null;
  }
  if (step === 'date') return guess.issue_date ? { issue_date: guess.issue_date } : null;
  if (guess.source_name && guess.source_kind_code && guess.source_kind_code !== 'other')
    return { source_kind_code: guess.source_kind_code, source_other: '', source_name: guess.source_name };
  return last
    ? { source_kind_code: last.source_kind_code, source_other: last.source_other, source_name: last.source_name }
    : null;
};

/** A guess that answers all questions; null if anything is missing. */
export const completeGuess = (guess: DocumentGuess): Details | null => {
  const steps = detailSteps.map((step) => suggestionFor(step, guess, null));
  return steps.every((step) => step !== null) ? ({ ...Object.assign({}, ...steps) } as Details) : null;
};

/** The guess that several documents share, e.g. the files of one examination. */
export const sharedGuess = ([first = {}, ...others]: readonly DocumentGuess[]): DocumentGuess =>
  Object.fromEntries(
    Object.entries(first).filter(([name, value]) =>
      others.every((guess) => guess[name as keyof DocumentGuess] === value),
    ),
  );

/**
 * The documents that are selected by default: all if they share one complete guess, else those without a complete
 * guess.
 */
export const selectedByDefault = <T extends { guess?: DocumentGuess | undefined }>(
  documents: readonly T[],
): readonly T[] => {
  const alike = completeGuess(sharedGuess(documents.map(({ guess = {} }) => guess)));
  return documents.filter(({ guess = {} }) => alike || completeGuess(guess) === null);
};

/** The initial values of the form where no guess can be confirmed as a whole. */
export const startingDetails = (guess: DocumentGuess): Partial<Details> => ({
  kind_other: '',
  source_other: '',
  issue_date: '',
  date_unknown: false,
  source_name: '',
  ...(guess.medical_kind_code && { medical_kind_code: guess.medical_kind_code }),
  ...(guess.issue_date && { issue_date: guess.issue_date }),
  ...(guess.source_kind_code && { source_kind_code: guess.source_kind_code }),
  ...(guess.source_name && { source_name: guess.source_name }),
});
