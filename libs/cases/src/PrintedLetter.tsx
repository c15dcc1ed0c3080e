import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { fullName } from '@konsil/contracts/full-name';
import type { PatientName } from '@konsil/contracts/patients';
import { useFormat, useTexts } from '@konsil/i18n';
import { PaperSheet } from '@konsil/ui';
import { PracticeHeadContext, type PracticeHead } from './practice-head.ts';
import { caseTexts } from './texts.ts';

export interface PrintedLetterProps {
  patient: PatientName;
  /** The letterhead of the reader's practice, for their own letters; other letters have ours. */
  practice?: PracticeHead | undefined;
  children: ReactNode;
}

/** The letter that is printed instead of the page: an AnswerSheet, a CourseSheet or a LetterSheet. */
export function PrintedLetter({ patient, practice, children }: PrintedLetterProps) {
  // Preloads the texts, because printing cannot wait for them.
  useTexts(caseTexts);
  const format = useFormat();
  const logo = practice?.logo?.src;
  useEffect(() => {
    // A picture that is decoded first when printing begins would be missing on paper.
    if (logo) new Image().src = logo;
  }, [logo]);
  return (
    <PaperSheet foot={`${fullName(patient)}, ${format.day(patient.date_of_birth)}`}>
      <PracticeHeadContext value={practice}>{children}</PracticeHeadContext>
    </PaperSheet>
  );
}
