// @bundle route
import { diffWordsWithSpace } from 'diff';

export interface DifferencePiece {
  text: string;
  change: 'same' | 'added' | 'removed';
}

/** The word-wise difference of two texts; a single `same` piece when nothing changed. */
export const difference = (before: string, after: string): DifferencePiece[] =>
  diffWordsWithSpace(before, after).map(({ value, added, removed }) => ({
    text: value,
    change: added ? 'added' : removed ? 'removed' : 'same',
  }));
