import { eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Env } from '@konsil/server-settings/env';
import { dayMs, secondMs, type Clock } from '@konsil/server-platform/clock';
import type { Database } from '@konsil/server-platform/database/client';
import { LoggableFailure } from '@konsil/server-platform/failure-reason';
import { AddressNotAllowed, guardedCall } from '@konsil/server-platform/http/guarded-call';
import type { Vault } from '@konsil/server-platform/keys/vault';
import { PermanentRefusal, Postponed, type SendLetter } from '@konsil/server-platform/outbox/transports';
import { encryptPush } from '@konsil/server-platform/push/encrypt';
import { vapidHeader } from '@konsil/server-platform/push/vapid';
import { pushDevices } from '@konsil/server-domain/schema';
import { pushSubscription } from '@konsil/server-domain/sealed/push-subscription';
import { RefusingServices } from './refusing-services.ts';

interface Parts {
  db: Database;
  vault: Vault;
  clock: Clock;
  env: Pick<Env, 'webPush' | 'WEB_PUSH_PRIVATE_NETWORKS' | 'OPERATOR_EMAIL'>;
  log: FastifyBaseLogger;
}

/** The device has ended its subscription, or never had one. */
const isGone = (status: number): boolean => status === 404 || status === 410;
/** True if a retry may succeed: after a timeout, a rate limit or a server error. */
const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** The push service does not accept this installation: its messages fail until the operator does something. */
const statusesOfSender = [401, 403];
const reasonOf = (status: number): string => `HTTP ${status}`;
export const refusalsOfSender = statusesOfSender.map(reasonOf);
const waitOf = (header: unknown, now: Date): number => {
  const told = String(header);
  const ms = /^\d+$/.test(told) ? Number(told) * secondMs : Date.parse(told) - now.getTime();
  return Number.isNaN(ms) ? 0 : Math.min(ms, dayMs);
};

export const refusedSenderAdvice =
  "Check this machine's clock and OPERATOR_EMAIL. If the installation's key was replaced, people must turn notifications on again.";

/** Sends messages to the browsers of accounts, through the push services that those browsers chose. */
export const pushCarrier = ({ db, vault, clock, env, log }: Parts): SendLetter => {
  const refusing = new RefusingServices();
  const refusedBy = (address: URL, accountId: string, status: number): PermanentRefusal => {
    const service = refusing.first(address, accountId);
    if (service)
      log.error({ service, status, advice: refusedSenderAdvice }, 'a push service refuses this installation');
    return new PermanentRefusal(reasonOf(status), { isLogged: true });
  };
  return async ({ to, text }) => {
    // Turned off since it was queued.
    if (!env.webPush) return;
    const [device] = await db.select().from(pushDevices).where(eq(pushDevices.id, to));
    // Removed meanwhile: nobody is to be told.
    if (!device) return;
    const forget = () => db.delete(pushDevices).where(eq(pushDevices.id, to));
    const { endpoint, ...keys } = await vault.open(db, device.accountId, pushSubscription, device.sealed);
    const now = clock.now();
    const address = new URL(endpoint);
    const { status, headers } = await guardedCall(address, {
      method: 'POST',
      networks: env.WEB_PUSH_PRIVATE_NETWORKS,
      setting: 'WEB_PUSH_PRIVATE_NETWORKS',
      patienceMs: 10 * secondMs,
      mostBytes: 0,
      body: encryptPush(text, keys),
      headers: {
        authorization: await vapidHeader(vault, address, env.OPERATOR_EMAIL, now),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(dayMs / secondMs),
        // A later message replaces one that a sleeping device has not fetched.
        topic: 'news',
        urgency: 'normal',
      },
    }).catch(async (failure: unknown) => {
      if (!(failure instanceof AddressNotAllowed)) throw failure;
      await forget();
      throw new PermanentRefusal(failure.message);
    });
    if (isGone(status)) {
      await forget();
      return;
    }
    const reason = reasonOf(status);
    if (headers['retry-after'] && isPassing(status)) throw new Postponed(reason, waitOf(headers['retry-after'], now));
    if (isPassing(status)) throw new LoggableFailure(reason);
    if (statusesOfSender.includes(status)) throw refusedBy(address, device.accountId, status);
    if (status < 200 || status >= 300) throw new PermanentRefusal(reason);
    await db.update(pushDevices).set({ lastSentAt: now }).where(eq(pushDevices.id, to));
  };
};
