import type { SendingKind } from '@konsil/contracts/sendings';
import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { canSend } from '@konsil/server-platform/database/loud';
import { accounts, sendings } from '@konsil/server-domain/schema';
import { can, type ActionOn, type Actor } from '@konsil/server-domain/access/access';
import { roleOf } from '@konsil/server-domain/accounts/account-kind';
import { withGrants } from '@konsil/server-domain/access/grants';
import { appendAudit, type AuditEntry } from '@konsil/server-platform/audit/audit';
import { later, minuteMs, secondMs } from '@konsil/server-platform/clock';
import { record } from '@konsil/server-domain/steps/record';
import type { Kernel } from '@konsil/server-domain/http/kernel';
import { caseResource, loadCase } from '@konsil/server-domain/access/loaders';
import { isOutage, Problem } from '@konsil/server-platform/http/problems';
import type { PerformSending } from '@konsil/server-domain/sendings/hold';
import { withUndo } from '@konsil/server-domain/sendings/undo';
import { heldContent } from '@konsil/server-domain/sealed/sending';

/** The delivery of each kind, with its access rule and audit action. */
export interface Delivery {
  act: PerformSending<never, unknown>;
  action: ActionOn<'case'>;
  audits: readonly AuditEntry['action'][];
}
export type Deliveries = Record<SendingKind, Delivery>;
type SendingRow = typeof sendings.$inferSelect;

const atOnce = 50;
const firstRetryMs = 5 * secondMs;
const longestRetryMs = 10 * minuteMs;

const tellSender = (tx: Tx, { accountId, role, caseId, id }: SendingRow, now: Date): Promise<void> =>
  record({ tx, now, actor: { accountId, role } }, { step: 'sending_changed', accountId, caseId, sendingId: id });

/** The account of a sender who can still send at all. */
const senderOf = async (tx: Tx, accountId: string): Promise<Actor | undefined> => {
  const [account] = await tx
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.deactivatedAt), isNull(accounts.consentWithdrawnAt)));
  return account && { accountId, role: roleOf(account) };
};

/**
 * Delivers a submission whose row is locked. If its sender lost the right to write it, it is deleted like a draft.
 * @throws {Problem} if it can no longer be delivered
 */
export const deliver = async (kernel: Kernel, tx: Tx, row: SendingRow, deliveries: Deliveries): Promise<void> => {
  const { act, action, audits } = deliveries[row.kind];
  const now = kernel.clock.now();
  const theCase = await loadCase(tx, row.caseId, true);
  await tx.delete(sendings).where(eq(sendings.id, row.id));
  await tellSender(tx, row, now);
  const sender = await senderOf(tx, row.accountId);
  if (!theCase || !sender) return;
  const may = (as: Actor) => can(as, 'case', action, caseResource(theCase));
  const actor = may(sender) ? sender : await withGrants(tx, sender, theCase.id, now);
  if (!may(actor)) return;
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
    const due = await kernel.db
      .select({ id: sendings.id })
      .from(sendings)
      .where(and(isNull(sendings.failed), lte(sendings.dueAt, kernel.clock.now()), canSend))
      .orderBy(asc(sendings.dueAt), asc(sendings.createdAt))
      .limit(atOnce);
    for (const { id } of due) await deliverOne(kernel, id, deliveries);
    if (due.length < atOnce) return;
  }
};
