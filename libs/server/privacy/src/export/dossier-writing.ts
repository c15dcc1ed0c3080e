import type { NamedAuthor } from '@konsil/contracts/authors';
import type { Locale } from '@konsil/contracts/codes';
import { fullName } from '@konsil/contracts/full-name';
import type { PatientName } from '@konsil/contracts/patients';
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

/** The author of something in a case; somebody who acted for the account with the patient's name, as in the portals. */
export const authorIn = ({ words }: Writing, { name, acting }: NamedAuthor, patient: PatientName): string =>
  acting ? words.acting(name || words.erased, fullName(patient)) : name;
