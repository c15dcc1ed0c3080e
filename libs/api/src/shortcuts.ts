import { useGetSettingsQuery } from './account.ts';

/** Whether the reader wants shortcuts with modifiers; true until the settings are loaded. */
export const useShortcutsOn = (): boolean => useGetSettingsQuery().data?.shortcuts ?? true;
