import { useDesk } from '@konsil/ui';
import { useLayoutEffect, useRef } from 'react';
import { useWords } from '../app/words.ts';
import type { Series } from '../study/study.ts';
import { useSeriesName } from './series-name.ts';
import { Thumbnail } from './Thumbnail.tsx';

export interface SeriesListProps {
  series: Series[];
  /** The series in each pane. */
  shown: readonly (Series | null)[];
  /** The pane that shows the chosen series. */
  active: number;
  /** Thumbnails wait until the first picture is drawn. */
  drawThumbnails: boolean;
  onChoose: (series: Series) => void;
}

/** All series of the study; a press shows one in the active pane. */
export function SeriesList({ series, shown, active, drawThumbnails, onChoose }: SeriesListProps) {
  const { t } = useWords();
  const nameOf = useSeriesName();
  const open = useRef<HTMLButtonElement>(null);
  const places = useDesk() ? (['left', 'right'] as const) : (['top', 'bottom'] as const);
  const sidesOf = (one: Series) =>
    shown.length > 1 ? places.filter((_, side) => shown[side] === one).map((place) => t(`sides.${place}`)) : [];
  // It may be scrolled out of view.
  useLayoutEffect(() => {
    open.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  return (
    <nav className="series" id="series" aria-label={t('series')}>
      <ul>
        {series.map((one) => (
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
    </nav>
  );
}
