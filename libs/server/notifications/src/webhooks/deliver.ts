import { webhookSignatureHeader, type WebhookBody } from '@konsil/contracts/webhooks';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Env } from '@konsil/server-settings/env';
import { dayMs, later, type Clock } from '@konsil/server-platform/clock';
import type { Database } from '@konsil/server-platform/database/client';
import { reasonOf } from '@konsil/server-platform/failure-reason';
import type { Vault } from '@konsil/server-platform/keys/vault';
import { PermanentRefusal, type SendLetter } from '@konsil/server-platform/outbox/transports';
import { dayAndTime } from '@konsil/server-domain/names/moments';
import { enqueueEmail } from '@konsil/server-domain/notices/letters';
import { isOfActingClient } from '@konsil/server-domain/backend-clients/acting-clients';
import { webhooks } from '@konsil/server-domain/schema';
import { guardedPost } from './guarded-post.ts';
import { openWebhook, signatureOf, type WebhookRow } from './webhooks.ts';

interface Parts {
  db: Database;
  vault: Vault;
  clock: Clock;
  log: FastifyBaseLogger;
  env: Pick<
    Env,
    'NODE_ENV' | 'WEBHOOK_PRIVATE_NETWORKS' | 'WEBHOOK_GIVE_UP_DAYS' | 'OPERATOR_EMAIL' | 'KONSIL_COMMAND'
  >;
}

/**
 * Disables a webhook whose deliveries have failed for too long, and notifies the operator once.
 * @returns whether it is disabled
 */
const giveUp = async ({ db, vault, clock, env, log }: Parts, row: WebhookRow, reason: string): Promise<boolean> => {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const [failing] = await tx
      .update(webhooks)
      .set({ failingSince: sql`coalesce(${webhooks.failingSince}, ${now})`, failure: reason })
      .where(and(eq(webhooks.id, row.id), isNull(webhooks.disabledAt)))
      .returning({ since: webhooks.failingSince });
    if (!failing?.since) return true;
    if (failing.since > later(now, -env.WEBHOOK_GIVE_UP_DAYS * dayMs)) return false;
    await tx.update(webhooks).set({ disabledAt: now }).where(eq(webhooks.id, row.id));
    log.error({ webhook: row.id, reason }, 'a webhook is disabled');
    await enqueueEmail(tx, vault, {
      to: env.OPERATOR_EMAIL,
      locale: 'de',
      template: 'webhook_disabled',
      data: {
        host: new URL(openWebhook(vault, row).url).host,
        since: dayAndTime(failing.since, 'de'),
        reason,
        command: env.KONSIL_COMMAND,
      },
    });
    return true;
  });
};

/** Sends events from the outbox to the registered addresses: signed, by https only in production, to public addresses only. */
export const webhookCarrier =
  (parts: Parts): SendLetter =>
  async ({ to, text }) => {
    const { db, vault, clock, env } = parts;
    const [row] = await db
      .select()
      .from(webhooks)
      .where(and(eq(webhooks.id, to), isOfActingClient(db)));
    if (!row || row.disabledAt) throw new PermanentRefusal('the webhook was removed or is disabled');
    const secrets = openWebhook(vault, row);
    const { id, event } = JSON.parse(text) as WebhookBody;
    try {
      await guardedPost(new URL(secrets.url), text, {
        networks: env.WEBHOOK_PRIVATE_NETWORKS,
        headers: {
          'user-agent': 'Konsil',
          'konsil-event': event,
          'konsil-delivery': id,
          [webhookSignatureHeader]: signatureOf(secrets, text, clock.now()),
        },
      });
    } catch (failure) {
      const reason = reasonOf(failure);
      if (await giveUp(parts, row, reason)) throw new PermanentRefusal(reason);
      throw failure;
    }
    await db
      .update(webhooks)
      .set({ lastSentAt: clock.now(), failingSince: null, failure: null })
      .where(eq(webhooks.id, row.id));
  };
