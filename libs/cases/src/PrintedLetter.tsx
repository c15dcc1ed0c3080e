import type { ReactNode } from 'react';
import { fullName } from '@konsil/contracts/full-name';
import type { PatientName } from '@konsil/contracts/patients';
import { useFormat, useTexts } from '@konsil/i18n';
import { PaperSheet } from '@konsil/ui';
import { caseTexts } from './texts.ts';

/** The letter about somebody that stands on paper in the place of the page: an AnswerSheet, a CourseSheet, a LetterSheet. */
export function PrintedLetter({ patient, children }: { patient: PatientName; children: ReactNode }) {
  // Paper does not wait: the words of the letter are here before it is asked for.
  useTexts(caseTexts);
  const format = useFormat();
  return <PaperSheet foot={`${fullName(patient)}, ${format.day(patient.date_of_birth)}`}>{children}</PaperSheet>;
}
