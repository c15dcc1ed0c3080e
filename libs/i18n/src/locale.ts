import { useSyncExternalStore } from 'react';
import type { Locale } from '@konsil/contracts/codes';
import { currentLocale, instance } from './instance.ts';

const subscribe = (changed: () => void) => {
  instance.on('languageChanged', changed);
  return () => instance.off('languageChanged', changed);
};

/** The current language; follows every change. */
export const useLocale = (): Locale => useSyncExternalStore(subscribe, currentLocale, currentLocale);
