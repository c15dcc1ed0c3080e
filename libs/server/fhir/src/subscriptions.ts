import { randomUUID } from 'node:crypto';
import { subscriptionEvents, type SubscriptionType } from '@konsil/contracts/fhir-subscriptions';
import { fhirRoutes } from '@konsil/contracts/fhir';
import { fhirJson } from '@konsil/contracts/fhir-paths';
import { and, arrayContains, asc, eq } from 'drizzle-orm';
import { ownedResource, signedIn } from '@konsil/server-domain/access/addresses';
import type { Actor } from '@konsil/server-domain/access/access';
import { stillActsFor } from '@konsil/server-domain/backend-clients/client-tokens';
import { allows } from '@konsil/server-domain/backend-clients/scopes';
import { route } from '@konsil/server-domain/http/route';
import { webhooks } from '@konsil/server-domain/schema';
import type { Session } from '@konsil/server-domain/sessions/sessions';
import { guardedPost } from '@konsil/server-notifications/webhooks/guarded-post';
import { openWebhook, stateOf, storeWebhook, type WebhookRow } from '@konsil/server-notifications/webhooks/webhooks';
import type { Tx } from '@konsil/server-platform/database/client';
import { reasonOf } from '@konsil/server-platform/failure-reason';
import { faultOfAddress } from '@konsil/server-platform/http/guarded-call';
import { acceptJsonAs } from '@konsil/server-platform/http/json-body';
import { Problem } from '@konsil/server-platform/http/problems';
import type { FastifyInstance } from 'fastify';
import type { Subscription } from 'fhir/r4';
import { tellingOf } from './calling.ts';
import { refusal, type Values, type Why } from './parameters.ts';
import { versioned, type Telling } from './telling.ts';
import { words } from './words.ts';

const mostOfClient = 20;
const statuses = { working: 'active', failing: 'error', disabled: 'off' } as const;
const typeOf = ({ events }: Pick<WebhookRow, 'events'>): SubscriptionType | undefined =>
  (Object.keys(subscriptionEvents) as SubscriptionType[]).find((type) => events.includes(subscriptionEvents[type]));
const typeIn = (criteria: string): SubscriptionType | null => {
  const type = criteria.replace(/\?$/, '');
  return Object.hasOwn(subscriptionEvents, type) ? (type as SubscriptionType) : null;
};

const unsupported = (why: Why, values?: Values): Problem => refusal(422, 'not-supported', why, values);

/** The client of a call; throws `not_found` for sessions without a client. */
export const clientOf = ({ client }: Session): NonNullable<Session['client']> => {
  if (!client) throw new Problem('not_found');
  return client;
};
/** The subscriptions that a client has for the doctor of its token. */
const subscriptionsOf = (tx: Tx, clientId: string, doctorId: string) =>
  tx
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.clientId, clientId), arrayContains(webhooks.doctorIds, [doctorId])))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id));

const inSubscription = ownedResource(async (tx: Tx, { accountId, clientId }: Actor, id: string) => {
  const theSubscription = clientId && (await subscriptionsOf(tx, clientId, accountId)).find((row) => row.id === id);
  return theSubscription ? { theSubscription } : null;
});

