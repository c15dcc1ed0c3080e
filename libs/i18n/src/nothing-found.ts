import type { CommonTexts, TranslateCommon } from './common.ts';

export interface NothingFoundWords {
  /** What was looked for in vain. */
  title: string;
  /** That filters narrowed the search too; empty where there are none. */
  also: string;
  /** What the button takes back. */
  clear: string;
  startAt: 'search' | 'title';
}

/** What a list says that a search, filters or both left empty. */
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
