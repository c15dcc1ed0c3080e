import type { Doctor } from '@konsil/contracts/doctors';
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { accounts, doctors } from '../../db/schema';
import { doctorName } from '../accounts/accounts.queries.ts';

export type DoctorRow = typeof doctors.$inferSelect;

export const toDoctor = (row: DoctorRow): Doctor => ({
  id: row.accountId, name: doctorName(row), specialty: row.specialty, city: row.city, languages: row.languages, reply_days: row.replyDays, accepts_cases: row.acceptsCases,
});

// Active, and through with their registration.
const atWork = and(isNull(accounts.deactivatedAt), isNotNull(accounts.phoneConfirmedAt));
const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** The directory in alphabetical order; every word of `search` begins a word of the entry. */
export const listDoctors = async (tx: Tx, search = ''): Promise<Doctor[]> => {
  const rows = await tx.select({ doctor: doctors }).from(doctors).innerJoin(accounts, eq(accounts.id, doctors.accountId)).where(atWork).orderBy(asc(doctors.lastName), asc(doctors.firstName));
  const words = fold(search).split(/\s+/).filter(Boolean);
  return rows.map((row) => toDoctor(row.doctor))
    .filter((doctor) => {
      const entry = fold(`${doctor.name} ${doctor.specialty} ${doctor.city}`).split(/[\s-]+/);
      return words.every((word) => entry.some((part) => part.startsWith(word)));
    });
};

/** A doctor who is at work here; undefined when there is none of that id. */
export const findDoctor = async (tx: Tx, id: string): Promise<DoctorRow | undefined> => {
  const [row] = await tx.select({ doctor: doctors }).from(doctors).innerJoin(accounts, eq(accounts.id, doctors.accountId)).where(and(eq(doctors.accountId, id), atWork));
  return row?.doctor;
};
