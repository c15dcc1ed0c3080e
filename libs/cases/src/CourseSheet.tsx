import type { ProcessOverview } from '@konsil/contracts/cases';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Section, Timeline } from '@konsil/ui';
import { AnswerContent } from './AnswerContent.tsx';
import { AppointmentTimes } from './AppointmentTimes.tsx';
import { CaseSheet } from './CaseSheet.tsx';
import { caseTexts } from './texts.ts';
import { newestFirst } from './timeline-entry.ts';
import { TimelineEntries, type TimelineEntriesProps } from './TimelineEntries.tsx';
import { useAuthor } from './use-author.ts';
import { usePrintedMoment } from './use-printed-moment.ts';

const asWritten = (text: string): string => text;

/**
 * All events of a case on paper, unabridged, with names and dates instead of "you" and "today"; then every answer as it
 * was sent, because the timeline holds its summary only.
 */
export function CourseSheet({
  theCase,
  optionWords,
}: Pick<TimelineEntriesProps, 'optionWords'> & { theCase: ProcessOverview }) {
  const { t } = useTexts(caseTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const author = useAuthor();
  const paperMoment = usePrintedMoment();
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
      {[...theCase.answers]
        .sort((one, other) => (one.answered_at < other.answered_at ? 1 : -1))
        .map((answer) => (
          <Section
            key={answer.id}
            headingLevel={2}
            title={t('sheet.answerOf', {
              answer: common(`codes.${optionWords}.${answer.option}`),
              day: format.day(answer.answered_at),
              doctor: author(answer),
            })}
          >
            <AnswerContent
              answer={answer}
              headingLevel={3}
              appointment={answer.appointment && <AppointmentTimes appointment={answer.appointment} onPaper />}
            />
          </Section>
        ))}
    </CaseSheet>
  );
}
