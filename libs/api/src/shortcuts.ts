import { usualKeys, type ShortcutKeys } from '@konsil/contracts/shortcut-keys';
import { useGetSettingsQuery } from './account.ts';

/** True if the reader wants shortcuts with modifiers, also until the settings are loaded. */
export const useShortcutsOn = (): boolean => useGetSettingsQuery().data?.shortcuts ?? true;

/** The reader's keys; the usual ones until the settings are loaded. */
export const useShortcutKeys = (): ShortcutKeys => useGetSettingsQuery().data?.keys ?? usualKeys;

/** True if a decision about a case selects the next one, also until the settings are loaded. */
export const useGoesOn = (): boolean => useGetSettingsQuery().data?.goes_on ?? true;
