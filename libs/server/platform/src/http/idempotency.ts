import { and, eq, lt } from 'drizzle-orm';
import type { Database, Tx } from '../database/client.ts';
import { idempotencyKeys } from '../database/tables.ts';
import { later } from '../clock.ts';
import { sha256 } from '../keys/crypto.ts';
import { invalid, Problem } from './problems.ts';
import * as z from 'zod/mini';
import { sealedKind } from '../keys/sealed-kind.ts';
import type { Vault } from '../keys/vault.ts';
import { keptMs } from '../retention.ts';

/** The response to a request, as it was sent. */
export const response = sealedKind({
  name: 'response',
  schema: z.unknown(),
  versions: [{ shape: 'unknown', example: { id: '5f0c' } }],
});

/** A request with an `Idempotency-Key`: its owner and exact content. */
export interface IdempotentRequest {
  accountId: string;
  key: string;
  asked: string;
}

/** The key of a request that must take effect only once; null without one. */
export const onceOnly = (
  accountId: string,
  key: unknown,
  asked: { route: string; params: unknown; body: unknown },
): IdempotentRequest | null => {
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\w.:-]{8,200}$/.test(key))
    throw invalid({ path: 'Idempotency-Key', code: 'invalid' });
  return {
    accountId,
    key,
    asked: `${asked.route} ${sha256(JSON.stringify([asked.params, asked.body ?? null])).toString('base64url')}`,
  };
};

/**
 * Claims the key, or returns the first request's response. A concurrent request waits until the first is done.
 * @throws {Problem} `conflict` if the key was used for something else.
 */
export const claim = async (
  tx: Tx,
  vault: Vault,
  once: IdempotentRequest,
  now: Date,
): Promise<{ status: number; answer: unknown } | null> => {
  const claimed = await tx
    .insert(idempotencyKeys)
    .values({ accountId: once.accountId, key: once.key, route: once.asked, createdAt: now })
    .onConflictDoNothing()
    .returning();
  if (claimed.length > 0) return null;
  const [first] = await tx
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.accountId, once.accountId), eq(idempotencyKeys.key, once.key)));
  if (!first?.sealed || !first.ownerId || first.status === null || first.route !== once.asked)
    throw new Problem('conflict');
  return { status: first.status, answer: await vault.open(tx, first.ownerId, response, first.sealed) };
};

/** Stores the response in the same transaction as its effect, under the data key of the patient or the caller. */
export const storeResponse = async (
  tx: Tx,
  vault: Vault,
  once: IdempotentRequest,
  ownerId: string,
  status: number,
  answer: unknown,
): Promise<void> => {
  await tx
    .update(idempotencyKeys)
    .set({ status, ownerId, sealed: await vault.seal(tx, ownerId, response, answer ?? null) })
    .where(and(eq(idempotencyKeys.accountId, once.accountId), eq(idempotencyKeys.key, once.key)));
};

/** Deletes keys after a day. */
export const sweepIdempotencyKeys = async (db: Database, now: Date): Promise<void> => {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, later(now, -keptMs('repeated-requests'))));
};
