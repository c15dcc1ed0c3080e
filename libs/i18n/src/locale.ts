import { useSyncExternalStore } from 'react';
import type { Locale, Variety } from '@konsil/contracts/first-codes';
import { currentLocale, currentVariety, instance } from './instance.ts';

const subscribe = (changed: () => void) => {
  instance.on('languageChanged', changed);
  return () => instance.off('languageChanged', changed);
};

/** The current language; follows every change. */
export const useLocale = (): Locale => useSyncExternalStore(subscribe, currentLocale, currentLocale);

/** The current language or its simple form; follows every change. */
export const useVariety = (): Variety => useSyncExternalStore(subscribe, currentVariety, currentVariety);
