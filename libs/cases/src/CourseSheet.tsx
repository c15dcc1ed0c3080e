import { specialtyIn } from '@konsil/contracts/specialties';
import { useFormat, useLocale, useTexts } from '@konsil/i18n';
import { Timeline } from '@konsil/ui';
import { LetterSheet } from './LetterSheet.tsx';
import { caseTexts } from './texts.ts';
import { newestFirst } from './timeline-entry.ts';
import { TimelineEntries, type TimelineEntriesProps } from './TimelineEntries.tsx';

const asWritten = (text: string): string => text;

/** Everything that happened in a case, on paper, for any reader: all of it with all its words, by name and day. */
export function CourseSheet({ theCase, optionWords }: Pick<TimelineEntriesProps, 'theCase' | 'optionWords'>) {
  const { t } = useTexts(caseTexts);
  const locale = useLocale();
  const format = useFormat();
  const { case_name: name, doctor, patient } = theCase;
  return (
    <LetterSheet writer={doctor.name} specialty={specialtyIn(doctor.specialty, locale)} patient={patient} facts={[{ key: 'case', term: t('sheet.case'), detail: name }]} title={t('timeline.title')}>
      <Timeline label={t('timeline.title')}>
        <TimelineEntries theCase={theCase} entries={newestFirst(theCase.timeline)} optionWords={optionWords} places={{}} dayWord={format.day} wordsOf={asWritten} />
      </Timeline>
    </LetterSheet>
  );
}
