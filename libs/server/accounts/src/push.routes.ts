import { isIP } from 'node:net';
import { mostPushDevices, pushRoutes as contracts, type PushDevice } from '@konsil/contracts/push';
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { iso, isoOrNull } from '@konsil/server-platform/clock';
import { faultOfUrl, isAllowedAddress } from '@konsil/server-platform/http/guarded-call';
import { invalid, Problem } from '@konsil/server-platform/http/problems';
import { sameBytes, sha256 } from '@konsil/server-platform/keys/crypto';
import { lockSpaces } from '@konsil/server-platform/database/locks';
import { isPushKey } from '@konsil/server-platform/push/encrypt';
import { pushKeyOf } from '@konsil/server-platform/push/vapid';
import { ownedResource, signedIn } from '@konsil/server-domain/access/addresses';
import { pushDevicesOf, type PushDeviceRow } from '@konsil/server-domain/accounts/push-devices';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { route } from '@konsil/server-domain/http/route';
import { pushDevices } from '@konsil/server-domain/schema';
import { pushSubscription } from '@konsil/server-domain/sealed/push-subscription';
import { deviceOf, knownDevice } from './device.ts';

/** Names and networks are checked again with each call (`guardedCall`); this check reports a wrong address early. */
const isCallable = ({ production, WEB_PUSH_PRIVATE_NETWORKS }: Kernel['env'], endpoint: string): boolean => {
  const url = new URL(endpoint);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return !faultOfUrl(url, production) && (isIP(host) === 0 || isAllowedAddress(host, WEB_PUSH_PRIVATE_NETWORKS));
};

/** The browser of a request, by its cookie; null if it has none. */
const browserOf = ({ vault }: Pick<Kernel, 'vault'>, request: FastifyRequest, accountId: string): Buffer | null => {
  const id = knownDevice(vault, request, accountId);
  return id ? sha256(id) : null;
};

const show = (row: PushDeviceRow, browser: Buffer | null): PushDevice => ({
  id: row.id,
  device: row.device,
  current: browser !== null && row.deviceHash !== null && sameBytes(row.deviceHash, browser),
  created_at: iso(row.createdAt),
  last_sent_at: isoOrNull(row.lastSentAt),
});

/** The browsers of an account that show notifications (docs/decisions/web-push.md). */
export const pushDeviceRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;
  const { env, vault } = kernel;

  route(app, contracts.getPush, {
    access: signedIn(),
    handler: async ({ tx, session, request }) => {
      const browser = browserOf(kernel, request, session.accountId);
      const devices = await pushDevicesOf(tx, session.accountId);
      return { key: env.webPush ? pushKeyOf(vault) : null, devices: devices.map((row) => show(row, browser)) };
    },
  });

  route(app, contracts.addPushDevice, {
    access: signedIn(),
    handler: async ({ tx, session: { id: sessionId, accountId }, request, body, now, audit }) => {
      if (!env.webPush) throw new Problem('not_found');
      if (!isCallable(env, body.endpoint)) throw invalid({ path: 'endpoint', code: 'invalid' });
      if (!isPushKey(body.p256dh)) throw invalid({ path: 'p256dh', code: 'invalid' });
      // One after another, so that two requests cannot exceed the maximum.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${accountId}, ${lockSpaces.pushDevices}))`);
      const browser = browserOf(kernel, request, accountId);
      if (browser)
        await tx
          .delete(pushDevices)
          .where(and(eq(pushDevices.accountId, accountId), eq(pushDevices.deviceHash, browser)));
      if ((await pushDevicesOf(tx, accountId)).length >= mostPushDevices) throw new Problem('quota');
      const [row] = await tx
        .insert(pushDevices)
        .values({
          accountId,
          sessionId,
          deviceHash: browser,
          device: deviceOf(request).name,
          sealed: await vault.seal(tx, accountId, pushSubscription, body),
          createdAt: now,
        })
        .returning();
      if (!row) throw new Error('The device was not stored.');
      audit({ action: 'account.push_added', result: 'allowed' });
      return show(row, browser);
    },
  });

  route(app, contracts.removePushDevice, {
    access: ownedResource(async (tx, actor, id) => {
      const [theDevice] = await tx
        .select()
        .from(pushDevices)
        .where(and(eq(pushDevices.id, id), eq(pushDevices.accountId, actor.accountId)));
      return theDevice ? { theDevice } : null;
    }),
    handler: async ({ tx, theDevice, audit }) => {
      await tx.delete(pushDevices).where(eq(pushDevices.id, theDevice.id));
      audit({ action: 'account.push_removed', result: 'allowed' });
      return { ok: true as const };
    },
  });
};
