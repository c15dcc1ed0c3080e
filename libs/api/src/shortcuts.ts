import { useGetSettingsQuery } from './account.ts';

/** Whether the reader wants shortcuts with modifiers; yes until their settings have come. */
export const useShortcutsOn = (): boolean => useGetSettingsQuery().data?.shortcuts ?? true;
