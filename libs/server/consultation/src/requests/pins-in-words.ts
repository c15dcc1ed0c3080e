import type { Locale, MedicalKind } from '@konsil/contracts/codes';
import { measuredImage, measuredWords, measurementName } from '@konsil/contracts/measured-words';
import type { MarkedMeasurement } from '@konsil/contracts/measurements';
import { medicalKindWords } from '@konsil/server-domain/names/labels';
import { daysIn, letterWords } from './letter-words.ts';

type Place =
  | { kind: 'measurement'; id: string }
  | {
      kind: 'page';
      page: number;
      document: { medical_kind_code: string | null; issue_date: string | null; source_name: string };
    };
interface PinnedAnswer {
  pins?: readonly { number: number; words: string; place: Place }[] | undefined;
  measurements?: readonly Pick<MarkedMeasurement, 'id' | 'name' | 'kind' | 'numbers' | 'image' | 'frame'>[] | undefined;
}

/**
 * The places that the texts of an answer point at, by number and in words: a page or an image that a colleague can find
 * again.
 */
export const pinsInWords = ({ pins = [], measurements = [] }: PinnedAnswer, locale: Locale): [string, string][] => {
  const placeInWords = (place: Place): (string | null)[] => {
    if (place.kind === 'measurement')
      return measurements
        .filter(({ id }) => id === place.id)
        .flatMap((one) => [
          measurementName(one, locale),
          measuredWords(one.numbers, locale),
          measuredImage(one, locale),
        ]);
    const { medical_kind_code: kind, issue_date: day, source_name: source } = place.document;
    return [
      kind && medicalKindWords[locale][kind as MedicalKind],
      day && daysIn(locale, 'UTC')(day),
      source,
      letterWords[locale].pinPage(place.page),
    ];
  };
  return pins.map(({ number, words, place }) => [
    `[${number}]`,
    [words, ...placeInWords(place)].filter(Boolean).join(', '),
  ]);
};
