/** More letters and photos at once are no case, but somebody's picture folder chosen by mistake. */
export const mostDocuments = 100;

/** What came of many files. */
export interface Gathered {
  /** Files that were not taken: neither image nor document; on a disc all but the images, as a viewer for Windows and its pictures lie there. */
  leftOut: number;
  /** A disc as radiologists hand it out, with a DICOMDIR (DICOM PS3.10 section 8). */
  disc: boolean;
  /** More than `mostDocuments` letters and photos, none of which was taken. */
  tooMany: boolean;
}
