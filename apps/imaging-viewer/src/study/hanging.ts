import type { OtherStudy } from '@konsil/contracts/viewed-case';
import { canBeSamePerson } from '@konsil/contracts/person-names';
import { linkageOf } from './linking.ts';
import type { Series, Study } from './study.ts';

const words = (text: string): Set<string> => new Set(text.toLowerCase().match(/\p{L}{3,}/gu) ?? []);
const shared = (a: string, b: string): number => [...words(a)].filter((word) => words(b).has(word)).length;

/** Ranks a series beside another: scrolled together first, then modality, names, and thickness of the stack. */
const fitOf = (first: Series, other: Series): number =>
  (linkageOf(first, other) !== null && other.images.length > 1 ? 100 : 0) +
  (first.modality === other.modality ? 50 : 0) +
  (first.plane === other.plane ? 5 : 0) +
  10 * shared(first.description, other.description) -
  Math.abs(Math.log(other.images.length / Math.max(1, first.images.length)));

/** The series that fits best beside `first`, the earlier one of equals. Without `first`, the first series. */
export const besideOf = (first: Series | null, all: readonly Series[]): Series | null => {
  const others = all.filter((one) => one !== first);
  return first ? ([...others].sort((a, b) => fitOf(first, b) - fitOf(first, a))[0] ?? null) : (others[0] ?? null);
};

/**
 * The examination to compare with: the latest of the modality that is not newer than this one, else the latest of the
 * modality; null if none has the modality.
 */
export function priorOf(
  { date }: Pick<Study, 'date'>,
  modality: string,
  others: readonly OtherStudy[],
): OtherStudy | null {
  const same = others.filter((other) => other.modality === modality);
  const dayOf = (other: OtherStudy) => other.study_date ?? '';
  const latestFirst = [...same].sort((a, b) => dayOf(b).localeCompare(dayOf(a)));
  return latestFirst.find((other) => dayOf(other) !== '' && (!date || dayOf(other) <= date)) ?? latestFirst[0] ?? null;
}

/** True if the images of two studies may be of one person, as they name it. */
export const mayBeOnePerson = (a: Pick<Study, 'people'>, b: Pick<Study, 'people'>): boolean =>
  a.people.every((one) => b.people.every((other) => canBeSamePerson(one, other)));

/** The time between two days in the unit that people use for it; null for the same day or an unknown one. */
export function spanBetween(
  from: string,
  to: string,
): { count: number; unit: 'day' | 'month' | 'year'; later: boolean } | null {
  if (!from || !to || from === to) return null;
  const [earlier, last] = [from, to].sort() as [string, string];
  const [a, b] = [new Date(`${earlier}T00:00:00Z`), new Date(`${last}T00:00:00Z`)];
  const months =
    (b.getUTCFullYear() - a.getUTCFullYear()) * 12 +
    b.getUTCMonth() -
    a.getUTCMonth() -
    (b.getUTCDate() < a.getUTCDate() ? 1 : 0);
  const later = to > from;
  if (months >= 24) return { count: Math.floor(months / 12), unit: 'year', later };
  if (months >= 2) return { count: months, unit: 'month', later };
  return { count: Math.round((b.getTime() - a.getTime()) / 86_400_000), unit: 'day', later };
}
