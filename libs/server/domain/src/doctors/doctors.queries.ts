import type { Doctor } from '@konsil/contracts/doctors';
import { doctorsInPage } from '@konsil/contracts/doctors-in-page';
import { findDoctors } from '@konsil/contracts/find-doctors';
import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { pageSize } from '@konsil/server-platform/http/cursors';
import { invalid } from '@konsil/server-platform/http/problems';
import { accounts, doctors } from '../schema.ts';
import { doctorName } from '../accounts/accounts.queries.ts';
import { isActiveDoctor, isStayingDoctor } from '../accounts/active-doctors.ts';

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

/** With the doctor's own price line. */
export const priced = (row: DoctorRow): Doctor & { price_de: string; price_en: string } => ({
  ...toDoctor(row),
  price_de: row.priceDe,
  price_en: row.priceEn,
});

type ListedDoctor = ReturnType<typeof priced> & { topics: string };

/** Doctors who can get new cases, alphabetically; those after `after`, and at most `limit`, if given. */
export const listDoctors = async (
  tx: Pick<Tx, 'select'>,
  { after, limit }: { after?: DoctorRow | undefined; limit?: number } = {},
): Promise<ListedDoctor[]> => {
  const place = sql`(${doctors.lastName}, ${doctors.firstName}, ${doctors.accountId})`;
  const listed = tx
    .select({ doctor: doctors })
    .from(doctors)
    .innerJoin(accounts, eq(accounts.id, doctors.accountId))
    .where(
      and(isStayingDoctor, after && sql`${place} > (${after.lastName}, ${after.firstName}, ${after.accountId}::uuid)`),
    )
    .orderBy(asc(doctors.lastName), asc(doctors.firstName), asc(doctors.accountId))
    .$dynamic();
  const rows = await (limit === undefined ? listed : listed.limit(limit));
  return rows.map(({ doctor }) => ({ ...priced(doctor), topics: doctor.topics }));
};

/**
 * One page of the directory, filtered by `search`.
 * @throws {Problem} `invalid` if the last doctor of the page before is not in the directory any more, or not found
 */
export const pageOfDoctors = async (
  tx: Pick<Tx, 'select'>,
  { search = '', after: id, limit }: { search?: string; after?: string; limit?: string },
): Promise<ListedDoctor[]> => {
  const size = limit === undefined ? doctorsInPage : pageSize(limit);
  const after = id === undefined ? undefined : await findStaying(tx, id);
  if (id !== undefined && !after) throw invalid({ path: 'after', code: 'invalid' });
  if (search.trim() === '') return listDoctors(tx, { after, limit: size });
  // A search forgives typing errors only if nothing matches exactly, so it needs all names.
  const found = findDoctors(await listDoctors(tx), search);
  const first = id === undefined ? 0 : found.findIndex((doctor) => doctor.id === id) + 1;
  // Otherwise the first page would come again.
  if (id !== undefined && first === 0) throw invalid({ path: 'after', code: 'invalid' });
  return found.slice(first, first + size);
};

/** The doctor of a case, active or not. */
export const doctorOf = async (tx: Tx, id: string): Promise<DoctorRow> => {
  const [row] = await tx.select().from(doctors).where(eq(doctors.accountId, id));
  if (!row) throw new Error('A doctor is missing.');
  return row;
};

const doctorWho = (is: SQL | undefined, tx: Pick<Tx, 'select'>, id: string) =>
  tx
    .select({ doctor: doctors })
    .from(doctors)
    .innerJoin(accounts, eq(accounts.id, doctors.accountId))
    .where(and(eq(doctors.accountId, id), is));

/** An active doctor; undefined if there is none with that id. */
export const findDoctor = async (tx: Tx, id: string): Promise<DoctorRow | undefined> =>
  (await doctorWho(isActiveDoctor, tx, id))[0]?.doctor;

/** A doctor who can get new cases: active and not leaving. */
export const findStaying = async (tx: Pick<Tx, 'select'>, id: string): Promise<DoctorRow | undefined> =>
  (await doctorWho(isStayingDoctor, tx, id))[0]?.doctor;

/**
 * A doctor who can get new cases, locked until the transaction ends, so that a doctor who leaves takes the new case
 * into account (`leaveCases`). Not for a doctor's current cases: leaving locks account and cases in this order, so both
 * would deadlock.
 */
export const lockDoctor = async (tx: Tx, id: string): Promise<DoctorRow | undefined> =>
  (await doctorWho(isStayingDoctor, tx, id).for('share', { of: accounts }))[0]?.doctor;
