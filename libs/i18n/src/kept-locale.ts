import { localeCookie, locales } from '@konsil/contracts/first-codes';
import type { Locale } from '@konsil/contracts/first-codes';

const aYear = 31_536_000;
export const isLocale = (value: unknown): value is Locale => (locales as readonly unknown[]).includes(value);

const keptLocale = (): string | undefined =>
  document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${localeCookie}=`))
    ?.slice(localeCookie.length + 1);
/** Keeps the choice of a language in this browser. */
export const keepLocale = (locale: Locale): void => {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${localeCookie}=${locale}; Path=/; SameSite=Lax; Max-Age=${aYear}${secure}`;
};

const namedLocale = (): Locale | undefined => [new URLSearchParams(window.location.search).get('lang')].find(isLocale);

/** Whether the page was opened by a link that names its language (`?lang=en`), as the language switch does without a script. Such a choice is kept, and the address forgets it. */
export const takeNamedLocale = (): boolean => {
  const locale = namedLocale();
  if (!locale) return false;
  keepLocale(locale);
  const address = new URL(window.location.href);
  address.searchParams.delete('lang');
  window.history.replaceState(window.history.state, '', address);
  return true;
};

/** The language that a link names (`?lang=en`), the kept choice, else the browser's first language that we speak, else German. */
export const preferredLocale = (): Locale => {
  const chosen = namedLocale() ?? [keptLocale()].find(isLocale);
  if (chosen) return chosen;
  return navigator.languages.map((language) => language.slice(0, 2)).find(isLocale) ?? 'de';
};
