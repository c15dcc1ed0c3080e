import { useWords } from '../app/words.ts';
import type { Series } from '../study/study.ts';

/** What a series is called on the screen. */
export function useSeriesName(): (series: Series) => string {
  const { t } = useWords();
  return ({ description, number, plane }) => {
    const name = description || (number === null ? t('seriesWithout') : t('seriesNumber', { number }));
    return plane ? `${name} · ${t(`planes.${plane}`)}` : name;
  };
}
