import type { CommonTexts, TranslateCommon } from './common.ts';

export interface NothingFoundWords {
  /** The search text. */
  title: string;
  /** Says that filters apply too; empty if there are none. */
  also: string;
  /** The label of the button that clears them. */
  clear: string;
  startAt: 'search' | 'title';
}

/** The texts of a list without matches, for search, filters or both. */
export const nothingFound = (
  t: TranslateCommon,
  list: keyof CommonTexts['empty'],
  search: string | undefined,
  filtered: boolean,
): NothingFoundWords => {
  const none = t(`empty.${list}`);
  if (!search) return { title: `${none}.`, also: '', clear: t('words.filterReset'), startAt: 'title' };
  return {
    title: t('nothing.for', { none, search }),
    also: filtered ? t('nothing.also') : '',
    clear: t(filtered ? 'nothing.clearBoth' : 'nothing.clearSearch'),
    startAt: 'search',
  };
};
