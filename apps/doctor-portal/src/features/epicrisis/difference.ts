import { diffWordsWithSpace } from 'diff';

export interface Piece {
  text: string;
  change: 'same' | 'added' | 'removed';
}

/** The way from one text to the other, word by word; one `same` piece when nothing changed. */
export const difference = (before: string, after: string): Piece[] =>
  diffWordsWithSpace(before, after).map(({ value, added, removed }) => ({
    text: value,
    change: added ? 'added' : removed ? 'removed' : 'same',
  }));
