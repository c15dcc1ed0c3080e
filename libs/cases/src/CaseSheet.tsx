import type { ReactNode } from 'react';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { specialtyIn } from '@konsil/contracts/specialties';
import { useFormat, useLocale, useTexts } from '@konsil/i18n';
import { LetterSheet } from './LetterSheet.tsx';
import { caseTexts } from './texts.ts';

export interface CaseSheetProps {
  theCase: Pick<ProcessOverview, 'case_name' | 'doctor' | 'patient' | 'requests'>;
  title: string;
  children: ReactNode;
}

/** Part of a case on paper, with the doctor's letterhead, the patient, the case and the request it refers to. */
export function CaseSheet({
  theCase: { case_name: name, doctor, patient, requests },
  title,
  children,
}: CaseSheetProps) {
  const { t } = useTexts(caseTexts);
  const format = useFormat();
  const locale = useLocale();
  const lastSent = requests
    .map(({ sent_at: at }) => at)
    .toSorted()
    .at(-1);
  const facts = [
    { key: 'case', term: t('sheet.case'), detail: name },
    ...(lastSent ? [{ key: 'asked', term: t('sheet.asked'), detail: format.day(lastSent) }] : []),
  ];
  return (
    <LetterSheet
      writer={doctor.name}
      specialty={specialtyIn(doctor.specialty, locale)}
      patient={patient}
      facts={facts}
      title={title}
    >
      {children}
    </LetterSheet>
  );
}
