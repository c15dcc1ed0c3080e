import { useWords } from '../app/words.ts';
import type { Series } from '../study/study.ts';

/** Formats the name of a series. */
export function useSeriesName(): (series: Series) => string {
  const { t } = useWords();
  return ({ description, number, plane }) => {
    const name = description || (number === null ? t('seriesWithout') : t('seriesNumber', { number }));
    return plane ? `${name} · ${t(`planes.${plane}`)}` : name;
  };
}
