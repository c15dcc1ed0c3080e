import { useFormat, useTexts } from '@konsil/i18n';
import { Timeline } from '@konsil/ui';
import { CaseSheet } from './CaseSheet.tsx';
import { caseTexts } from './texts.ts';
import { newestFirst } from './timeline-entry.ts';
import { TimelineEntries, type TimelineEntriesProps } from './TimelineEntries.tsx';
import { usePaperMoment } from './use-paper-moment.ts';

const asWritten = (text: string): string => text;

/** All events of a case on paper, unabridged, with names and dates instead of "you" and "today". */
export function CourseSheet({ theCase, optionWords }: Pick<TimelineEntriesProps, 'theCase' | 'optionWords'>) {
  const { t } = useTexts(caseTexts);
  const format = useFormat();
  const paperMoment = usePaperMoment();
  return (
    <CaseSheet theCase={theCase} title={t('timeline.title')}>
      <Timeline label={t('timeline.title')}>
        <TimelineEntries
          theCase={theCase}
          entries={newestFirst(theCase.timeline)}
          optionWords={optionWords}
          places={{}}
          dayWord={format.day}
          momentWord={paperMoment}
          wordsOf={asWritten}
        />
      </Timeline>
    </CaseSheet>
  );
}
