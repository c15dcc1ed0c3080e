import { createContext, useContext } from 'react';

/** The language chosen in Storybook's toolbar. */
export const LanguageContext = createContext<'de' | 'en'>('de');

/** Returns a function that picks the text for the chosen language. */
export function useSay() {
  const language = useContext(LanguageContext);
  return (german: string, english: string) => (language === 'de' ? german : english);
}

export const useLanguage = () => useContext(LanguageContext);
