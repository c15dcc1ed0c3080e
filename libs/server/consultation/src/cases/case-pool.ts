import { mostNamedInPool, type CasePool, type PoolClinic } from '@konsil/contracts/pool-states';
import { and, desc, eq, exists, inArray, or, sql } from 'drizzle-orm';
import { caseResource, type CaseRow } from '@konsil/server-domain/access/loaders';
import { clinicsWithPool, letsClinicAnswer, takesTogether } from '@konsil/server-domain/access/pools';
import { doctorName } from '@konsil/server-domain/accounts/accounts.queries';
import { doctorOf } from '@konsil/server-domain/doctors/doctors.queries';
import type { Work } from '@konsil/server-domain/kernel/work';
import { casePools, cases, clinicDoctors, clinics } from '@konsil/server-domain/schema';
import { iso } from '@konsil/server-platform/clock';

type Reading = Pick<Work, 'tx'>;

/** The pools that a doctor's cases can be put into, as patients read of them. */
export const poolsOf = async ({ tx }: Reading, doctorId: string): Promise<PoolClinic[]> =>
  (await clinicsWithPool(tx, doctorId)).map(({ id, name, others }) => ({
    id,
    name,
    doctors: others.slice(0, mostNamedInPool).map(doctorName),
    doctors_in_all: others.length,
  }));

/** The clinics whose doctors the patient of a case lets answer. */
const allowedClinics = async ({ tx }: Reading, theCase: CaseRow, ids: string[]): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: clinics.id })
    .from(cases)
    .innerJoin(clinics, inArray(clinics.id, ids))
    .where(and(eq(cases.id, theCase.id), letsClinicAnswer(tx)));
  return new Set(rows.map(({ id }) => id));
};

/** The last pool entry of a case, however it ended. */
export const lastStay = async ({ tx }: Reading, { id }: Pick<CaseRow, 'id'>) => {
  const [found] = await tx
    .select({ stay: casePools, clinic: { id: clinics.id, name: clinics.name } })
    .from(casePools)
    .innerJoin(clinics, eq(clinics.id, casePools.clinicId))
    .where(eq(casePools.caseId, id))
    .orderBy(desc(casePools.putAt), desc(casePools.id))
    .limit(1);
  return found;
};

/** The current pool entry of a case, which is always its newest. */
export const currentStay = async (work: Reading, theCase: Pick<CaseRow, 'id'>) => {
  const last = await lastStay(work, theCase);
  return last?.stay.endedAt ? undefined : last;
};

/** A column of the case page's query, so that a case without pools needs no further query. */
export const hasPools = ({ tx }: Reading, theCase: CaseRow) =>
  sql<boolean>`${or(
    exists(
      tx
        .select({ one: sql`1` })
        .from(clinicDoctors)
        .innerJoin(clinics, eq(clinics.id, clinicDoctors.clinicId))
        .where(and(eq(clinicDoctors.doctorId, theCase.doctorId), takesTogether)),
    ),
    exists(tx.select({ one: sql`1` }).from(casePools).where(eq(casePools.caseId, theCase.id))),
  )}`;

/** The pools of a case for its owner and its doctor; undefined if it has none, and was in none. */
export const showCasePool = async (work: Reading, theCase: CaseRow): Promise<CasePool | undefined> => {
  const { sharedWithDoctor } = caseResource(theCase);
  const offered = sharedWithDoctor ? await poolsOf(work, theCase.doctorId) : [];
  const last = await lastStay(work, theCase);
  if (offered.length === 0 && !last) return undefined;
  const allowed = await allowedClinics(
    work,
    theCase,
    offered.map(({ id }) => id),
  );
  const nameOf = async (id: string) => doctorName(await doctorOf(work.tx, id));
  return {
    clinics: offered.map((clinic) => ({ ...clinic, allowed: allowed.has(clinic.id) })),
    now:
      last && !last.stay.endedAt
        ? {
            id: last.stay.id,
            clinic: last.clinic.name,
            clinic_id: last.clinic.id,
            since: iso(last.stay.putAt),
            put_by: await nameOf(last.stay.putBy),
          }
        : null,
    taken:
      sharedWithDoctor && last?.stay.takenBy && last.stay.endedAt && last.stay.takenBy === theCase.doctorId
        ? { by: await nameOf(last.stay.takenBy), at: iso(last.stay.endedAt), clinic: last.clinic.name }
        : null,
  };
};

/** SQL: the name of the clinic in whose pool a case is, beside a case. */
export const poolBeside = sql<
  string | null
>`(select k.name from ${casePools} p join ${clinics} k on k.id = p.clinic_id where p.case_id = cases.id and p.ended_at is null)`;
