import type { ChangedLimit, ConsoleLimit } from '@konsil/contracts/console-limits';
import { quotaSettings, type QuotaSetting } from '@konsil/contracts/quota-settings';
import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { bytesOfClinics, megabyte } from '@konsil/server-documents/upload/quota';
import { limitSettings } from '@konsil/server-domain/accounts/account-limits';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { documents, imports, quotas, referralFiles, referrals } from '@konsil/server-domain/schema';
import { isoOrNull, minuteMs } from '@konsil/server-platform/clock';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { limits } from '@konsil/server-platform/database/tables';
import { Problem } from '@konsil/server-platform/http/problems';
import { namesOfOperators } from './operator-names.ts';

type LimitKernel = Pick<Kernel, 'db' | 'vault' | 'env' | 'clock'>;
type LimitSetting = keyof typeof limitSettings;
const isRate = (setting: QuotaSetting): setting is LimitSetting => setting in limitSettings;

/** Files and megabytes of the account that stores most, and megabytes of the fullest clinic: numbers only. */
const readStorage = async (db: Database): Promise<Record<Exclude<QuotaSetting, LimitSetting>, number>> => {
  const { rows } = await db.execute<{ files: string; bytes: string }>(sql`
    select coalesce(max(files), 0) as files, coalesce(max(bytes), 0) as bytes from (
      select account, sum(files) as files, sum(size) as bytes from (
        select ${documents.uploadedBy} as account, 1 as files, ${documents.size} as size from ${documents}
        union all select ${imports.accountId}, 0, ${imports.size} from ${imports}
        union all select ${referrals.doctorId}, 1, ${referralFiles.size} from ${referralFiles}
          join ${referrals} on ${referrals.id} = ${referralFiles.referralId}
      ) stored group by account
    ) used`);
  const clinics = await bytesOfClinics(db);
  return {
    QUOTA_FILES: Number(rows[0]?.files ?? 0),
    QUOTA_MEGABYTES: Number(rows[0]?.bytes ?? 0) / megabyte,
    QUOTA_CLINIC_MEGABYTES: Math.max(0, ...clinics.map(({ bytes }) => Number(bytes))) / megabyte,
  };
};

/** The highest count of each rate limit in its current window. Keys are `NAME:HASH`, those of pauses `NAME:pause:HASH`. */
const readCounts = async ({ db, clock }: LimitKernel): Promise<ReadonlyMap<string, number>> => {
  const name = sql<string>`regexp_replace(${limits.key}, ':[^:]*$', '')`;
  const rows = await db
    .select({ name, most: sql<number>`max(${limits.count})::int` })
    .from(limits)
    .where(
      and(
        gt(limits.windowEndsAt, clock.now()),
        inArray(
          name,
          Object.values(limitSettings).map((one) => one.name),
        ),
      ),
    )
    .groupBy(sql`1`);
  return new Map(rows.map((row) => [row.name, row.most]));
};

export type LimitUse = Record<QuotaSetting, number>;
/** How much of each limit is used now; with the server's rights, beside the request's transaction. */
export const readUse = async (kernel: LimitKernel): Promise<LimitUse> => {
  const [storage, counts] = [await readStorage(kernel.db), await readCounts(kernel)];
  const rates = Object.entries(limitSettings).map(([setting, { name }]) => [setting, counts.get(name) ?? 0]);
  return { ...storage, ...(Object.fromEntries(rates) as Record<LimitSetting, number>) };
};

/** The size without the console; null without a limit. */
const configuredSize = (env: Kernel['env'], setting: QuotaSetting): number | null =>
  env[setting] ?? (isRate(setting) ? limitSettings[setting].most : null);

/** The limits with their use, the fullest first. */
export const listLimits = async (tx: Tx, kernel: LimitKernel, use: LimitUse) => {
  const { env } = kernel;
  const changed = await tx.select().from(quotas);
  const names = await namesOfOperators(
    tx,
    kernel.vault,
    changed.map(({ changedBy }) => changedBy),
  );
  const items = quotaSettings.map((setting): ConsoleLimit => {
    const rate = isRate(setting) ? limitSettings[setting] : null;
    const configured = configuredSize(env, setting);
    const override = changed.find((one) => one.setting === setting);
    const size = override?.size ?? configured;
    return {
      setting,
      size,
      configured,
      source: override ? 'console' : 'setting',
      per_minutes: rate && rate.windowMs / minuteMs,
      used: use[setting],
      share: size === null ? null : use[setting] / (size * (rate ? env.KONSIL_LIMITS_FACTOR : 1)),
      changed_at: isoOrNull(override?.changedAt ?? null),
      changed_by: (override && names.get(override.changedBy)) ?? '',
    };
  });
  return {
    limits: items.toSorted((one, other) => (other.share ?? -1) - (one.share ?? -1)),
    factor: env.KONSIL_LIMITS_FACTOR,
    trusted_networks: [...env.TRUSTED_NETWORKS],
    sms_countries: [...env.SMS_COUNTRIES],
  };
};

/**
 * Changes a limit, or sets it back to the setting.
 * @returns the sizes before and after, null without a limit
 * @throws {Problem} `not_allowed_now` if there is nothing to set back
 */
export const changeLimit = async (
  tx: Tx,
  env: Kernel['env'],
  { setting, size }: ChangedLimit,
  changedBy: string,
  changedAt: Date,
): Promise<Record<'before' | 'after', number | null>> => {
  const [before] = await tx.select().from(quotas).where(eq(quotas.setting, setting)).for('update');
  const configured = configuredSize(env, setting);
  if (size === null) {
    if (!before) throw new Problem('not_allowed_now');
    await tx.delete(quotas).where(eq(quotas.setting, setting));
    return { before: before.size, after: configured };
  }
  const values = { size, changedBy, changedAt };
  await tx
    .insert(quotas)
    .values({ setting, ...values })
    .onConflictDoUpdate({ target: quotas.setting, set: values });
  return { before: before?.size ?? configured, after: size };
};
