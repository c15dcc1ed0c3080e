import { localeCookie, localeOf } from '@konsil/contracts/first-codes';
import type { Variety } from '@konsil/contracts/first-codes';

const aYear = 31_536_000;
const isVariety = (value: unknown): value is Variety => localeOf(value) !== undefined;

const keptVariety = (): string | undefined =>
  document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${localeCookie}=`))
    ?.slice(localeCookie.length + 1);
/** Stores the chosen language in this browser. */
export const storeLocale = (variety: Variety): void => {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${localeCookie}=${variety}; Path=/; SameSite=Lax; Max-Age=${aYear}${secure}`;
};

const namedVariety = (): Variety | undefined =>
  [new URLSearchParams(window.location.search).get('lang')].find(isVariety);

/**
 * True if the URL names a language (`?lang=en`), as the language switch does without scripts. Stores it and removes it
 * from the URL.
 */
export const storeLocaleOfUrl = (): boolean => {
  const variety = namedVariety();
  if (!variety) return false;
  storeLocale(variety);
  const address = new URL(window.location.href);
  address.searchParams.delete('lang');
  window.history.replaceState(window.history.state, '', address);
  return true;
};

/** The language of the URL (`?lang=en`), the stored one, the browser's first supported one, or German. */
export const preferredLocale = (): Variety =>
  [namedVariety(), keptVariety(), ...navigator.languages.map((language) => language.slice(0, 2))].find(isVariety) ??
  'de';
