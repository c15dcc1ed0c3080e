import { isAnotherPerson, type PicturedPerson } from '@konsil/contracts/person-names';
import type { ViewedCase } from '@konsil/contracts/viewed-case';
import type { Study } from './study.ts';

/** Differences between the images and the case they were opened from. */
export interface Mismatch {
  /** Other people named in them, once each. */
  people: PicturedPerson[];
  /** An impossible study date, or one that differs from the case's. */
  date: { day: string; reason: 'beforeBirth' | 'future' | 'otherDay' } | null;
}

/** @param today `YYYY-MM-DD` */
export function mismatchOf(
  { people, dates }: Pick<Study, 'people' | 'dates'>,
  { patient, issue_date }: ViewedCase,
  today: string,
): Mismatch | null {
  const others = people.filter((pictured) => isAnotherPerson(pictured, patient));
  const reasonOf = (day: string) =>
    day < patient.date_of_birth
      ? 'beforeBirth'
      : day > today
        ? 'future'
        : issue_date && day !== issue_date
          ? 'otherDay'
          : null;
  const date =
    dates.flatMap((day) => {
      const reason = reasonOf(day);
      return reason ? [{ day, reason } as const] : [];
    })[0] ?? null;
  return others.length > 0 || date ? { people: others, date } : null;
}
