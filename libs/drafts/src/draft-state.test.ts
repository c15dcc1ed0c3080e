import {
  draftReducer,
  draftStatuses,
  newDraft,
  transitions,
  type DraftEvent,
  type DraftEventType,
  type DraftState,
  type DraftStatus,
} from './draft-state.ts';

interface Text {
  text: string;
}
const at = '2026-11-24T13:30:00.000Z';
const state = (status: DraftStatus, more: Partial<DraftState<Text>> = {}): DraftState<Text> => ({
  ...newDraft,
  ...more,
  status,
});
const after = (before: DraftState<Text>, ...events: DraftEvent<Text>[]) => events.reduce(draftReducer<Text>, before);

/** Letter of each status, for the table below. */
const letters: Record<string, DraftStatus> = {
  l: 'loading',
  e: 'empty',
  s: 'saving',
  d: 'saved',
  w: 'waiting',
  f: 'full',
  r: 'refused',
  g: 'gone',
  u: 'unread',
  m: 'damaged',
};
// The columns are the statuses before: loading, empty, saving, saved, waiting, full, refused, gone, unread, damaged.
const table: Record<DraftEventType, string> = {
  found: 'dddddddddd',
  nothing_found: 'eeeeeeeeee',
  forbidden: 'eeeeeeeeee',
  read_failed: 'uuuuuuuguu',
  found_damaged: 'mmmmmmmgmm',
  found_after_all: 'llllllllll',
  none_after_all: 'eeeeeeeeee',
  damaged_dropped: 'eeeeeeeeee',
  typed: 'lesdwfrgum',
  save_began: 'sssswssgss',
  save_done: 'dddddddddd',
  save_done_in_part: 'ssssssssss',
  save_failed: 'wwwwwwwwww',
  save_over_limit: 'ffffffffff',
  save_forbidden: 'rrrrrrrrrr',
  save_conflicted: 'gggggggggg',
  changed_elsewhere: 'llllllllll',
  removed_elsewhere: 'gggggggggg',
  other_chosen: 'llllllllll',
  own_chosen: 'ssssssssss',
  dropped: 'eeeeeeeeee',
};
test.each(Object.entries(table))('%s leads from every status to the right one', (event, row) =>
  expect(draftStatuses.map((status) => transitions[event as DraftEventType][status])).toEqual(
    [...row].map((letter) => letters[letter]),
  ),
);

test('every status is reached from the first one', () => {
  const reached = new Set<DraftStatus>([newDraft.status]);
  for (const status of reached) for (const row of Object.values(transitions)) reached.add(row[status]);
  expect([...reached].sort()).toEqual([...draftStatuses].sort());
});

test('a decision holds until the user types again or another conflict occurs', () => {
  const kept = after(
    state('gone'),
    { type: 'own_chosen', decision: 'kept' },
    { type: 'save_began' },
    { type: 'save_done', at },
  );
  expect(kept).toMatchObject({ status: 'saved', decided: 'kept', savedAt: at });
  expect(after(kept, { type: 'typed' }).decided).toBeNull();
  expect(after(kept, { type: 'save_conflicted' })).toMatchObject({ status: 'gone', decided: null });
});

test('choosing the other version reloads it, and keeps the own one', () => {
  const own = { text: 'hier getippt' };
  const chosen = after(state('gone'), { type: 'other_chosen', decision: 'taken', replaced: own });
  expect(chosen).toMatchObject({ status: 'loading', readings: 1, replaced: own, decided: 'taken' });
  expect(after(chosen, { type: 'found', content: { text: 'dort' }, at })).toMatchObject({
    status: 'saved',
    restored: { text: 'dort' },
    replaced: own,
  });
});

test('a sent draft leaves nothing to restore', () =>
  expect(
    after(state('saved', { savedAt: at, replaced: { text: 'x' }, decided: 'taken' }), { type: 'dropped' }),
  ).toEqual(state('empty')));

test('events do not mutate the previous state', () => {
  const before = Object.freeze(state('loading'));
  after(before, { type: 'found', content: { text: 'x' }, at });
  expect(before).toEqual(newDraft);
});
