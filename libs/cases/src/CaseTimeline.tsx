import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { dayOf, excerptOf, useFormat, useTexts } from '@konsil/i18n';
import { ShowMore, TextLink, Timeline, TimelineItem } from '@konsil/ui';
import { shortDoctorName } from './doctor-name.ts';
import { caseTexts } from './texts.ts';
import { newestFirst } from './timeline-entry.ts';
import { TimelineEntries, type TimelineEntriesProps } from './TimelineEntries.tsx';

export interface CaseTimelineProps
  extends Pick<TimelineEntriesProps, 'theCase' | 'optionWords' | 'places' | 'shownAnswer'> {
  /** Number of documents not sent yet: the first, dashed entry. */
  unsent?: number;
  /** Only so many of the newest events, with no way to earlier ones. The list is then named after them. */
  newest?: number;
}

/** The number of entries shown at first, and added by each click on "show more". */
const atOnce = 30;

/** All events of a case, newest first. */
export function CaseTimeline({ unsent = 0, newest, ...shown }: CaseTimelineProps) {
  const { t } = useTexts(caseTexts);
  const format = useFormat();
  const { theCase, places } = shown;
  const list = useRef<HTMLOListElement>(null);
  const [most, setMost] = useState(atOnce);
  const entries = newestFirst(theCase.timeline);
  // Moves the keyboard focus to the first of the earlier entries.
  const showEarlier = () => {
    const first = list.current?.childElementCount ?? 0;
    flushSync(() => setMost(most + atOnce));
    (list.current?.children[first] as HTMLElement | undefined)?.focus();
  };
  const dayWord = (at: string) => (dayOf(at) === dayOf(new Date()) ? t('timeline.today') : format.dayLong(at));

  return (
    <>
      <Timeline ref={list} label={t(newest === undefined ? 'timeline.title' : 'timeline.newest')}>
        {unsent > 0 && (
          <TimelineItem voice="patient" draft who={t('timeline.you')} title={t('timeline.unsentTitle')}>
            <p>{t('timeline.unsent', { count: unsent, doctor: shortDoctorName(theCase.doctor.name) })}</p>
            {places.documents && (
              <p>
                <TextLink standalone to={places.documents}>
                  {t('timeline.seeDocuments')}
                </TextLink>
              </p>
            )}
          </TimelineItem>
        )}
        <TimelineEntries
          {...shown}
          entries={entries.slice(0, newest ?? most)}
          dayWord={dayWord}
          momentWord={format.moment}
          you={t('timeline.you')}
          wordsOf={excerptOf}
        />
      </Timeline>
      {newest === undefined && entries.length > atOnce && (
        <ShowMore
          count={t('timeline.shown', { shown: Math.min(most, entries.length), count: entries.length })}
          label={most < entries.length ? t('timeline.showEarlier') : undefined}
          onMore={showEarlier}
        />
      )}
    </>
  );
}
