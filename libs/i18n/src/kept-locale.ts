import { localeCookie, locales } from '@konsil/contracts/first-codes';
import type { Locale } from '@konsil/contracts/first-codes';

const aYear = 31_536_000;
export const isLocale = (value: unknown): value is Locale => (locales as readonly unknown[]).includes(value);

const keptLocale = (): string | undefined =>
  document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${localeCookie}=`))
    ?.slice(localeCookie.length + 1);
/** Stores the chosen language in this browser. */
export const storeLocale = (locale: Locale): void => {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${localeCookie}=${locale}; Path=/; SameSite=Lax; Max-Age=${aYear}${secure}`;
};

const namedLocale = (): Locale | undefined => [new URLSearchParams(window.location.search).get('lang')].find(isLocale);

/**
 * Whether the URL names a language (`?lang=en`), as the language switch does without scripts. Stores it and removes it
 * from the URL.
 */
export const storeLocaleOfUrl = (): boolean => {
  const locale = namedLocale();
  if (!locale) return false;
  storeLocale(locale);
  const address = new URL(window.location.href);
  address.searchParams.delete('lang');
  window.history.replaceState(window.history.state, '', address);
  return true;
};

/** The language of the URL (`?lang=en`), the stored one, the browser's first supported one, or German. */
export const preferredLocale = (): Locale => {
  const chosen = namedLocale() ?? [keptLocale()].find(isLocale);
  if (chosen) return chosen;
  return navigator.languages.map((language) => language.slice(0, 2)).find(isLocale) ?? 'de';
};
