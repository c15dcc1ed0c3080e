import { formatTags, type Locale } from './first-codes.ts';
import words from './locales/measured-changes.json';
import { acrossWords, measuredNumber, measuredWords } from './measured-words.ts';
import type { MarkedMeasurement, MeasuredNumber, MeasurementKind } from './measurements.ts';

/** A measurement of one person that may be compared with an earlier one. */
export interface ComparableMeasurement {
  id: string;
  kind: MeasurementKind;
  name: string;
  study: string;
  /** The day of the examination, `YYYY-MM-DD`; empty if unknown. */
  day: string;
  modality: string;
  /** Empty while they are unknown. */
  numbers: readonly MeasuredNumber[];
}

/** The change since the measurement of the same thing in the examination before. */
export interface MeasuredChange {
  day: string;
  changes: { before: MeasuredNumber; by: number; percent: number | null }[];
}

/** The digits that `measuredNumber` shows, so that the difference is that of the two values on the screen. */
const rounded = ({ value, unit }: MeasuredNumber): number =>
  unit === 'mm2' && value >= 100 ? Math.round(value) : Math.round(value * 10) / 10;

/** Hounsfield units and angles have no zero that a share could refer to. */
const hasShares = ({ unit }: MeasuredNumber): boolean => unit === 'mm' || unit === 'mm2';

const labelOf = ({ kind, name }: Pick<ComparableMeasurement, 'kind' | 'name'>): string =>
  `${kind} ${name.trim().replace(/\s+/g, ' ').toLowerCase()}`;

/**
 * The change since the measurement of the same kind and name in the latest earlier examination of the modality; null
 * without exactly one of that name in each, or without numbers that can be compared. Pixels cannot.
 */
export function changeOf(item: ComparableMeasurement, all: readonly ComparableMeasurement[]): MeasuredChange | null {
  if (!item.day || !item.name.trim()) return null;
  const alike = all.filter((one) => one.id !== item.id && labelOf(one) === labelOf(item));
  // One of unknown day, of the same day or of the same study may be what the earlier one belongs to.
  if (alike.some(({ day, study }) => !day || day === item.day || study === item.study)) return null;
  const earlier = alike.filter(({ day }) => day < item.day);
  const last = earlier.reduce((latest, { day }) => (day > latest ? day : latest), '');
  const [prior, second] = earlier.filter(({ day }) => day === last);
  if (!prior || second || prior.modality !== item.modality) return null;
  const changes = item.numbers.flatMap((number) => {
    const before = prior.numbers.find(({ of, unit }) => of === number.of && unit === number.unit);
    if (!before || number.unit === 'px' || number.of === 'deviation') return [];
    const [then, now] = [rounded(before), rounded(number)];
    const share = hasShares(before) && then > 0;
    return [{ before, by: now - then, percent: share ? Math.round(((now - then) / then) * 100) : null }];
  });
  return changes.length > 0 ? { day: prior.day, changes } : null;
}

const signOf = (value: number): string => (value > 0 ? '+' : value < 0 ? '\u2212' : '±');

/** Names the earlier value with its day, and the change: `12 May 2026: 28.1 mm, since then +6.1 mm (+22%)`. */
export const changeWords = ({ day, changes }: MeasuredChange, locale: Locale): string => {
  const date = new Intl.DateTimeFormat(formatTags[locale], { dateStyle: 'medium', timeZone: 'UTC' });
  const percents = new Intl.NumberFormat(formatTags[locale], { style: 'percent' });
  const change = changes
    .map(({ before, by, percent }) => {
      const size = measuredNumber({ ...before, value: Math.abs(by) }, locale);
      const share = percent === null ? '' : ` (${signOf(percent)}${percents.format(Math.abs(percent) / 100)})`;
      return `${before.of === 'short_axis' ? `${acrossWords(locale)} ` : ''}${signOf(by)}${size}${share}`;
    })
    .join(', ');
  return words[locale].since
    .replace('{day}', date.format(new Date(`${day}T00:00:00Z`)))
    .replace(
      '{before}',
      measuredWords(
        changes.map(({ before }) => before),
        locale,
      ),
    )
    .replace('{change}', change);
};

/** A measurement of an answer, as it is compared. */
export const comparableOf = ({ id, kind, name, study, numbers, image }: MarkedMeasurement): ComparableMeasurement => ({
  id,
  kind,
  name,
  study,
  day: image.study_date ?? '',
  modality: image.modality,
  numbers,
});
