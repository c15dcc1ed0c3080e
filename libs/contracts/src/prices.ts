import type { Locale } from './codes.ts';
import { optionalText } from './common.ts';

/** Cost of an answer, or who pays it, in a few words. */
export const priceSchema = optionalText(140);

interface Price {
  price_de?: string | undefined;
  price_en?: string | undefined;
}
/** A line in its own language, and the clinic that it is from if it is not the doctor's own. */
export interface PriceLine {
  text: string;
  language: Locale;
  clinic?: string;
}

const lineOf = ({ price_de: german = '', price_en: english = '' }: Price, locale: Locale): PriceLine | undefined => {
  const lines: PriceLine[] = [
    { text: german, language: 'de' },
    { text: english, language: 'en' },
  ];
  const given = lines.filter(({ text }) => text !== '');
  return given.find(({ language }) => language === locale) ?? given[0];
};

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
