import type { ProblemCode } from '@konsil/contracts/problem-codes';
import type { SendingKind } from '@konsil/contracts/sendings';
import { and, asc, eq, gt, gte, isNull, lte, or } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { canSend } from '@konsil/server-platform/database/loud';
import { accounts, sendings } from '@konsil/server-domain/schema';
import type { Actor } from '@konsil/server-domain/access/access';
import { roleOf } from '@konsil/server-domain/accounts/account-kind';
import { appendAudit, type AuditEntry } from '@konsil/server-platform/audit/audit';
import { clockSkewMs, later, minuteMs, secondMs } from '@konsil/server-platform/clock';
import { record } from '@konsil/server-domain/steps/record';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { isOutage, Problem } from '@konsil/server-platform/http/problems';
import type { PerformSending } from '@konsil/server-domain/sendings/hold';
import { withUndo } from '@konsil/server-domain/sendings/undo';
import { heldContent, type HeldContent } from '@konsil/server-domain/sealed/sending';
import { stillMay, type SendingRow } from './senders.ts';

/** The delivery of each kind, with its audit actions. */
export interface Delivery {
  act: PerformSending<never, unknown>;
  audits: readonly AuditEntry['action'][];
}
export type Deliveries = Record<SendingKind, Delivery>;

const atOnce = 50;
const firstRetryMs = 5 * secondMs;
const longestRetryMs = 10 * minuteMs;

const tellSender = (tx: Tx, { accountId, role, caseId, id }: SendingRow, now: Date): Promise<void> =>
  record({ tx, now, actor: { accountId, role } }, { step: 'sending_changed', accountId, caseId, sendingId: id });

/** The account of a sender who is still there. */
const senderOf = async (tx: Tx, accountId: string): Promise<{ actor: Actor; consents: boolean } | undefined> => {
  const [account] = await tx
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.deactivatedAt)));
  return account && { actor: { accountId, role: roleOf(account) }, consents: account.consentWithdrawnAt === null };
};

const nothing: HeldContent = { payload: { body: {} }, draft: null };
/**
 * Deletes the text of a submission whose sender lost the case, like a draft; the remaining row reports that it was not
 * delivered.
 */
const lose = async ({ vault }: Kernel, tx: Tx, { id, patientId }: SendingRow): Promise<void> => {
  await tx
    .update(sendings)
    .set({ failed: 'not_found' satisfies ProblemCode, sealed: await vault.seal(tx, patientId, heldContent, nothing) })
    .where(eq(sendings.id, id));
};

/**
 * Delivers a submission whose row is locked, unless its sender lost the right to write it.
 * @throws {Problem} if it can no longer be delivered, `consent_withdrawn` without the patient's consent to health data
 */
export const deliver = async (kernel: Kernel, tx: Tx, row: SendingRow, deliveries: Deliveries): Promise<void> => {
  const { act, audits } = deliveries[row.kind];
  const now = kernel.clock.now();
  await tellSender(tx, row, now);
  const sender = await senderOf(tx, row.accountId);
  const allowed = sender && (await stillMay(tx, sender.actor, row, now));
  if (allowed === null) return lose(kernel, tx, row);
  if (sender && !sender.consents) throw new Problem('consent_withdrawn');
  await tx.delete(sendings).where(eq(sendings.id, row.id));
  if (!allowed) return;
  const { theCase, actor } = allowed;
  const { payload, draft } = await kernel.vault.open(tx, row.patientId, heldContent, row.sealed);
  const work = { kernel, tx, actor, now };
  await withUndo(work, theCase, { kind: row.kind, id: row.id, payload, draft }, () =>
    act(work, theCase, payload as never, { id: row.id, submittedAt: row.createdAt }),
  );
  await appendAudit(
    tx,
    kernel.vault,
    actor,
    now,
    audits.map((name) => ({ action: name, result: 'allowed' as const, patientId: row.patientId, caseId: row.caseId })),
  );
};

/** Keeps an undeliverable submission for its sender, who is notified. */
const fail = async ({ db, clock }: Kernel, id: string, { code }: Problem): Promise<void> =>
  db.transaction(async (tx) => {
    const [row] = await tx.update(sendings).set({ failed: code }).where(eq(sendings.id, id)).returning();
    if (row) await tellSender(tx, row, clock.now());
  });

const postpone = async ({ db, clock }: Kernel, id: string): Promise<void> => {
  const [row] = await db.select({ attempts: sendings.attempts }).from(sendings).where(eq(sendings.id, id));
  const attempts = (row?.attempts ?? 0) + 1;
  await db
    .update(sendings)
    .set({ attempts, dueAt: later(clock.now(), Math.min(longestRetryMs, firstRetryMs * 2 ** attempts)) })
    .where(eq(sendings.id, id));
};

const deliverOne = async (kernel: Kernel, id: string, deliveries: Deliveries): Promise<void> => {
  try {
    await kernel.db.transaction(async (tx) => {
      const [row] = await tx
        .select()
        .from(sendings)
        .where(and(eq(sendings.id, id), isNull(sendings.failed), canSend))
        .for('update', { skipLocked: true });
      if (row) await deliver(kernel, tx, row, deliveries);
    });
  } catch (failure) {
    if (failure instanceof Problem) return fail(kernel, id, failure);
    if (isOutage(failure)) throw failure;
    kernel.log.error({ failure, sending: id }, 'what was sent could not be delivered, and is tried again');
    await postpone(kernel, id);
  }
};

/**
 * Delivers all due submissions in order; a quiet copy delivers nothing. Safe in several processes at once, because each
 * locks its row.
 */
export const deliverDue = async (kernel: Kernel, deliveries: Deliveries): Promise<void> => {
  for (;;) {
    const now = kernel.clock.now();
    // Held before the clock was set back, and not tried since: nobody sent it to be delivered so late.
    const isFromAhead = and(gt(sendings.createdAt, later(now, clockSkewMs)), gte(sendings.dueAt, sendings.createdAt));
    const due = await kernel.db
      .select({ id: sendings.id })
      .from(sendings)
      .where(and(isNull(sendings.failed), or(lte(sendings.dueAt, now), isFromAhead), canSend))
      .orderBy(asc(sendings.dueAt), asc(sendings.createdAt))
      .limit(atOnce);
    for (const { id } of due) await deliverOne(kernel, id, deliveries);
    if (due.length < atOnce) return;
  }
};
