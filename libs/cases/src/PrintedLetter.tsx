import type { ReactNode } from 'react';
import { fullName } from '@konsil/contracts/full-name';
import type { PatientName } from '@konsil/contracts/patients';
import { useFormat, useTexts } from '@konsil/i18n';
import { PaperSheet } from '@konsil/ui';
import { caseTexts } from './texts.ts';

/** The letter that is printed instead of the page: an AnswerSheet, a CourseSheet or a LetterSheet. */
export function PrintedLetter({ patient, children }: { patient: PatientName; children: ReactNode }) {
  // Preloads the texts, because printing cannot wait for them.
  useTexts(caseTexts);
  const format = useFormat();
  return <PaperSheet foot={`${fullName(patient)}, ${format.day(patient.date_of_birth)}`}>{children}</PaperSheet>;
}
