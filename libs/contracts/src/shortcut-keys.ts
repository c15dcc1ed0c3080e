// @bundle ui
/** Single keys on a row of the inbox, as they are unless changed. */
export const usualListKeys = {
  high: '1',
  normal: '2',
  low: '3',
  undefined: '4',
  done: 'e',
  unread: 'u',
  later: 'z',
  todo: 't',
  answer: 'r',
  mark: 'x',
} as const;
export type ListKey = keyof typeof usualListKeys;
/** Keys of every page, with Alt and Shift. */
export const usualPageKeys = { answer: 'a', history: 'm', next: 'n', inbox: 'e', search: 's', help: 'h' } as const;
export type PageKey = keyof typeof usualPageKeys;

export interface ShortcutKeys {
  list: Record<ListKey, string>;
  page: Record<PageKey, string>;
}
export const usualKeys: ShortcutKeys = { list: usualListKeys, page: usualPageKeys };
