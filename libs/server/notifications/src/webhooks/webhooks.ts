import { createHmac, randomUUID } from 'node:crypto';
import { webhookEvents, type WebhookEvent } from '@konsil/contracts/webhooks';
import { asc, eq } from 'drizzle-orm';
import type { Env } from '@konsil/server-settings/env';
import { appendAudit, type AuditEntry } from '@konsil/server-platform/audit/audit';
import { hourMs, iso, later, type Clock } from '@konsil/server-platform/clock';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { faultOfAddress } from '@konsil/server-platform/http/guarded-call';
import { newToken } from '@konsil/server-platform/keys/crypto';
import type { Vault } from '@konsil/server-platform/keys/vault';
import { webhooks } from '@konsil/server-domain/schema';
import { webhookSecrets, type WebhookSecrets } from '@konsil/server-domain/sealed/webhook';

export type WebhookRow = typeof webhooks.$inferSelect;
interface Parts {
  db: Database;
  vault: Vault;
  clock: Clock;
  env: Pick<Env, 'NODE_ENV'>;
}

/** The reason why a webhook cannot be registered or changed, in one sentence for the operator. */
export class WebhookFault extends Error {}

const bothValidMs = 24 * hourMs;
const commandLine = { accountId: null, role: 'admin' } as const;
const sealOf = (vault: Vault, secrets: WebhookSecrets): Buffer => vault.sealFor('webhooks', webhookSecrets, secrets);
export const openWebhook = (vault: Vault, { sealed }: Pick<WebhookRow, 'sealed'>): WebhookSecrets =>
  vault.openFor('webhooks', webhookSecrets, sealed);

const addressOf = (text: string, production: boolean): URL => {
  const fault = faultOfAddress(text, production);
  if (fault) throw new WebhookFault(fault);
  return new URL(text);
};
const isEvent = (text: string): text is WebhookEvent => (webhookEvents as readonly string[]).includes(text);
const eventsOf = (names: readonly string[]): WebhookEvent[] => {
  const unknown = names.find((name) => !isEvent(name));
  if (unknown !== undefined)
    throw new WebhookFault(`There is no event "${unknown}", only ${webhookEvents.join(', ')}.`);
  return names.filter(isEvent);
};

const recorded = async (
  { db, vault, clock }: Parts,
  action: AuditEntry['action'],
  id: string,
  work: (tx: Tx) => Promise<boolean>,
): Promise<void> =>
  db.transaction(async (tx) => {
    if (!(await work(tx))) throw new WebhookFault(`There is no webhook ${id}.`);
    await appendAudit(tx, vault, commandLine, clock.now(), [{ action, result: 'allowed', detail: { webhook: id } }]);
  });

/** Stores a webhook. @returns its secret */
export const storeWebhook = async (
  tx: Tx,
  { vault, clock }: Pick<Parts, 'vault' | 'clock'>,
  { url, ...values }: Pick<WebhookRow, 'id' | 'events' | 'doctorIds'> & { url: string; clientId?: string },
): Promise<string> => {
  const secrets = { url, secret: newToken() };
  await tx.insert(webhooks).values({ ...values, sealed: sealOf(vault, secrets), createdAt: clock.now() });
  return secrets.secret;
};

/** Registers an address. The secret is shown this once. @throws {WebhookFault} */
export const addWebhook = async (
  parts: Parts,
  { url, events, doctorIds }: { url: string; events: readonly string[]; doctorIds: readonly string[] | null },
): Promise<{ id: string; secret: string }> => {
  const address = addressOf(url, parts.env.NODE_ENV === 'production').href;
  const [id, asked] = [randomUUID(), eventsOf(events)];
  let secret = '';
  await recorded(parts, 'webhook.add', id, async (tx) => {
    secret = await storeWebhook(tx, parts, {
      id,
      url: address,
      events: asked.length > 0 ? asked : [...webhookEvents],
      doctorIds: doctorIds && [...doctorIds],
    });
    return true;
  });
  return { id, secret };
};

export interface ListedWebhook {
  id: string;
  url: string;
  events: string[];
  doctorIds: string[] | null;
  /** The backend client whose subscription it is. */
  clientId: string | null;
  state: 'working' | 'failing' | 'disabled';
  lastSentAt: string | null;
  failingSince: string | null;
  failure: string | null;
}
export const stateOf = ({ disabledAt, failingSince }: WebhookRow): ListedWebhook['state'] =>
  disabledAt ? 'disabled' : failingSince ? 'failing' : 'working';

export const listWebhooks = async ({ db, vault }: Pick<Parts, 'db' | 'vault'>): Promise<ListedWebhook[]> =>
  (await db.select().from(webhooks).orderBy(asc(webhooks.createdAt), asc(webhooks.id))).map((row) => ({
    id: row.id,
    url: openWebhook(vault, row).url,
    events: row.events,
    doctorIds: row.doctorIds,
    clientId: row.clientId,
    state: stateOf(row),
    lastSentAt: row.lastSentAt && iso(row.lastSentAt),
    failingSince: row.failingSince && iso(row.failingSince),
    failure: row.failure,
  }));

/** The number of webhooks in each state, for monitoring. */
export const countWebhooks = async (db: Database): Promise<Record<ListedWebhook['state'], number>> => {
  const counts = { working: 0, failing: 0, disabled: 0 };
  for (const row of await db.select().from(webhooks)) counts[stateOf(row)] += 1;
  return counts;
};

/** @throws {WebhookFault} */
export const removeWebhook = (parts: Parts, id: string): Promise<void> =>
  recorded(
    parts,
    'webhook.remove',
    id,
    async (tx) => (await tx.delete(webhooks).where(eq(webhooks.id, id)).returning({ id: webhooks.id })).length > 0,
  );

/** Starts a disabled webhook again, with what happens from now on. @throws {WebhookFault} */
export const enableWebhook = (parts: Parts, id: string): Promise<void> =>
  recorded(
    parts,
    'webhook.enable',
    id,
    async (tx) =>
      (
        await tx
          .update(webhooks)
          .set({ disabledAt: null, failingSince: null, failure: null })
          .where(eq(webhooks.id, id))
          .returning({ id: webhooks.id })
      ).length > 0,
  );

/**
 * Creates a new secret; the previous one also signs for 24 hours.
 * @throws {WebhookFault}
 */
export const rotateWebhook = async (parts: Parts, id: string): Promise<{ secret: string; until: string }> => {
  const secret = newToken();
  const until = iso(later(parts.clock.now(), bothValidMs));
  await recorded(parts, 'webhook.rotate', id, async (tx) => {
    const [row] = await tx.select().from(webhooks).where(eq(webhooks.id, id)).for('update');
    if (!row) return false;
    const { url, secret: before } = openWebhook(parts.vault, row);
    const sealed = sealOf(parts.vault, { url, secret, previous: { secret: before, until } });
    await tx.update(webhooks).set({ sealed }).where(eq(webhooks.id, id));
    return true;
  });
  return { secret, until };
};

/** The signature header of a body: the time, and one HMAC for each secret that is valid then. */
export const signatureOf = ({ secret, previous }: Omit<WebhookSecrets, 'url'>, body: string, now: Date): string => {
  const time = Math.floor(now.getTime() / 1000);
  const valid = [secret, ...(previous && previous.until > iso(now) ? [previous.secret] : [])];
  const sums = valid.map((key) => createHmac('sha256', key).update(`${time}.${body}`).digest('hex'));
  return [`t=${time}`, ...sums.map((sum) => `v1=${sum}`)].join(',');
};
