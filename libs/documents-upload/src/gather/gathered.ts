/** More letters and photos at once are a picture folder chosen by mistake. */
export const mostDocuments = 100;

/** Up to this number, files that were left out are listed by name. */
export const mostNamed = 5;

/** The number of letters and pictures beside images that are offered, PDFs first; others are only listed. */
export const mostLetters = 20;

/** The result of gathering files. */
export interface GatherResult {
  /** Number of files that are neither image nor document. */
  leftOut: number;
  /** The names of the files that were left out, if they are few. */
  names: string[];
  /** Letters and pictures beside images. The viewer of a disc brings some of its own, so the user picks. */
  letters: File[];
  /** True if it is a patient disc with a DICOMDIR (DICOM PS3.10 section 8). */
  disc: boolean;
  /** More than `mostDocuments` letters and photos: none was taken. */
  tooMany: boolean;
}
