import { announcedDays } from '@konsil/contracts/absences';
import type { Away } from '@konsil/contracts/away';
import { and, asc, eq, gte, inArray, isNull, lte, sql, type SQL } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import type { Tx } from '@konsil/server-platform/database/client';
import { addDays, answerDueOn, dayOf, movedDueDay } from '../calendar/working-days.ts';
import { doctorName } from '../accounts/accounts.queries.ts';
import { absences, doctors } from '../schema.ts';
import { isStaying } from '../accounts/active-doctors.ts';
import type { DoctorRow } from './doctors.queries.ts';

export type AbsenceRow = typeof absences.$inferSelect;

export const toAway = ({ startsOn, endsOn }: Pick<AbsenceRow, 'startsOn' | 'endsOn'>): Away => ({
  from: startsOn,
  to: endsOn,
});

/** The named deputies who can stand in, by the id of the absence. */
const deputiesIn = async (
  tx: Tx,
  rows: readonly AbsenceRow[],
): Promise<ReadonlyMap<string, NonNullable<Away['deputy']>>> => {
  const ids = rows.flatMap(({ id, deputyId }) => (deputyId ? id : []));
  if (ids.length === 0) return new Map();
  const found = await tx
    .select({ id: absences.id, deputy: doctors })
    .from(absences)
    .innerJoin(doctors, eq(doctors.accountId, absences.deputyId))
    .where(and(inArray(absences.id, ids), isStaying(tx, doctors.accountId)));
  return new Map(found.map(({ id, deputy }) => [id, { id: deputy.accountId, name: doctorName(deputy) }]));
};

/** Absences with their deputies, by id. */
export const withDeputies = async (tx: Tx, rows: readonly AbsenceRow[]): Promise<ReadonlyMap<string, Away>> => {
  const deputies = await deputiesIn(tx, rows);
  return new Map(
    rows.map((row) => {
      const deputy = deputies.get(row.id);
      return [row.id, { ...toAway(row), ...(deputy && { deputy }) }];
    }),
  );
};

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
  const shown = await withDeputies(tx, soon);
  // The first one of a doctor wins.
  return new Map(soon.toReversed().map((row) => [row.doctorId, shown.get(row.id) ?? toAway(row)]));
};

/** SQL: the current absence of the doctor in a column, or one that begins soon. */
export const awayBeside = (tx: Tx, doctorId: PgColumn, now: Date): SQL<Away | null> => {
  const today = dayOf(now);
  const standsIn = alias(doctors, 'stands_in');
  // The name as `doctorName` writes it.
  const name = sql`concat_ws(' ', nullif(${standsIn.title}, ''), nullif(${standsIn.firstName}, ''), nullif(${standsIn.lastName}, ''))`;
  const deputy = tx
    .select({ named: sql`jsonb_build_object('id', ${standsIn.accountId}, 'name', ${name})` })
    .from(standsIn)
    .where(and(eq(standsIn.accountId, absences.deputyId), isStaying(tx, standsIn.accountId)));
  const next = tx
    .select({
      away: sql`jsonb_strip_nulls(jsonb_build_object('from', ${absences.startsOn}, 'to', ${absences.endsOn}, 'deputy', (${deputy})))`,
    })
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

/** A promised day that applies again, moved by the absences that its doctor planned since then. */
export const dueAgain = async (
  tx: Tx,
  doctorId: string,
  promised: { sentOn: string; due: string },
  since: Date,
): Promise<string> => {
  const all = await absencesOf(tx, [doctorId], dayOf(since));
  const isNew = ({ createdAt }: AbsenceRow) => createdAt > since;
  const known = all.filter((absence) => !isNew(absence)).map(toAway);
  let { due } = promised;
  for (const absence of all.filter(isNew).toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())) {
    due = movedDueDay({ ...promised, due }, toAway(absence), known, dayOf(absence.createdAt));
    known.push(toAway(absence));
  }
  return due;
};
