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

/** The settings of an account, with defaults. */
export const settingsOf = (account: Pick<AccountRow, 'locale' | 'settings'>): Settings => {
  const { factor_postponed_at: _, ...chosen } = account.settings;
  const { keys, ...others } = chosen as Partial<Settings>;
  return {
    ...standard,
    ...others,
    // Actions that were added later have their default keys.
    keys: {
      list: { ...usualKeys.list, ...keys?.list },
      page: { ...usualKeys.page, ...keys?.page },
      pool: { ...usualKeys.pool, ...keys?.pool },
      viewer: { ...usualKeys.viewer, ...keys?.viewer },
    },
    locale: account.locale,
  };
};

/** False if neither e-mails nor SMS about news are wanted; a device may show notifications all the same. */
export const hearsNews = (account: Pick<AccountRow, 'locale' | 'settings'>): boolean => {
  const settings = settingsOf(account);
  return settings.notify_email !== 'none' || textChannels.some((channel) => settings[switchOf(channel)]);
};
