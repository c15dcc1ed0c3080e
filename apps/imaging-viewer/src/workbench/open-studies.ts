import { practiceDay } from '@konsil/contracts/practice-time';
import { mayBeOnePerson } from '../study/hanging.ts';
import { mismatchOf } from '../study/mismatch.ts';
import type { OpenStudy } from './useOthers.ts';

/** True for a study whose images name another person than its case. */
export const isForeign = ({ study, viewedCase }: OpenStudy): boolean =>
  viewedCase !== null && (mismatchOf(study, viewedCase, practiceDay(new Date()))?.people.length ?? 0) > 0;

/** True if the studies may show one person: another person's pictures are never linked by themselves. */
export const showOnePerson = (studies: readonly OpenStudy[]): boolean =>
  studies.length < 2 ||
  studies.every(
    (one) => !isForeign(one) && studies.every((other) => one === other || mayBeOnePerson(one.study, other.study)),
  );
