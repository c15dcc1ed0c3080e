import type { Doctor } from '@konsil/contracts/doctors';
import { findDoctors } from '@konsil/contracts/find-doctors';
import { and, asc, eq, exists, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Tx } from '@konsil/server-platform/database/client';
import { accounts, doctors } from '../schema.ts';
import { doctorName } from '../accounts/accounts.queries.ts';

export type DoctorRow = typeof doctors.$inferSelect;

export const toDoctor = (row: DoctorRow): Doctor => ({
  id: row.accountId,
  name: doctorName(row),
  specialty: row.specialty,
  city: row.city,
  languages: row.languages,
  reply_days: row.replyDays,
  accepts_cases: row.acceptsCases,
});

/** An active doctor account with a completed registration; a reinvited one still has to choose a password. */
export const isActiveDoctor = and(
  isNull(accounts.deactivatedAt),
  isNotNull(accounts.phoneConfirmedAt),
  isNotNull(accounts.passwordHash),
);
/** SQL: the doctor in a column is active. */
export const isAtWork = (tx: Tx, doctorId: PgColumn): SQL =>
  exists(
    tx
      .select({ one: sql`1` })
      .from(accounts)
      .where(and(eq(accounts.id, doctorId), isActiveDoctor)),
  );
/**
 * Active and not leaving: a doctor who requested the erasure of the account finishes open cases, but gets no new ones.
 */
const staying = and(isActiveDoctor, isNull(accounts.erasureAt));
/** SQL: the doctor in a column is active and not leaving. */
export const isStaying = (tx: Tx, doctorId: PgColumn): SQL =>
  exists(
    tx
      .select({ one: sql`1` })
      .from(accounts)
      .where(and(eq(accounts.id, doctorId), staying)),
  );

/** Doctors who can get new cases, alphabetically; filtered by `search`. */
export const listDoctors = async (tx: Tx, search = ''): Promise<(Doctor & { topics: string })[]> => {
  const rows = await tx
    .select({ doctor: doctors })
    .from(doctors)
    .innerJoin(accounts, eq(accounts.id, doctors.accountId))
    .where(staying)
    .orderBy(asc(doctors.lastName), asc(doctors.firstName));
  return findDoctors(
    rows.map(({ doctor }) => ({ ...toDoctor(doctor), topics: doctor.topics })),
    search,
  );
};

/** The doctor of a case, active or not. */
export const doctorOf = async (tx: Tx, id: string): Promise<DoctorRow> => {
  const [row] = await tx.select().from(doctors).where(eq(doctors.accountId, id));
  if (!row) throw new Error('A doctor is missing.');
  return row;
};

const doctorWho = (is: SQL | undefined, tx: Tx, id: string) =>
  tx
    .select({ doctor: doctors })
    .from(doctors)
    .innerJoin(accounts, eq(accounts.id, doctors.accountId))
    .where(and(eq(doctors.accountId, id), is));

/** An active doctor; undefined if there is none with that id. */
export const findDoctor = async (tx: Tx, id: string): Promise<DoctorRow | undefined> =>
  (await doctorWho(isActiveDoctor, tx, id))[0]?.doctor;

/** A doctor who can get new cases: active and not leaving. */
export const findStaying = async (tx: Tx, id: string): Promise<DoctorRow | undefined> =>
  (await doctorWho(staying, tx, id))[0]?.doctor;

/**
 * The same with a lock until the transaction ends, so that a doctor who leaves takes the new case into account
 * (`leaveCases`). Not for a doctor's current cases: leaving locks account and cases in this order, so both would
 * deadlock.
 */
export const lockDoctor = async (tx: Tx, id: string): Promise<DoctorRow | undefined> =>
  (await doctorWho(staying, tx, id).for('share', { of: accounts }))[0]?.doctor;
