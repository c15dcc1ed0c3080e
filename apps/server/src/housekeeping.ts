import { and, eq, isNotNull, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import { backUpWhenDue } from '@konsil/server-backup/keep-backups';
import {
  appGrants,
  appTokens,
  clientTokens,
  duties,
  mailLinks,
  otpCodes,
  outbox,
  sessions,
  tickets,
} from '@konsil/server-domain/schema';
import { anchorAudit, lastRecord } from '@konsil/server-platform/audit/audit-anchors';
import { keptParts, takeOverFiles, type KeptBy } from '@konsil/server-privacy/tombstones';
import { deliverSecurityEvents, hasSinks } from '@konsil/server-platform/audit/security-sinks';
import { dayMs, hourMs, iso, later, minuteMs, secondMs } from '@konsil/server-platform/clock';
import { sweepIdempotencyKeys } from '@konsil/server-platform/http/idempotency';
import { backgroundChanges, workOnChanges } from '@konsil/server-domain/database/background-changes';
import { sweepDrafts } from '@konsil/server-domain/drafts/drafts';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { enqueueEmail } from '@konsil/server-domain/notices/letters';
import { sweepDeputies } from '@konsil/server-consultation/deputies/deputies';
import { sweepLetters } from '@konsil/server-consultation/letters/letter-time';
import { dayAndTime } from '@konsil/server-domain/names/moments';
import { isOverdue, readDuties, Repeating, undoneSince } from '@konsil/server-platform/repeating';
import { notifyReachedLimits } from './reached-limits.ts';
import { release } from './release.ts';
import { keptMs } from '@konsil/server-platform/retention';

/** A backup that has failed for this long is overdue. */
const backupLateMs = 5 * minuteMs;
// Each anchor lists every chain that grew: more often, the file would grow faster than the log.
const anchorEvery = { records: 500, ms: 10 * minuteMs };

/**
 * True if the log must be anchored: after many records or a long time, because truncation of unanchored records is
 * undetectable.
 */
export const isAnchorDue = ({ grown, sinceMs }: { grown: number; sinceMs: number }): boolean =>
  grown >= anchorEvery.records || (grown > 0 && sinceMs >= anchorEvery.ms);

/** Deletes expired data: links, codes, tickets, sessions, drafts, and finished outbox rows. */
export const deleteExpired = async ({ db, clock }: Pick<Kernel, 'db' | 'clock'>): Promise<void> => {
  const before = (...name: Parameters<typeof keptMs>) => later(clock.now(), -keptMs(...name));
  await sweepDrafts(db, clock.now());
  await db.transaction((tx) => sweepDeputies(tx, clock.now()));
  await db.delete(mailLinks).where(lt(mailLinks.expiresAt, before('links')));
  await db.delete(otpCodes).where(lt(otpCodes.expiresAt, before('codes')));
  await db.delete(clientTokens).where(lt(clientTokens.expiresAt, clock.now()));
  await db.delete(appTokens).where(lt(appTokens.expiresAt, clock.now()));
  await db
    .delete(appGrants)
    .where(
      or(
        lt(appGrants.expiresAt, before('app-grants')),
        lt(appGrants.endedAt, before('app-grants')),
        and(isNull(appGrants.codeUsedAt), lt(appGrants.codeExpiresAt, before('codes'))),
      ),
    );
  await db.delete(tickets).where(lt(tickets.expiresAt, before('tickets')));
  // Until then an operator can send a failed e-mail or SMS again.
  await db
    .update(outbox)
    .set({ sealed: Buffer.alloc(0) })
    .where(and(lt(outbox.failedAt, before('failed-letters')), sql`octet_length(${outbox.sealed}) > 0`));
  await db
    .delete(outbox)
    .where(and(or(isNotNull(outbox.sentAt), isNotNull(outbox.failedAt)), lt(outbox.createdAt, before('sent-letters'))));
  await db
    .delete(sessions)
    .where(
      and(
        lt(sessions.endedAt, before('sessions')),
        notExists(db.select().from(otpCodes).where(eq(otpCodes.sessionId, sessions.id))),
        notExists(db.select().from(tickets).where(eq(tickets.sessionId, sessions.id))),
      ),
    );
};

/** Anchors the access log; the first anchor's mark of the day is mailed to the operator. */
export const anchorAndReport = async (parts: KeptBy & Pick<Kernel, 'clock'>): Promise<number> => {
  const { vault, env, clock } = parts;
  const now = clock.now();
  await takeOverFiles(parts);
  return anchorAudit(keptParts(parts), now, (tx, mark) =>
    enqueueEmail(tx, vault, {
      to: env.OPERATOR_EMAIL,
      locale: 'de',
      template: 'audit_mark',
      data: { day: iso(now).slice(0, 10), mark, command: env.KONSIL_COMMAND },
    }),
  );
};

/** Notifies the operator once of each overdue duty. */
export const notifyOverdueDuties = async ({
  db,
  vault,
  env,
  clock,
  identity,
  log,
}: Pick<Kernel, 'db' | 'vault' | 'env' | 'clock' | 'identity' | 'log'>): Promise<void> => {
  const now = clock.now();
  for (const duty of await readDuties(db)) {
    if (duty.toldAt || !isOverdue(duty, now, identity.isQuiet)) continue;
    log.error({ duty: duty.name, since: iso(undoneSince(duty)), reason: duty.error ?? '' }, 'a duty is overdue');
    await db.transaction(async (tx) => {
      const told = await tx
        .update(duties)
        .set({ toldAt: now })
        .where(and(eq(duties.name, duty.name), isNull(duties.toldAt)))
        .returning({ name: duties.name });
      if (told.length === 0 || identity.isQuiet) return;
      await enqueueEmail(tx, vault, {
        to: env.OPERATOR_EMAIL,
        locale: 'de',
        template: 'duty_overdue',
        data: {
          duty: duty.name,
          since: dayAndTime(undoneSince(duty), 'de'),
          reason: duty.error ?? '',
          command: env.KONSIL_COMMAND,
        },
      });
    });
  }
};

/** Periodic tasks. One process runs each duty when it is due. */
export const startHousekeeping = (kernel: Kernel): { stop: () => void; anchor: () => Promise<void> } => {
  const { env } = kernel;
  const { identity } = kernel;
  let anchored = { upTo: 0, at: performance.now() };
  const anchor = async () => {
    // A copy must not write into the installation's anchors.
    if (identity.isQuiet || identity.trouble) return;
    anchored = { upTo: await anchorAndReport(kernel), at: performance.now() };
  };
  const anchorInTime = async () => {
    const grown = (await lastRecord(kernel.db)) - anchored.upTo;
    if (isAnchorDue({ grown, sinceMs: performance.now() - anchored.at })) await anchor();
  };
  const backUp = async () => {
    if (env.BACKUP_DIR) await backUpWhenDue(kernel, env.BACKUP_DIR, env.BACKUP_EVERY_MINUTES * minuteMs);
  };
  const house = new Repeating(kernel, 'housekeeping waits');
  house.every('sessions', minuteMs, () => kernel.sessions.sweep());
  house.every('limits', 10 * minuteMs, () => kernel.limits.sweep());
  house.every('events', hourMs, () => kernel.events.sweep());
  house.every('idempotency-keys', hourMs, () => sweepIdempotencyKeys(kernel.db, kernel.clock.now()));
  house.every('old-links-and-letters', hourMs, () => deleteExpired(kernel));
  house.every('letters-of-doctors', dayMs, () => sweepLetters(kernel));
  house.after(0, anchor);
  house.every('anchors', minuteMs, anchorInTime);
  house.here(minuteMs, () => identity.check());
  house.here(5 * minuteMs, () => notifyOverdueDuties(kernel));
  house.here(5 * minuteMs, () => notifyReachedLimits(kernel));
  const { clock, db } = kernel;
  let stopped = false;
  // A batch locks the progress: another process may take over soon.
  if (backgroundChanges.length > 0)
    house.every('background-changes', 10 * secondMs, () => workOnChanges(db, () => stopped), {
      leaseMs: 30 * secondMs,
    });
  const loud = new Repeating(kernel, 'housekeeping waits', () => identity.isQuiet);
  if (env.BACKUP_DIR) loud.every('backup', minuteMs, backUp, { lateAfterMs: backupLateMs });
  if (hasSinks(env))
    loud.every(
      'security-events',
      5 * secondMs,
      () => deliverSecurityEvents({ db, clock, env, version: release.version }),
      {
        lateAfterMs: backupLateMs,
      },
    );
  loud.every('storage-mark', 5 * minuteMs, () => identity.renewLife());
  return {
    stop: () => {
      stopped = true;
      house.stop();
      loud.stop();
    },
    anchor,
  };
};
