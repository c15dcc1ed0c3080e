import { and, asc, eq, exists, inArray, isNotNull, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { isActiveDoctor } from '../accounts/active-doctors.ts';
import { withAllRows } from '../database/roles.ts';
import { accounts, casePools, cases, clinicDoctors, clinics, consents, doctors } from '../schema.ts';

/** SQL: a clinic takes cases together. */
export const takesTogether: SQL | undefined = and(clinics.pool, isNull(clinics.archivedAt));

/** SQL: the doctor of a row of `clinicDoctors` stays, and is not locked. */
const isThere = (tx: Tx): SQL =>
  exists(
    tx
      .select({ one: sql`1` })
      .from(accounts)
      .where(
        and(
          eq(accounts.id, clinicDoctors.doctorId),
          isActiveDoctor,
          isNull(accounts.erasureAt),
          isNull(accounts.lockedAt),
        ),
      ),
  );

/** SQL: a consent of a patient to the pool of a clinic that was not withdrawn. */
export const isPoolConsent: SQL | undefined = and(eq(consents.kind, 'clinic_pool'), isNull(consents.withdrawnAt));

/** SQL: the patient of a case lets the doctors of a clinic answer. Needs `cases` and `clinics`. */
export const letsClinicAnswer = (tx: Tx): SQL =>
  exists(
    tx
      .select({ one: sql`1` })
      .from(consents)
      .where(and(isPoolConsent, eq(consents.caseId, cases.id), eq(consents.clinicId, clinics.id))),
  );

/** SQL: a doctor finds a case in a pool. Needs `clinicDoctors`, `clinics`, `casePools` and `cases`. */
export const findsCase = (tx: Tx, doctorId: string): SQL | undefined =>
  and(
    eq(clinicDoctors.doctorId, doctorId),
    takesTogether,
    isThere(tx),
    isNotNull(cases.firstSentAt),
    isNotNull(cases.sharedAt),
    letsClinicAnswer(tx),
  );

/**
 * The cases and stays that a doctor may see in the pools of their clinics. For the given case, this includes stays that
 * ended because a colleague took it.
 */
export const poolFor = async (
  tx: Tx,
  doctorId: string,
  caseId: string | undefined,
): Promise<Record<'cases' | 'entries', string[]>> => {
  // Most doctors belong to no such clinic: one short query for them.
  const [member] = await tx
    .select({ one: sql`1` })
    .from(clinicDoctors)
    .innerJoin(clinics, eq(clinics.id, clinicDoctors.clinicId))
    .where(and(eq(clinicDoctors.doctorId, doctorId), takesTogether))
    .limit(1);
  if (!member) return { cases: [], entries: [] };
  // Row security hides a case from the other doctors once a colleague took it.
  const rows = await withAllRows(tx, () =>
    tx
      .select({ id: casePools.id, caseId: casePools.caseId, endedAt: casePools.endedAt })
      .from(clinicDoctors)
      .innerJoin(clinics, eq(clinics.id, clinicDoctors.clinicId))
      .innerJoin(casePools, eq(casePools.clinicId, clinics.id))
      .innerJoin(cases, eq(cases.id, casePools.caseId))
      .where(
        and(
          findsCase(tx, doctorId),
          or(
            isNull(casePools.endedAt),
            caseId === undefined ? undefined : and(isNotNull(casePools.takenBy), eq(casePools.caseId, caseId)),
          ),
        ),
      ),
  );
  return {
    cases: rows.flatMap((row) => (row.endedAt ? [] : row.caseId)),
    entries: rows.map(({ id }) => id),
  };
};

/** The doctors of clinics that take cases together, by name: they may read the cases in the pool. */
export const doctorsOfPools = (tx: Tx, which: SQL | undefined) =>
  tx
    .select({ clinicId: clinicDoctors.clinicId, doctor: doctors })
    .from(clinicDoctors)
    .innerJoin(clinics, eq(clinics.id, clinicDoctors.clinicId))
    .innerJoin(doctors, eq(doctors.accountId, clinicDoctors.doctorId))
    .where(and(which, takesTogether, isThere(tx)))
    .orderBy(asc(doctors.lastName), asc(doctors.firstName), asc(doctors.accountId));

/** The doctors who have the pool of a clinic in their lists. */
export const doctorsOfPool = async (tx: Tx, clinicId: string): Promise<string[]> =>
  (await doctorsOfPools(tx, eq(clinicDoctors.clinicId, clinicId))).map(({ doctor }) => doctor.accountId);

export interface ClinicWithPool {
  id: string;
  name: string;
  /** The other doctors of the clinic who take cases, by name. */
  others: (typeof doctors.$inferSelect)[];
}

/** The clinics of a doctor that take cases together, by name, each with its other doctors. */
export const clinicsWithPool = async (tx: Tx, doctorId: string): Promise<ClinicWithPool[]> => {
  const own = await doctorsOfPools(tx, eq(clinicDoctors.doctorId, doctorId));
  if (own.length === 0) return [];
  const ids = own.map(({ clinicId }) => clinicId);
  const members = await doctorsOfPools(
    tx,
    and(inArray(clinicDoctors.clinicId, ids), ne(clinicDoctors.doctorId, doctorId)),
  );
  const named = await tx
    .select({ id: clinics.id, name: clinics.name })
    .from(clinics)
    .where(inArray(clinics.id, ids))
    .orderBy(asc(clinics.name), asc(clinics.id));
  return named.map((clinic) => ({
    ...clinic,
    others: members.flatMap(({ clinicId, doctor }) => (clinicId === clinic.id ? doctor : [])),
  }));
};
