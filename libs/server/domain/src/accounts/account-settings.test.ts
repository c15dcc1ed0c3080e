import { usualKeys } from '@konsil/contracts/shortcut-keys';
import { chosenKeysSchema } from '@konsil/contracts/shortcuts';
import { settingsOf } from './account-settings.ts';

const keysOf = (keys: object) => settingsOf({ locale: 'de', settings: { keys } as never }).keys;
const { later: _, unread: __, ...olderPage } = usualKeys.page;

test('an action that was added later has its default key', () => {
  expect(keysOf({ page: olderPage })).toEqual(usualKeys);
  expect(keysOf({})).toEqual(usualKeys);
});

test('an action that was added later gets the first free letter where its default is taken', () => {
  const keys = keysOf({ page: { ...olderPage, search: 'u' } });
  expect(keys.page).toEqual({ ...usualKeys.page, search: 'u', unread: 'b' });
  expect(chosenKeysSchema.safeParse(keys).success).toBe(true);
});

test('an added action leaves the defaults of the others, and the keys of the list itself', () => {
  const { done: _done, todo: _todo, ...older } = { ...usualKeys.list, high: 'e', normal: 'a', low: 'b', mark: 'c' };
  const { list } = keysOf({ list: { ...older, answer: 'd', undefined: 'f', later: 'g', unread: 'h' } });
  expect([list.done, list.todo]).toEqual(['i', 't']);
  const { done: _d, ...full } = { ...list, todo: 'i', high: 'e' };
  expect(keysOf({ list: full }).list.done).toBe('l');
});

test('the default keys of pages are at the same place on a German and an American keyboard', () => {
  expect(Object.values(usualKeys.page).filter((key) => 'yz'.includes(key))).toEqual([]);
});
