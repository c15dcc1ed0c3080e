import { eq, sql } from 'drizzle-orm';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { documents, imports, referralFiles, referrals } from '@konsil/server-domain/schema';
import type { Env } from '@konsil/server-settings/env';
import { Problem } from '@konsil/server-platform/http/problems';

export type Quota = Pick<Env, 'QUOTA_FILES' | 'QUOTA_MEGABYTES'>;

/**
 * Checks an account's uploads, including pending ones, records taken over and what a doctor's systems prepared for others, against its quota. Archived files count,
 * because they are stored.
 * @throws {Problem} `quota`.
 */
export const checkQuota = async (
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
  if (files > quota.QUOTA_FILES || bytes > quota.QUOTA_MEGABYTES * 1024 * 1024) throw new Problem('quota');
};
