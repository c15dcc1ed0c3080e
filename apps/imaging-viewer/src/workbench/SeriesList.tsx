import type { OtherStudy } from '@konsil/contracts/viewed-case';
import { Button, ImagingIcon, RetryIcon, useDesk } from '@konsil/ui';
import { useLayoutEffect, useRef } from 'react';
import { useWords } from '../app/words.ts';
import type { Series, Study } from '../study/study.ts';
import { useSeriesName } from './series-name.ts';
import { Thumbnail } from './Thumbnail.tsx';
import type { Others } from './useOthers.ts';

export interface SeriesListProps {
  study: Study;
  others: Others;
  /** The series in each pane. */
  shown: readonly (Series | null)[];
  /** The pane that shows the chosen series. */
  active: number;
  /** Thumbnails wait until the first picture is drawn. */
  drawThumbnails: boolean;
  onChoose: (series: Series) => void;
  /** Opens another study of the same person beside this one. */
  onOther: (other: OtherStudy) => void;
}

/** A study in the list, with its series once it is open. */
interface Entry {
  key: string;
  date: string;
  facts: string;
  series: Series[];
  /** Not open yet. */
  other: OtherStudy | null;
  state: 'open' | 'closed' | 'opening' | 'failed' | 'gone';
}

const namesOf = (facts: readonly string[]): string => [...new Set(facts.filter(Boolean))].join(' · ');

/** The person's imaging as a timeline, the latest first, and all series of the open studies. */
export function SeriesList({ study, others, shown, active, drawThumbnails, onChoose, onOther }: SeriesListProps) {
  const { t, day } = useWords();
  const nameOf = useSeriesName();
  const open = useRef<HTMLButtonElement>(null);
  const places = useDesk() ? (['left', 'right'] as const) : (['top', 'bottom'] as const);
  const sidesOf = (one: Series) =>
    shown.length > 1 ? places.filter((_, side) => shown[side] === one).map((place) => t(`sides.${place}`)) : [];
  // Scrolls the shown series into view.
  useLayoutEffect(() => {
    open.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);

  const own: Entry = {
    key: 'own',
    date: study.date,
    facts: namesOf([study.series[0]?.modality ?? '', study.institution]),
    series: study.series,
    other: null,
    state: 'open',
  };
  const entries = others.all.map(
    ({ other, opened }): Entry => ({
      key: `${other.document_id} ${other.study_uid}`,
      date: other.study_date ?? '',
      facts: namesOf([
        other.modality,
        other.source,
        other.case_name === null ? '' : t('others.ofCase', { name: other.case_name }),
      ]),
      series: typeof opened === 'object' ? opened.study.series : [],
      other: typeof opened === 'object' ? null : other,
      state: typeof opened === 'object' ? 'open' : opened,
    }),
  );
  const timeline = entries.length > 0;
  const all = [own, ...entries].sort((a, b) => b.date.localeCompare(a.date));
  const dateOf = ({ date }: Entry): string => (date ? day(date) : t('others.noDate'));

  return (
    <nav className="series" id="series" aria-label={t('series')}>
      {all.map((entry) => (
        <section
          key={entry.key}
          className="examination"
          data-own={entry === own}
          aria-label={timeline ? dateOf(entry) : undefined}
        >
          {timeline && !entry.other && (
            <div className="examination-head">
              <h2>
                {dateOf(entry)}
                {entry === own && <span className="examination-own">{t('others.thisOne')}</span>}
              </h2>
              <p>{entry.facts}</p>
            </div>
          )}
          {entry.other && (
            <button
              type="button"
              className="series-choice"
              aria-disabled={entry.state === 'opening' || entry.state === 'gone'}
              onClick={() => entry.other && entry.state !== 'gone' && onOther(entry.other)}
            >
              <span className="thumbnail">
                <ImagingIcon aria-hidden="true" />
              </span>
              <span className="series-words">
                <span className="series-name">{dateOf(entry)}</span>
                <span className="series-facts">{namesOf([entry.facts, entry.other.description])}</span>
                <span className="series-facts" role={entry.state === 'closed' ? undefined : 'status'}>
                  {entry.state === 'opening'
                    ? t('others.opening')
                    : entry.state === 'failed'
                      ? t('others.failed')
                      : entry.state === 'gone'
                        ? t('others.gone')
                        : t('others.beside', { images: t('imageCount', { count: entry.other.images }) })}
                </span>
              </span>
            </button>
          )}
          {entry.state === 'open' && entry.series.length === 0 && <p className="series-facts">{t('empty')}</p>}
          <ul>
            {entry.series.map((one) => (
              <li key={one.key}>
                <button
                  ref={one === shown[active] ? open : undefined}
                  type="button"
                  className="series-choice"
                  aria-pressed={shown.includes(one)}
                  onClick={() => onChoose(one)}
                >
                  <Thumbnail series={one} draw={drawThumbnails} />
                  <span className="series-words">
                    <span className="series-name">{nameOf(one)}</span>
                    <span className="series-facts">
                      {one.modality} · {t('imageCount', { count: one.images.length })}
                    </span>
                    {sidesOf(one).map((side) => (
                      <span key={side} className="series-side">
                        {side}
                      </span>
                    ))}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {others.failed && (
        <div className="others-failed" role="alert">
          <p>{t('others.listFailed')}</p>
          <Button variant="secondary" size="small" icon={<RetryIcon />} onClick={others.retry}>
            {t('retry')}
          </Button>
        </div>
      )}
    </nav>
  );
}
