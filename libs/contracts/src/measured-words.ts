import { formatTags, type Locale } from './first-codes.ts';
import allWords from './locales/measured-words.json';
import type { MarkedMeasurement, MeasuredNumber, MeasurementKind } from './measurements.ts';

type Words = Record<'pixels' | 'across' | 'series' | 'image' | 'frame', string> & {
  kinds: Record<MeasurementKind, string>;
};
const words: Record<Locale, Words> = allWords;

const numberIn = (locale: Locale, value: number, digits: number): string =>
  new Intl.NumberFormat(formatTags[locale], { minimumFractionDigits: digits, maximumFractionDigits: digits })
    .format(value)
    .replace('-', '\u2212');

/** A number with its unit. */
export const measuredNumber = ({ value, unit }: MeasuredNumber, locale: Locale): string => {
  switch (unit) {
    case 'mm':
      return `${numberIn(locale, value, 1)} mm`;
    case 'mm2':
      return value >= 100 ? `${numberIn(locale, value / 100, 2)} cm²` : `${numberIn(locale, value, 1)} mm²`;
    case 'deg':
      return `${numberIn(locale, value, 1)}°`;
    case 'HU':
      return `${numberIn(locale, value, 1)} HU`;
    case 'px':
      return `${numberIn(locale, value, 0)} ${words[locale].pixels}`;
  }
};

/** The word for a short axis. */
export const acrossWords = (locale: Locale): string => words[locale].across;

/** The numbers of a measurement in words: the same in the viewer, the portals and the letter. */
export const measuredWords = (numbers: readonly MeasuredNumber[], locale: Locale): string => {
  const deviation = numbers.find((number) => number.of === 'deviation');
  return numbers
    .flatMap((number) => {
      if (number === deviation) return [];
      if (number.of === 'mean' && deviation)
        return [`${numberIn(locale, number.value, 1)} ± ${numberIn(locale, deviation.value, 1)} HU`];
      return [
        number.of === 'short_axis'
          ? `${acrossWords(locale)} ${measuredNumber(number, locale)}`
          : measuredNumber(number, locale),
      ];
    })
    .join(', ');
};

/** The doctor's name of a measurement, otherwise its kind. */
export const measurementName = ({ name, kind }: Pick<MarkedMeasurement, 'name' | 'kind'>, locale: Locale): string =>
  name || words[locale].kinds[kind];

/** The image of a measurement: kind of examination, its day, and the numbers by which other programs find it. */
export const measuredImage = ({ image, frame }: Pick<MarkedMeasurement, 'image' | 'frame'>, locale: Locale): string => {
  const { modality, study_date: day, series_number: series, number, frames } = image;
  const date =
    day &&
    new Intl.DateTimeFormat(formatTags[locale], { dateStyle: 'medium', timeZone: 'UTC' }).format(
      new Date(`${day}T00:00:00Z`),
    );
  return [
    [modality, date].filter(Boolean).join(' '),
    series !== null && `${words[locale].series} ${series}`,
    number !== null && `${words[locale].image} ${number}`,
    frames > 1 && `${words[locale].frame} ${frame}`,
  ]
    .filter(Boolean)
    .join(', ');
};
