// @bundle ui
/** The default single keys on a row of the inbox. */
export const usualListKeys = {
  high: '1',
  normal: '2',
  low: '3',
  undefined: '4',
  done: 'e',
  unread: 'u',
  later: 'z',
  todo: 't',
  pass: 'p',
  answer: 'r',
  mark: 'x',
} as const;
export type ListKey = keyof typeof usualListKeys;
/** Keys of every page, with Alt and Shift. No Y or Z: on a Mac the place counts, and German keyboards swap them. */
export const usualPageKeys = {
  answer: 'a',
  history: 'm',
  later: 'p',
  unread: 'u',
  next: 'n',
  inbox: 'e',
  search: 's',
  help: 'h',
} as const;
export type PageKey = keyof typeof usualPageKeys;

/** Single keys on a row of a clinic's pool. */
export const usualPoolKeys = { take: 't' } as const;
export type PoolKey = keyof typeof usualPoolKeys;

/** Single keys on a picture of the imaging viewer. */
export const usualViewerKeys = {
  window: 'w',
  pan: 'p',
  zoom: 'z',
  scroll: 's',
  magnify: 'm',
  length: 'l',
  bidirectional: 'd',
  angle: 'a',
  cobb: 'b',
  ellipse: 'e',
  rectangle: 'q',
  arrow: 't',
  list: 'n',
  rotate: 'r',
  flipLeftRight: 'h',
  flipUpDown: 'v',
  invert: 'i',
  drawings: 'o',
  compare: 'c',
  link: 'k',
  planes: 'x',
} as const;
export type ViewerKey = keyof typeof usualViewerKeys;
export type ViewerKeys = Record<ViewerKey, string>;

export interface ShortcutKeys {
  list: Record<ListKey, string>;
  page: Record<PageKey, string>;
  pool: Record<PoolKey, string>;
  viewer: ViewerKeys;
}
export const usualKeys: ShortcutKeys = {
  list: usualListKeys,
  page: usualPageKeys,
  pool: usualPoolKeys,
  viewer: usualViewerKeys,
};
