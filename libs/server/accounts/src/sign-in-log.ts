import type { StoredKind } from '@konsil/contracts/stored-kinds';
import { auditActorOf } from '@konsil/server-domain/accounts/account-kind';
import type { SignInFailure } from '@konsil/contracts/accounts';
import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Tx } from '@konsil/server-platform/database/client';
import { auditRecords } from '@konsil/server-platform/database/tables';
import { appendAudit, type AuditActor, type AuditEntry } from '@konsil/server-platform/audit/audit';
import { hmac } from '@konsil/server-platform/keys/crypto';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { countSignIn } from '@konsil/server-platform/metrics';
import { networkOf } from '@konsil/server-platform/limits';
import type { Vault } from '@konsil/server-platform/keys/vault';
import { refusalRecordHits } from '@konsil/server-domain/accounts/account-limits';
import { deviceOf } from './device.ts';

export const signInActions = { allowed: 'account.sign_in', denied: 'account.sign_in_failed' } as const;
const nobody: AuditActor = { accountId: null, role: 'system' };

/** An unknown address is recorded as a keyed hash, because people type passwords into the wrong field. */
const unknownName = (vault: Vault, email: string): string =>
  hmac(vault.purposeKey('audit'), 'unknown account', email.toLowerCase()).subarray(0, 16).toString('base64url');

/** The caller's network and device, as details of an audit entry. */
export const whereFrom = (request: FastifyRequest) => {
  const { name } = deviceOf(request);
  return { network: networkOf(request.ip), ...(name ? { device: name } : {}) };
};

/** The audit entry of a successful sign-in. */
export const signedInEntry = (request: FastifyRequest, account: { id: string; role: StoredKind }): AuditEntry => ({
  action: signInActions.allowed,
  result: 'allowed',
  actor: auditActorOf({ accountId: account.id, role: account.role }),
  subjectId: account.id,
  detail: whereFrom(request),
});

/** The audit entry of a failed sign-in (ASVS 16.3.1): account, network and reason, never the input. */
export const failedEntry = (
  vault: Vault,
  request: FastifyRequest,
  account: { id: string } | undefined,
  email: string,
  reason: SignInFailure,
): AuditEntry => ({
  action: signInActions.denied,
  result: 'denied',
  actor: nobody,
  subjectId: account?.id,
  detail: { reason, ...whereFrom(request), ...(account ? {} : { unknown: unknownName(vault, email) }) },
});

/**
 * True if a throttled attempt is recorded: the first per account, network and period, so that a flood does not fill the
 * log.
 */
export const recordsRefusal = (
  { limits }: Pick<Kernel, 'limits'>,
  tx: Tx,
  request: FastifyRequest,
  email: string,
): Promise<boolean> => limits.allowsIn(tx, ...refusalRecordHits(request, email));

/**
 * True if a sign-in from an unmarked device needs no notification: it is the account's first, or comes from a
 * non-browser client (without cookies) of the same kind and network as an earlier one.
 */
export const isFamiliar = async (tx: Tx, request: FastifyRequest, accountId: string): Promise<boolean> => {
  const signIns = and(eq(auditRecords.subjectId, accountId), eq(auditRecords.action, signInActions.allowed));
  const [before] = await tx.select({ id: auditRecords.id }).from(auditRecords).where(signIns).limit(1);
  if (!before) return true;
  if (deviceOf(request).isBrowser) return false;
  const [same] = await tx
    .select({ id: auditRecords.id })
    .from(auditRecords)
    .where(and(signIns, eq(auditRecords.detail, JSON.stringify(whereFrom(request)))))
    .limit(1);
  return same !== undefined;
};

/** Records a failed sign-in in its own transaction. */
export const recordFailure = (
  kernel: Kernel,
  request: FastifyRequest,
  account: { id: string } | undefined,
  email: string,
  reason: SignInFailure,
): Promise<void> => {
  countSignIn(reason);
  return kernel.db.transaction(async (tx) => {
    if (reason === 'too_many' && !(await recordsRefusal(kernel, tx, request, email))) return;
    await appendAudit(tx, kernel.vault, nobody, kernel.clock.now(), [
      failedEntry(kernel.vault, request, account, email, reason),
    ]);
  });
};
