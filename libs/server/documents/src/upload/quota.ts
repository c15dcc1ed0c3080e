import { eq, inArray, sql } from 'drizzle-orm';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { withAllRows } from '@konsil/server-domain/database/roles';
import {
  cases,
  clinicDoctors,
  documents,
  imports,
  quotas,
  referralFiles,
  referrals,
} from '@konsil/server-domain/schema';
import type { Env } from '@konsil/server-settings/env';
import { Problem } from '@konsil/server-platform/http/problems';

export type Quota = Pick<Env, 'QUOTA_FILES' | 'QUOTA_MEGABYTES' | 'QUOTA_CLINIC_MEGABYTES'>;
export const megabyte = 1024 * 1024;

/** The settings with the console's sizes; read each time, so that a change holds in all processes at once. */
export const quotaInForce = async (tx: Tx | Database, env: Quota): Promise<Quota> => {
  const { QUOTA_FILES, QUOTA_MEGABYTES, QUOTA_CLINIC_MEGABYTES } = env;
  const settings = { QUOTA_FILES, QUOTA_MEGABYTES, QUOTA_CLINIC_MEGABYTES };
  const changed = await tx
    .select()
    .from(quotas)
    .where(inArray(quotas.setting, Object.keys(settings)));
  return { ...settings, ...Object.fromEntries(changed.map(({ setting, size }) => [setting, size])) };
};

/**
 * Checks an account's uploads, including pending ones, records taken over and what a doctor's systems prepared for others, against its quota. Archived files count,
 * because they are stored.
 * @throws {Problem} `quota`.
 */
export const checkQuota = async (
  tx: Tx | Database,
  accountId: string,
  env: Quota,
  adding: { files: number; bytes: number },
): Promise<void> => checkAccount(tx, accountId, await quotaInForce(tx, env), adding);

/** `checkQuota` with the sizes in force. */
export const checkAccount = async (
  tx: Tx | Database,
  accountId: string,
  quota: Quota,
  adding: { files: number; bytes: number },
): Promise<void> => {
  const [used] = await tx
    .select({ files: sql<number>`count(*)::int`, bytes: sql<string>`coalesce(sum(${documents.size}), 0)` })
    .from(documents)
    .where(eq(documents.uploadedBy, accountId));
  const [taken] = await tx
    .select({ bytes: sql<string>`coalesce(sum(${imports.size}), 0)` })
    .from(imports)
    .where(eq(imports.accountId, accountId));
  const [prepared] = await tx
    .select({ files: sql<number>`count(*)::int`, bytes: sql<string>`coalesce(sum(${referralFiles.size}), 0)` })
    .from(referralFiles)
    .innerJoin(referrals, eq(referrals.id, referralFiles.referralId))
    .where(eq(referrals.doctorId, accountId));
  const files = (used?.files ?? 0) + (prepared?.files ?? 0) + adding.files;
  const bytes = Number(used?.bytes ?? 0) + Number(taken?.bytes ?? 0) + Number(prepared?.bytes ?? 0) + adding.bytes;
  if (files > quota.QUOTA_FILES || bytes > quota.QUOTA_MEGABYTES * megabyte) throw new Problem('quota');
};

/** Bytes of the documents in the cases of each clinic's doctors. Needs the rights of the server: the cases are not the reader's. */
export const bytesOfClinics = (tx: Tx | Database) =>
  tx
    .select({
      clinicId: clinicDoctors.clinicId,
      bytes: sql<string>`coalesce(sum(${documents.size}), 0)`.as('bytes'),
    })
    .from(clinicDoctors)
    .innerJoin(cases, eq(cases.doctorId, clinicDoctors.doctorId))
    .innerJoin(documents, eq(documents.caseId, cases.id))
    .groupBy(clinicDoctors.clinicId)
    .$dynamic();

const refuseFull = async (tx: Tx | Database, doctorId: string, most: number, bytes: number): Promise<void> => {
  const ofDoctor = tx
    .select({ id: clinicDoctors.clinicId })
    .from(clinicDoctors)
    .where(eq(clinicDoctors.doctorId, doctorId));
  const used = await bytesOfClinics(tx).where(inArray(clinicDoctors.clinicId, ofDoctor));
  if (used.some((clinic) => Number(clinic.bytes) + bytes > most * megabyte)) throw new Problem('clinic_quota');
};

/**
 * Checks the clinics of a case's doctor against the quota of a clinic, if there is one.
 * @throws {Problem} `clinic_quota`
 */
export const checkClinics = async (
  tx: Tx,
  doctorId: string,
  { QUOTA_CLINIC_MEGABYTES: most }: Quota,
  bytes: number,
): Promise<void> => {
  if (most !== undefined) await withAllRows(tx, () => refuseFull(tx, doctorId, most, bytes));
};

/**
 * Checks account and clinics before a transfer begins, so that no gigabytes are sent into a full storage. Runs with the
 * server's rights; `addDocuments` checks the actual sizes.
 * @throws {Problem} `quota` or `clinic_quota`
 */
export const checkRoom = async (db: Database, accountId: string, doctorId: string, env: Quota): Promise<void> => {
  const quota = await quotaInForce(db, env);
  await checkAccount(db, accountId, quota, { files: 1, bytes: 1 });
  if (quota.QUOTA_CLINIC_MEGABYTES !== undefined) await refuseFull(db, doctorId, quota.QUOTA_CLINIC_MEGABYTES, 1);
};
