import { specialtyIn } from '@konsil/contracts/specialties';
import { useLocale, useTexts } from '@konsil/i18n';
import { CaseTimeline, type CaseTimelineProps } from './CaseTimeline.tsx';
import { LetterSheet } from './LetterSheet.tsx';
import { caseTexts } from './texts.ts';

/** Everything that happened in a case, on paper. */
export function CourseSheet({ theCase, optionWords }: Pick<CaseTimelineProps, 'theCase' | 'optionWords'>) {
  const { t } = useTexts(caseTexts);
  const locale = useLocale();
  const { case_name: name, doctor, patient } = theCase;
  return (
    <LetterSheet writer={doctor.name} specialty={specialtyIn(doctor.specialty, locale)} patient={patient} facts={[{ key: 'case', term: t('sheet.case'), detail: name }]} title={t('timeline.title')}>
      <CaseTimeline theCase={theCase} optionWords={optionWords} places={{}} whole />
    </LetterSheet>
  );
}
