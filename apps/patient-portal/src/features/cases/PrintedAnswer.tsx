import type { ReactNode } from 'react';
import { AnswerSheet } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { fullName } from '@konsil/contracts/full-name';
import type { Answer } from '@konsil/contracts/requests';
import { useFormat } from '@konsil/i18n';
import { PrintSheet } from '@konsil/ui';

interface Props {
  answer: Answer;
  theCase: ProcessOverview;
  steps: ReactNode;
  onPrinted: () => void;
}

/** Prints an answer as a letter, as soon as it is mounted. */
export function PrintedAnswer({ answer, theCase, steps, onPrinted }: Props) {
  const format = useFormat();
  const { patient } = theCase;
  return (
    <PrintSheet foot={`${fullName(patient)}, ${format.day(patient.date_of_birth)}`} onPrinted={onPrinted}>
      <AnswerSheet answer={answer} theCase={theCase} steps={steps} />
    </PrintSheet>
  );
}
