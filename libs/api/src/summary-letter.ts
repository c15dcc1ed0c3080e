import type { Locale } from '@konsil/contracts/codes';
import { epicrisisRoutes as routes } from '@konsil/contracts/epicrisis';
import { fetchFile } from './file.ts';

/** The newest released summary as a letter: a PDF file in one of the two languages. */
export const getSummaryLetter = (patientId: string, language: Locale): Promise<Blob> =>
  fetchFile(routes.getSummaryLetter, { id: patientId }, { language });
