/** More letters and photos at once are no case, but somebody's picture folder chosen by mistake. */
export const mostDocuments = 100;

/** Of so many files that were left out each is called by its name. */
export const mostNamed = 5;

/** Of the letters and pictures on a disc so many are offered, PDFs first; the others are only named. */
export const mostLetters = 10;

/** What came of many files. */
export interface Gathered {
  /** Files that were not taken: neither image nor document. */
  leftOut: number;
  /** The names of those, as long as they are few. */
  names: string[];
  /** Letters and pictures on a disc: its viewer brings some of its own, so the person says which are theirs. */
  letters: File[];
  /** A disc as radiologists hand it out, with a DICOMDIR (DICOM PS3.10 section 8). */
  disc: boolean;
  /** More than `mostDocuments` letters and photos, none of which was taken. */
  tooMany: boolean;
}
