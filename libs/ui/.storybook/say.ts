import { createContext, useContext } from 'react';
import type { DateLocale } from '../src/forms/localDate';

/** The language chosen in Storybook's toolbar. */
export const LanguageContext = createContext<DateLocale>('de');

/** Returns a function that picks the text for the chosen language. */
export function useSay() {
  const language = useContext(LanguageContext);
  return (german: string, english: string) => (language === 'de' ? german : english);
}

export const useLanguage = () => useContext(LanguageContext);
