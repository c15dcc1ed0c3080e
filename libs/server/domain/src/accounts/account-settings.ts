import type { Settings } from '@konsil/contracts/accounts';
import type { AccountRow } from './accounts.queries.ts';

const standard: Omit<Settings, 'locale'> = { notify_email: 'each', notify_sms: false, shortcuts: true, filters: {} };

/** The settings of an account, with defaults. */
export const settingsOf = (account: Pick<AccountRow, 'locale' | 'settings'>): Settings => {
  const { factor_postponed_at: _, ...chosen } = account.settings;
  return { ...standard, ...(chosen as Partial<Settings>), locale: account.locale };
};
