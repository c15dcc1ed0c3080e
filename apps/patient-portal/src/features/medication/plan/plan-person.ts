// @bundle route
import { foldWord } from '@konsil/contracts/fold';

export interface PlanPerson {
  first_name: string;
  last_name: string;
  /** `YYYY-MM-DD`; in a plan also a year or month alone, or empty. */
  date_of_birth: string;
}

const words = (name: string): string[] =>
  name
    .split(/[\s-]+/)
    .map(foldWord)
    .filter(Boolean);
const hasAll = (some: readonly string[], others: readonly string[]): boolean =>
  some.every((word) => others.includes(word));

/**
 * True if the person of a plan can be the one of the profile: the same birth date where both are given, the same last
 * name, and one given name in common. A second given name may be missing on one side. A plan without name and birth
 * date, like a following page alone, fits anybody.
 */
export const isSamePerson = (one: PlanPerson, other: PlanPerson): boolean => {
  const [born, otherBorn] = [one.date_of_birth, other.date_of_birth];
  if (!born.startsWith(otherBorn) && !otherBorn.startsWith(born)) return false;
  const [last, otherLast] = [words(one.last_name), words(other.last_name)];
  if (!(born && otherBorn) && (last.length === 0 || otherLast.length === 0)) return false;
  if (!hasAll(last, otherLast) && !hasAll(otherLast, last)) return false;
  const [first, otherFirst] = [words(one.first_name), words(other.first_name)];
  return first.length === 0 || otherFirst.length === 0 || first.some((word) => otherFirst.includes(word));
};
