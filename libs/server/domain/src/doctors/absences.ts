import { announcedDays } from '@konsil/contracts/absences';
import type { Away } from '@konsil/contracts/away';
import { and, asc, eq, gte, inArray, isNull, lte, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Tx } from '@konsil/server-platform/database/client';
import { addDays, answerDueOn, dayOf } from '../cases/working-days.ts';
import { absences } from '../schema.ts';
import type { DoctorRow } from './doctors.queries.ts';

export type AbsenceRow = typeof absences.$inferSelect;

export const toAway = ({ startsOn, endsOn }: Pick<AbsenceRow, 'startsOn' | 'endsOn'>): Away => ({
  from: startsOn,
  to: endsOn,
});

/** Absences that are not over on `day`, the next one first. */
export const absencesOf = (tx: Tx, doctorIds: readonly string[], day: string): Promise<AbsenceRow[]> =>
  doctorIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(absences)
        .where(and(inArray(absences.doctorId, [...doctorIds]), isNull(absences.cancelledAt), gte(absences.endsOn, day)))
        .orderBy(asc(absences.startsOn));

/** The current absence of each doctor, or one that begins soon. */
export const awayDoctors = async (
  tx: Tx,
  doctorIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Away>> => {
  const today = dayOf(now);
  const soon = (await absencesOf(tx, doctorIds, today)).filter(
    ({ startsOn }) => startsOn <= addDays(today, announcedDays),
  );
  // The first one of a doctor wins.
  return new Map(soon.toReversed().map((row) => [row.doctorId, toAway(row)]));
};

/** SQL: the same for the doctor in a column. */
export const awayBeside = (tx: Tx, doctorId: PgColumn, now: Date): SQL<Away | null> => {
  const today = dayOf(now);
  const next = tx
    .select({ away: sql`json_build_object('from', ${absences.startsOn}, 'to', ${absences.endsOn})` })
    .from(absences)
    .where(
      and(
        eq(absences.doctorId, doctorId),
        isNull(absences.cancelledAt),
        gte(absences.endsOn, today),
        lte(absences.startsOn, addDays(today, announcedDays)),
      ),
    )
    .orderBy(asc(absences.startsOn))
    .limit(1);
  return sql<Away | null>`${next}`;
};

/** The day by which a doctor answers a request of that time. */
export const promisedDay = async (tx: Tx, { accountId, replyDays }: DoctorRow, sentAt: Date): Promise<string> =>
  answerDueOn(sentAt, replyDays, (await absencesOf(tx, [accountId], dayOf(sentAt))).map(toAway));
