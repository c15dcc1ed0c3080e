import type { CasePool } from '@konsil/contracts/pool-states';
import { and, eq } from 'drizzle-orm';
import { caseResource, type CaseRow } from '@konsil/server-domain/access/loaders';
import { doctorsOfPool, isPoolConsent } from '@konsil/server-domain/access/pools';
import { consentTextVersion } from '@konsil/server-domain/accounts/legal-texts';
import { withAllRows } from '@konsil/server-domain/database/roles';
import type { Work } from '@konsil/server-domain/kernel/work';
import { casePools, consents } from '@konsil/server-domain/schema';
import { record } from '@konsil/server-domain/steps/record';
import { Problem } from '@konsil/server-platform/http/problems';
import { currentStay, lastStay, poolsOf, showCasePool } from './case-pool.ts';

const shown = async (work: Work, theCase: CaseRow): Promise<CasePool> => {
  const pool = await showCasePool(work, theCase);
  if (!pool) throw new Error('A case with a stay in a pool shows none.');
  return pool;
};

/** SQL: the patient's standing consent to the doctors of a clinic, or of any. */
const standing = ({ id }: CaseRow, clinicId?: string) =>
  and(isPoolConsent, eq(consents.caseId, id), clinicId === undefined ? undefined : eq(consents.clinicId, clinicId));

/** Takes a case out of its pool; its doctor keeps it. The case is locked. */
const endStay = async (work: Pick<Work, 'tx' | 'now' | 'actor'>, theCase: CaseRow): Promise<void> => {
  const { tx, now } = work;
  const current = await currentStay(work, theCase);
  if (!current) return;
  await withAllRows(tx, async () => {
    await tx.update(casePools).set({ endedAt: now }).where(eq(casePools.id, current.stay.id));
    const told = await doctorsOfPool(tx, current.clinic.id);
    await record(work, { step: 'pool_left', theCase, entryId: current.stay.id, told });
  });
};

/**
 * The doctor of a case puts it into the pool of a clinic, or returns a case that they took from there. They have it
 * until a colleague takes it. The case is locked.
 * @returns `back`: true if they had taken it from that pool
 * @throws {Problem} `not_allowed_now` for a case that does not wait for an answer, a clinic without a pool, or without
 * the patient's consent
 */
export const putIntoPool = async (
  work: Work,
  theCase: CaseRow,
  clinicId: string,
): Promise<{ pool: CasePool; back: boolean }> => {
  const { tx, now } = work;
  const last = await lastStay(work, theCase);
  const back = last?.stay.takenBy === theCase.doctorId && last.clinic.id === clinicId;
  if (last && !last.stay.endedAt) {
    // Idempotent.
    if (last.clinic.id === clinicId) return { pool: await shown(work, theCase), back: false };
    throw new Problem('not_allowed_now');
  }
  const offered = (await poolsOf(work, theCase.doctorId)).some(({ id }) => id === clinicId);
  const agreed = (await tx.$count(consents, standing(theCase, clinicId))) > 0;
  if (theCase.status !== 'with_doctor' || !offered || !agreed) throw new Problem('not_allowed_now');
  await withAllRows(tx, async () => {
    const [stay] = await tx
      .insert(casePools)
      .values({ caseId: theCase.id, clinicId, putBy: theCase.doctorId, putAt: now })
      .returning();
    if (!stay) throw new Error('The stay in the pool was not stored.');
    await record(work, { step: 'pool_put', theCase, entryId: stay.id, told: await doctorsOfPool(tx, clinicId) });
  });
  return { pool: await shown(work, theCase), back };
};

/** The doctor keeps a case that nobody has taken. @throws {Problem} `not_allowed_now` if it is in no pool */
export const takeOutOfPool = async (work: Work, theCase: CaseRow): Promise<CasePool> => {
  if (!(await currentStay(work, theCase))) throw new Problem('not_allowed_now');
  await endStay(work, theCase);
  return shown(work, theCase);
};

/** The patient lets the doctors of clinics answer. The case is locked. */
const allowClinics = async (work: Work, theCase: CaseRow, clinicIds: readonly string[]): Promise<void> => {
  const {
    tx,
    now,
    kernel: { env },
  } = work;
  const known = new Set(
    (await tx.select({ id: consents.clinicId }).from(consents).where(standing(theCase))).map(({ id }) => id),
  );
  const fresh = clinicIds.filter((id) => !known.has(id));
  if (fresh.length === 0) return;
  const textVersion = await consentTextVersion(tx, env, 'clinic_pool', now);
  await tx.insert(consents).values(
    fresh.map((clinicId) => ({
      accountId: theCase.accountId,
      kind: 'clinic_pool' as const,
      caseId: theCase.id,
      clinicId,
      givenAt: now,
      textVersion,
    })),
  );
  await record(work, { step: 'pool_allowed', theCase });
};

/** Records the consents given with a request; clinics that no longer take this case together are left out. */
export const allowNamedClinics = async (
  work: Work,
  theCase: CaseRow,
  clinicIds: readonly string[] = [],
): Promise<void> => {
  if (clinicIds.length === 0) return;
  const offered = (await poolsOf(work, theCase.doctorId)).flatMap(({ id }) => (clinicIds.includes(id) ? id : []));
  if (offered.length > 0) await allowClinics(work, theCase, offered);
};

/** Ends the consent to the pool of a clinic, and the stay there; the case stays with its doctor. The case is locked. */
export const forbidClinic = async (
  work: Pick<Work, 'tx' | 'now' | 'actor'>,
  theCase: CaseRow,
  clinicId: string,
): Promise<void> => {
  const { tx, now } = work;
  await tx.update(consents).set({ withdrawnAt: now }).where(standing(theCase, clinicId));
  if ((await currentStay(work, theCase))?.clinic.id === clinicId) await endStay(work, theCase);
  await record(work, { step: 'pool_allowed', theCase });
};

/** @throws {Problem} `not_allowed_now` for a clinic that does not take this case together with its doctor */
export const decidePool = async (
  work: Work,
  theCase: CaseRow,
  clinicId: string,
  allows: boolean,
): Promise<CasePool | null> => {
  if (allows) {
    const offered = caseResource(theCase).sharedWithDoctor ? await poolsOf(work, theCase.doctorId) : [];
    if (!offered.some(({ id }) => id === clinicId)) throw new Problem('not_allowed_now');
    await allowClinics(work, theCase, [clinicId]);
  } else await forbidClinic(work, theCase, clinicId);
  return (await showCasePool(work, theCase)) ?? null;
};
