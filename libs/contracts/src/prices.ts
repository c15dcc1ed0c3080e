import type { Locale } from './codes.ts';
import { optionalText } from './common.ts';
import { writtenFor, type WrittenLanguage } from './written.ts';

/** Cost of an answer, or who pays it, in a few words. */
export const priceSchema = optionalText(140);

interface Price {
  price_de?: string | undefined;
  price_en?: string | undefined;
}
/** A line in its own language, and the clinic that it is from if it is not the doctor's own. */
export interface PriceLine {
  text: string;
  language: WrittenLanguage;
  clinic?: string;
}

const lineOf = (price: Price, locale: Locale): PriceLine | undefined =>
  writtenFor(locale)
    .map((language) => ({ text: price[`price_${language}`] ?? '', language }))
    .find(({ text }) => text !== '');

/** The doctor's own line; without one, those of the clinics. In the other language where it is missing in this one. */
export const priceLines = (
  { clinics = [], ...doctor }: Price & { clinics?: readonly (Price & { name: string })[] | undefined },
  locale: Locale,
): PriceLine[] => {
  const own = lineOf(doctor, locale);
  if (own) return [own];
  return clinics.flatMap((clinic) => {
    const line = lineOf(clinic, locale);
    return line ? { ...line, clinic: clinic.name } : [];
  });
};
