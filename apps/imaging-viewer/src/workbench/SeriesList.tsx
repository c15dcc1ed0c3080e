import { useWords } from '../app/words.ts';
import type { Series } from '../study/study.ts';
import { useSeriesName } from './series-name.ts';
import { Thumbnail } from './Thumbnail.tsx';

export interface SeriesListProps {
  series: Series[];
  shown: readonly (Series | null)[];
  /** Thumbnails wait until the first picture is there. */
  drawThumbnails: boolean;
  onChoose: (series: Series) => void;
}

/** All series of the study; a press shows one in the active pane. */
export function SeriesList({ series, shown, drawThumbnails, onChoose }: SeriesListProps) {
  const { t } = useWords();
  const nameOf = useSeriesName();
  return (
    <nav className="series" id="series" aria-label={t('series')}>
      <ul>
        {series.map((one) => (
          <li key={one.uid}>
            <button type="button" className="series-choice" aria-pressed={shown.includes(one)} onClick={() => onChoose(one)}>
              <Thumbnail series={one} draw={drawThumbnails} />
              <span className="series-words">
                <span className="series-name">{nameOf(one)}</span>
                <span className="series-facts">
                  {one.modality} · {t('imageCount', { count: one.images.length })}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
