import { formatTags, type Locale, type MedicalKind } from '@konsil/contracts/codes';
import { documentDate } from '@konsil/contracts/document-date';
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
  measurements?:
    | readonly Pick<MarkedMeasurement, 'id' | 'name' | 'kind' | 'numbers' | 'image' | 'frame' | 'window'>[]
    | undefined;
}

const number = (value: number, locale: Locale): string =>
  new Intl.NumberFormat(formatTags[locale], { maximumFractionDigits: 1 }).format(value).replace('-', '\u2212');

/**
 * The places that the texts of an answer point at: a page, or an image with its window, that a colleague can find again.
 */
export const pinnedPlaces = (
  { pins = [], measurements = [] }: PinnedAnswer,
  locale: Locale,
): { number: number; words: string; place: string }[] => {
  const words = letterWords[locale];
  const placeInWords = (place: Place): (string | null)[] => {
    if (place.kind === 'measurement')
      return measurements
        .filter(({ id }) => id === place.id)
        .flatMap((one) => [
          measurementName(one, locale),
          measuredWords(one.numbers, locale),
          measuredImage(one, locale),
          one.window && words.pinWindow(number(one.window.center, locale), number(one.window.width, locale)),
        ]);
    const { medical_kind_code: kind, source_name: source } = place.document;
    return [
      kind && medicalKindWords[locale][kind as MedicalKind],
      documentDate(place.document, { day: daysIn(locale, 'UTC'), unknown: words.dateUnknown }),
      source,
      words.pinPage(place.page),
    ];
  };
  return pins.map(({ place, ...pin }) => ({
    number: pin.number,
    words: pin.words,
    place: placeInWords(place).filter(Boolean).join(', '),
  }));
};

/** The places as pairs of a pin's number and one text. */
export const pinsInWords = (answer: PinnedAnswer, locale: Locale): [string, string][] =>
  pinnedPlaces(answer, locale).map(({ number: at, words, place }) => [
    `[${at}]`,
    [words, place].filter(Boolean).join(', '),
  ]);
