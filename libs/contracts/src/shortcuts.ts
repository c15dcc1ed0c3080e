import * as z from 'zod/mini';

/** Actions of a group whose key is used twice. */
export const conflictsIn = (keys: Readonly<Record<string, string>>): string[] => {
  const taken = Object.values(keys);
  return Object.keys(keys).filter((name) => taken.filter((key) => key === keys[name]).length > 1);
};

const keyOf = (allowed: RegExp) => z.string().check(z.trim(), z.toLowerCase(), z.regex(allowed, 'keyInvalid'));
// J and K move to the next and previous row.
const listKey = keyOf(/^[a-ilm-z0-9]$/);
// With Alt and Shift digits are other signs; in the viewer they are windows.
const pageKey = keyOf(/^[a-z]$/);
export const viewerKeysSchema = z.object({
  window: pageKey,
  pan: pageKey,
  zoom: pageKey,
  scroll: pageKey,
  magnify: pageKey,
  length: pageKey,
  bidirectional: pageKey,
  angle: pageKey,
  cobb: pageKey,
  ellipse: pageKey,
  rectangle: pageKey,
  arrow: pageKey,
  list: pageKey,
  rotate: pageKey,
  flipLeftRight: pageKey,
  flipUpDown: pageKey,
  invert: pageKey,
  drawings: pageKey,
  compare: pageKey,
  link: pageKey,
  planes: pageKey,
});
export const shortcutKeysSchema = z.object({
  list: z.object({
    high: listKey,
    normal: listKey,
    low: listKey,
    undefined: listKey,
    done: listKey,
    unread: listKey,
    later: listKey,
    todo: listKey,
    pass: listKey,
    answer: listKey,
    mark: listKey,
  }),
  page: z.object({
    answer: pageKey,
    history: pageKey,
    later: pageKey,
    unread: pageKey,
    next: pageKey,
    inbox: pageKey,
    search: pageKey,
    help: pageKey,
  }),
  pool: z.object({ take: listKey }),
  viewer: viewerKeysSchema,
});

/** Chosen shortcut keys, with no key twice in a group. */
export const chosenKeysSchema = shortcutKeysSchema.check((payload) => {
  for (const group of ['list', 'page', 'pool', 'viewer'] as const)
    for (const name of conflictsIn(payload.value[group]))
      payload.issues.push({ code: 'custom', message: 'keyTaken', input: payload.value, path: [group, name] });
});
