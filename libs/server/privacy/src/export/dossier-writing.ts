import type { Locale } from '@konsil/contracts/codes';
import type { PdfPages } from '@konsil/server-pdf/pdf-pages';
import type { DossierWords } from './dossier-words.ts';

/** The means with which every part of a dossier is written. */
export interface Writing {
  pages: PdfPages;
  words: DossierWords;
  locale: Locale;
  day: (moment: string) => string;
  moment: (moment: string) => string;
}
