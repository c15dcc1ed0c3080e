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

/** The account of a doctor who is at work here: active, and through with the registration; one who was invited back has a new password to choose. */
export const atWork = and(
  isNull(accounts.deactivatedAt),
  isNotNull(accounts.phoneConfirmedAt),
  isNotNull(accounts.passwordHash),
);
/** The doctor whom a column names is at work here. */
export const isAtWork = (tx: Tx, doctorId: PgColumn): SQL =>
  exists(
    tx
      .select({ one: sql`1` })
      .from(accounts)
      .where(and(eq(accounts.id, doctorId), atWork)),
  );
/** At work, and to stay: who asked for the erasure of their account ends what they have, and nothing new comes to them. */
const staying = and(atWork, isNull(accounts.erasureAt));
/** The doctor whom a column names is at work here, and stays. */
export const isStaying = (tx: Tx, doctorId: PgColumn): SQL =>
  exists(
    tx
      .select({ one: sql`1` })
      .from(accounts)
      .where(and(eq(accounts.id, doctorId), staying)),
  );

/** Doctors to whom something new can come, in alphabetical order; those whom `search` means. */
export const listDoctors = async (tx: Tx, search = ''): Promise<Doctor[]> => {
  const rows = await tx
    .select({ doctor: doctors })
    .from(doctors)
    .innerJoin(accounts, eq(accounts.id, doctors.accountId))
    .where(staying)
    .orderBy(asc(doctors.lastName), asc(doctors.firstName));
  return findDoctors(
    rows.map((row) => toDoctor(row.doctor)),
    search,
  );
};

/** Whom a case is addressed to, at work here or not any more. */
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

/** A doctor who is at work here; undefined when there is none of that id. */
export const findDoctor = async (tx: Tx, id: string): Promise<DoctorRow | undefined> =>
  (await doctorWho(atWork, tx, id))[0]?.doctor;

/** A doctor to whom something new can come: at work here, and staying. */
export const findStaying = async (tx: Tx, id: string): Promise<DoctorRow | undefined> =>
  (await doctorWho(staying, tx, id))[0]?.doctor;

/**
 * The same for a case that comes to them: they do not leave before the transaction ends, and so take the case along (`leaveCases`).
 * Not for a case that is theirs already: who leaves holds the account and then takes those, so both would wait in a circle.
 */
export const holdDoctor = async (tx: Tx, id: string): Promise<DoctorRow | undefined> =>
  (await doctorWho(staying, tx, id).for('share', { of: accounts }))[0]?.doctor;
