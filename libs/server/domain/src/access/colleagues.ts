import { and, eq, exists, gte, inArray, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { dayOf } from '../calendar/working-days.ts';
import { isAtWork } from '../accounts/active-doctors.ts';
import { withAllRows } from '../database/roles.ts';
import { assistants, casePeople, casePools, cases, clinicDoctors, consents, unopenedSendings } from '../schema.ts';
import type { Actor } from './access.ts';
import { doctorsOfPools, poolFor } from './pools.ts';
import { isAssistant, isOn } from './sides.ts';

/** SQL: the patient agreed, the access has not ended, and the case is still with the doctor who asked. */
const holds = (tx: Tx, now: Date): SQL | undefined =>
  and(
    isNotNull(casePeople.consentedAt),
    isNull(casePeople.endedAt),
    gte(casePeople.endsOn, dayOf(now)),
    isNotNull(cases.sharedAt),
    // A hand-over to another doctor ends it, and so does the leave of the doctor who asked.
    eq(cases.doctorId, casePeople.askedBy),
    isAtWork(tx, casePeople.askedBy),
  );

/** SQL: a colleague may look at the case now. Needs `casePeople` and `cases`. */
export const isOpenLook = (tx: Tx, now: Date): SQL | undefined =>
  and(eq(casePeople.kind, 'second_reader'), holds(tx, now));

/** SQL: true if a deputy of the case's doctor has access now. Needs `casePeople` and `cases`. */
export const isOpenDeputy = (tx: Tx, now: Date): SQL | undefined =>
  and(
    eq(casePeople.kind, 'deputy'),
    lte(casePeople.startsOn, dayOf(now)),
    isAtWork(tx, casePeople.accountId),
    holds(tx, now),
  );

/** SQL: the patient of a case lets the assistants of its doctor see it. Needs `cases`. */
export const letsAssistantsSee = (tx: Tx): SQL =>
  and(
    isNotNull(cases.firstSentAt),
    isNotNull(cases.sharedAt),
    exists(
      tx
        .select({ one: sql`1` })
        .from(consents)
        .where(
          and(
            eq(consents.kind, 'assistants'),
            eq(consents.caseId, cases.id),
            eq(consents.doctorId, cases.doctorId),
            isNull(consents.withdrawnAt),
          ),
        ),
    ),
  ) ?? sql`false`;

/** SQL: true if the account is an active assistant of an active doctor. */
export const isWorking = (tx: Tx): SQL | undefined =>
  and(isNotNull(assistants.acceptedAt), isNull(assistants.endedAt), isAtWork(tx, assistants.doctorId));

/** SQL: an assistant may see the case now. Needs `assistants` and `cases`. */
export const isOpenAssistant = (tx: Tx): SQL | undefined =>
  and(eq(cases.doctorId, assistants.doctorId), isWorking(tx), letsAssistantsSee(tx));

/** An assistant in a case of a doctor for whom they work: standing for the doctor there. */
const asAssistant = async (tx: Tx, actor: Actor, caseId: string | undefined): Promise<Actor> => {
  if (caseId === undefined) return actor;
  const [row] = await tx
    .select({ doctorId: assistants.doctorId })
    .from(assistants)
    .innerJoin(cases, eq(cases.id, caseId))
    .where(and(eq(assistants.accountId, actor.accountId), isOpenAssistant(tx)));
  return row ? { ...actor, standsFor: { accountId: row.doctorId, side: 'doctor', caseId } } : actor;
};

/** The unopened sendings of cases. */
const unopenedIn = (tx: Tx, caseIds: string[]): Promise<{ id: string }[]> =>
  // The rows are those of sender and recipient.
  withAllRows(tx, () =>
    tx.select({ id: unopenedSendings.id }).from(unopenedSendings).where(inArray(unopenedSendings.caseId, caseIds)),
  );

/**
 * The actor as a colleague of the doctor of a case: standing for the doctor, if they are the deputy or an assistant there; otherwise
 * with the cases that `can()` lets them see for a second look or in a pool, and what of them is not opened yet. The same actor if
 * they are neither.
 */
export const asColleague = async (tx: Tx, actor: Actor, caseId: string | undefined, now: Date): Promise<Actor> => {
  if (!isOn(actor, 'doctor')) return actor;
  if (isAssistant(actor)) return asAssistant(tx, actor, caseId);
  const rows = await tx
    .select({ caseId: casePeople.caseId, kind: casePeople.kind, askedBy: casePeople.askedBy })
    .from(casePeople)
    .innerJoin(cases, eq(cases.id, casePeople.caseId))
    .where(and(eq(casePeople.accountId, actor.accountId), or(isOpenLook(tx, now), isOpenDeputy(tx, now))));
  const stands = rows.find((row) => row.kind === 'deputy' && row.caseId === caseId);
  if (stands) return { ...actor, standsFor: { accountId: stands.askedBy, side: 'doctor', caseId: stands.caseId } };
  const secondLooks = rows.flatMap((row) => (row.kind === 'second_reader' ? row.caseId : []));
  const pool = await poolFor(tx, actor.accountId, caseId);
  if (secondLooks.length === 0 && pool.entries.length === 0) return actor;
  return {
    ...actor,
    secondLooks,
    pool,
    unopened: (await unopenedIn(tx, [...secondLooks, ...pool.cases])).map(({ id }) => id),
  };
};

/** The deputies and assistants who currently have access to a case. */
export const deputiesNow = async (tx: Tx, caseId: string, now: Date): Promise<string[]> => {
  const rows = await tx
    .select({ accountId: casePeople.accountId })
    .from(casePeople)
    .innerJoin(cases, eq(cases.id, casePeople.caseId))
    .where(and(eq(casePeople.caseId, caseId), isOpenDeputy(tx, now)));
  return rows.map(({ accountId }) => accountId);
};

/** The accounts of the assistants who may see a case now. */
export const assistantsNow = async (tx: Tx, caseId: string): Promise<string[]> => {
  const rows = await tx
    .select({ accountId: assistants.accountId })
    .from(assistants)
    .innerJoin(cases, eq(cases.id, caseId))
    .where(isOpenAssistant(tx));
  return rows.flatMap(({ accountId }) => accountId ?? []);
};

/** The doctors of the pool that a case is in now. */
export const poolDoctorsNow = (tx: Tx, caseId: string): Promise<string[]> =>
  withAllRows(tx, async () => {
    const stays = await tx
      .select({ clinicId: casePools.clinicId })
      .from(casePools)
      .where(and(eq(casePools.caseId, caseId), isNull(casePools.endedAt)));
    const ids = stays.map(({ clinicId }) => clinicId);
    const found = ids.length > 0 ? await doctorsOfPools(tx, inArray(clinicDoctors.clinicId, ids)) : [];
    return found.map(({ doctor }) => doctor.accountId);
  });

/**
 * The accounts that may see a case beside its doctor now: deputy, assistants, the colleague of an open second look, and the
 * doctors of a pool that it is in.
 */
export const helpersNow = (tx: Tx, caseId: string, now: Date): Promise<string[]> =>
  // Row security shows nobody all of them.
  withAllRows(tx, async () => {
    const looking = await tx
      .select({ accountId: casePeople.accountId })
      .from(casePeople)
      .innerJoin(cases, eq(cases.id, casePeople.caseId))
      .where(and(eq(casePeople.caseId, caseId), isOpenLook(tx, now)));
    return [
      ...(await deputiesNow(tx, caseId, now)),
      ...(await assistantsNow(tx, caseId)),
      ...looking.map(({ accountId }) => accountId),
      ...(await poolDoctorsNow(tx, caseId)),
    ];
  });

/** SQL: the cases that the actor sees for a second look or in a pool. */
export const casesLookedAt = ({ secondLooks = [], pool }: Actor): SQL => {
  const ids = [...secondLooks, ...(pool?.cases ?? [])];
  return ids.length > 0 ? inArray(cases.id, ids) : sql`false`;
};
