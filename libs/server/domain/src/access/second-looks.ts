import { and, eq, gte, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { dayOf } from '../cases/working-days.ts';
import { isAtWork } from '../doctors/doctors.queries.ts';
import { casePeople, cases } from '../schema.ts';
import type { Actor } from './access.ts';
import { isOn } from './sides.ts';

/** SQL: a colleague may look at the case now. Needs `casePeople` and `cases`. */
export const isOpenLook = (tx: Tx, now: Date): SQL | undefined =>
  and(
    eq(casePeople.kind, 'second_reader'),
    isNotNull(casePeople.consentedAt),
    isNull(casePeople.endedAt),
    gte(casePeople.endsOn, dayOf(now)),
    isNotNull(cases.sharedAt),
    // A hand-over to another doctor ends it, and so does the leave of the doctor who asked.
    eq(cases.doctorId, casePeople.askedBy),
    isAtWork(tx, casePeople.askedBy),
  );

/** The actor with the cases that `can()` lets them see for a second look; the same actor if there are none. */
export const withSecondLooks = async (tx: Tx, actor: Actor, now: Date): Promise<Actor> => {
  if (!isOn(actor, 'doctor')) return actor;
  const rows = await tx
    .select({ caseId: casePeople.caseId })
    .from(casePeople)
    .innerJoin(cases, eq(cases.id, casePeople.caseId))
    .where(and(eq(casePeople.accountId, actor.accountId), isOpenLook(tx, now)));
  return rows.length > 0 ? { ...actor, secondLooks: rows.map(({ caseId }) => caseId) } : actor;
};

/** SQL: the cases that the actor sees for a second look. */
export const casesLookedAt = ({ secondLooks = [] }: Actor): SQL =>
  secondLooks.length > 0 ? inArray(cases.id, [...secondLooks]) : sql`false`;
