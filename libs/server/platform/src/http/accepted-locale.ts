import { locales, type Locale } from '@konsil/contracts/first-codes';

const isLocale = (value: string): value is Locale => (locales as readonly string[]).includes(value);

/** The supported language that an `Accept-Language` header prefers, or undefined (RFC 9110 section 12.5.4). */
export const acceptedLocale = (accepted = ''): Locale | undefined =>
  accepted
    .split(',')
    .map((part) => {
      const [language = '', weight] = part.trim().split(/\s*;\s*q\s*=\s*/i);
      return { locale: language.slice(0, 2).toLowerCase(), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ locale }) => locale)
    .find(isLocale);

/** The language of a problem; English for clients that accept none of ours. */
export const problemLocale = ({ 'accept-language': accepted }: { 'accept-language'?: string | undefined }): Locale =>
  acceptedLocale(accepted) ?? 'en';