/** Subscriptions of R4 (rest-hook) onto webhooks: a backend client registers, reads and ends its own (docs/webhooks.md). */
export const fhirSubscriptionModule = (app: FastifyInstance): void => {
  const { kernel } = app;
  const { env, vault } = kernel;
  acceptJsonAs(app, fhirJson);
  const show = (row: WebhookRow, telling: Telling): Subscription =>
    versioned<Subscription>({
      resourceType: 'Subscription',
      id: row.id,
      status: statuses[stateOf(row)],
      reason: words[telling.locale].events,
      criteria: `${typeOf(row)}?`,
      ...(row.failure ? { error: row.failure } : {}),
      channel: { type: 'rest-hook', endpoint: openWebhook(vault, row).url },
    });

  route(app, fhirRoutes.fhirCreateSubscription, {
    access: signedIn('doctor'),
    // The receiver is called before it is stored, so that nobody receives events without expecting them.
    prepare: async ({ session, body: { criteria, channel } }) => {
      const { scopes } = clientOf(session);
      const type = typeIn(criteria);
      if (!type) throw unsupported('criteria', { types: Object.keys(subscriptionEvents).join(', ') });
      if (!allows(scopes, type, 'r') && !allows(scopes, type, 's'))
        throw refusal(403, 'forbidden', 'noScope', { type });
      if (channel.type !== 'rest-hook' || channel.payload || channel.header) throw unsupported('restHookOnly');
      const { endpoint = '' } = channel;
      if (faultOfAddress(endpoint, env.NODE_ENV === 'production')) throw unsupported('address');
      const url = new URL(endpoint);
      await guardedPost(url, '{}', {
        headers: { 'konsil-event': 'handshake' },
        networks: env.WEBHOOK_PRIVATE_NETWORKS,
      }).catch((failure: unknown) => {
        throw unsupported('noHandshake', { reason: reasonOf(failure) });
      });
      return { url: url.href, event: subscriptionEvents[type] };
    },
    handler: async ({ request, reply, tx, actor, session, prepared, audit }) => {
      const telling = tellingOf(env, request);
      const client = clientOf(session);
      // A removal of the client meanwhile, or its end for the doctor, would leave the subscription behind.
      if (!(await stillActsFor(tx, { clientId: client.id, doctorId: actor.accountId })))
        throw new Problem('unauthorized');
      if ((await tx.$count(webhooks, eq(webhooks.clientId, client.id))) >= mostOfClient)
        throw refusal(422, 'too-costly', 'tooManySubscriptions', { most: mostOfClient });
      const id = randomUUID();
      const secret = await storeWebhook(tx, kernel, {
        id,
        url: prepared.url,
        events: [prepared.event],
        doctorIds: [actor.accountId],
        clientId: client.id,
      });
      audit({ action: 'webhook.add', result: 'allowed', detail: { webhook: id } });
      const [row] = (await subscriptionsOf(tx, client.id, actor.accountId)).filter((one) => one.id === id);
      if (!row) throw new Error('The subscription was not stored.');
      reply.header('location', `${telling.base}/Subscription/${id}`);
      // The secret is shown this once.
      return {
        ...show(row, telling),
        extension: [{ url: `${telling.base}/StructureDefinition/webhook-secret`, valueString: secret }],
      };
    },
  });

  route(app, fhirRoutes.fhirReadSubscription, {
    access: inSubscription,
    handler: ({ request, reply, theSubscription }) => {
      const shown = show(theSubscription, tellingOf(env, request));
      reply.header('etag', `W/"${shown.meta?.versionId}"`);
      return { ...shown };
    },
  });

  route(app, fhirRoutes.fhirSearchSubscription, {
    access: signedIn('doctor'),
    handler: async ({ request, tx, actor, session }) => {
      const telling = tellingOf(env, request);
      const rows = await subscriptionsOf(tx, clientOf(session).id, actor.accountId);
      return {
        resourceType: 'Bundle',
        type: 'searchset',
        total: rows.length,
        link: [{ relation: 'self', url: `${telling.base}/Subscription` }],
        ...(rows.length > 0
          ? {
              entry: rows.map((row) => ({
                fullUrl: `${telling.base}/Subscription/${row.id}`,
                resource: show(row, telling),
                search: { mode: 'match' },
              })),
            }
          : {}),
      };
    },
  });

  route(app, fhirRoutes.fhirDeleteSubscription, {
    access: inSubscription,
    handler: async ({ tx, theSubscription: { id }, audit }) => {
      await tx.delete(webhooks).where(eq(webhooks.id, id));
      audit({ action: 'webhook.remove', result: 'allowed', detail: { webhook: id } });
      return '';
    },
  });
};
