import { usualKeys, type ShortcutKeys } from '@konsil/contracts/shortcut-keys';
import { useGetSettingsQuery } from './account.ts';

/** Whether the reader wants shortcuts with modifiers; true until the settings are loaded. */
export const useShortcutsOn = (): boolean => useGetSettingsQuery().data?.shortcuts ?? true;

/** The reader's keys; the usual ones until the settings are loaded. */
export const useShortcutKeys = (): ShortcutKeys => useGetSettingsQuery().data?.keys ?? usualKeys;

/** Whether a decision about a case selects the next one. */
export const useGoesOn = (): boolean => useGetSettingsQuery().data?.goes_on ?? true;
