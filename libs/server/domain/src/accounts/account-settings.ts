import type { Settings } from '@konsil/contracts/accounts';
import { forEachSwitch, switchOf, textChannels } from '@konsil/contracts/channels';
import { usualKeys } from '@konsil/contracts/shortcut-keys';
import type { AccountRow } from './accounts.queries.ts';

const standard: Omit<Settings, 'locale'> = {
  notify_email: 'each',
  ...forEachSwitch(() => false),
  shortcuts: true,
  keys: usualKeys,
  goes_on: true,
  filters: {},
};

// J and K move between the rows of a list.
const letters = [...'abcdefghilmnopqrstuvwxyz'];

/** The chosen keys. An action added later has its default, or the first free letter if that is taken. */
const withAdded = <K extends string>(usual: Record<K, string>, chosen: Partial<Record<K, string>> = {}) => {
  const keys: Partial<Record<K, string>> = { ...chosen };
  const isTaken = (key: string) => Object.values(keys).includes(key);
  const actions = Object.keys(usual) as K[];
  for (const action of actions) if (!keys[action] && !isTaken(usual[action])) keys[action] = usual[action];
  for (const action of actions) keys[action] ??= letters.find((key) => !isTaken(key)) ?? usual[action];
  return keys as Record<K, string>;
};

/** The settings of an account, with defaults. */
export const settingsOf = (account: Pick<AccountRow, 'locale' | 'settings'>): Settings => {
  const { factor_postponed_at: _, ...chosen } = account.settings;
  const { keys, ...others } = chosen as Partial<Settings>;
  return {
    ...standard,
    ...others,
    keys: {
      list: withAdded(usualKeys.list, keys?.list),
      page: withAdded(usualKeys.page, keys?.page),
      pool: withAdded(usualKeys.pool, keys?.pool),
      viewer: withAdded(usualKeys.viewer, keys?.viewer),
    },
    locale: account.locale,
  };
};

/** False if neither e-mails nor SMS about news are wanted; a device may show notifications all the same. */
export const hearsNews = (account: Pick<AccountRow, 'locale' | 'settings'>): boolean => {
  const settings = settingsOf(account);
  return settings.notify_email !== 'none' || textChannels.some((channel) => settings[switchOf(channel)]);
};
