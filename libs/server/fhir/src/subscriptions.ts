import { randomUUID } from 'node:crypto';
import type { Locale } from '@konsil/contracts/first-codes';
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
import { faultOfAddress, guardedPost } from '@konsil/server-notifications/webhooks/guarded-post';
import { openWebhook, stateOf, storeWebhook, type WebhookRow } from '@konsil/server-notifications/webhooks/webhooks';
import type { Tx } from '@konsil/server-platform/database/client';
import { reasonOf } from '@konsil/server-platform/failure-reason';
import { acceptJsonAs } from '@konsil/server-platform/http/json-body';
import { Problem } from '@konsil/server-platform/http/problems';
import type { FastifyInstance } from 'fastify';
import type { Subscription } from 'fhir/r4';
import { tellingOf } from './calling.ts';
import { refusal } from './parameters.ts';
import { versioned, type Telling } from './telling.ts';

const mostOfClient = 20;
const statuses = { working: 'active', failing: 'error', disabled: 'off' } as const;
const typeOf = ({ events }: Pick<WebhookRow, 'events'>): SubscriptionType | undefined =>
  (Object.keys(subscriptionEvents) as SubscriptionType[]).find((type) => events.includes(subscriptionEvents[type]));
const typeIn = (criteria: string): SubscriptionType | null => {
  const type = criteria.replace(/\?$/, '');
  return Object.hasOwn(subscriptionEvents, type) ? (type as SubscriptionType) : null;
};

const reasonWords: Record<Locale, string> = {
  de: 'Ereignisse aus Fällen des Arztes oder der Ärztin',
  en: 'Events in the cases of the doctor',
};
const wrong = (status: number, issue: string, de: string, en: string): Problem => refusal(status, issue, { de, en });
const unsupported = (de: string, en: string): Problem => wrong(422, 'not-supported', de, en);

/** The client of a call; what systems register and prepare does not exist for anybody else. */
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
      reason: reasonWords[telling.locale],
      criteria: `${typeOf(row)}?`,
      ...(row.failure ? { error: row.failure } : {}),
      channel: { type: 'rest-hook', endpoint: openWebhook(vault, row).url },
    });

  route(app, fhirRoutes.fhirCreateSubscription, {
    access: signedIn('doctor'),
    // The receiver is called before it is stored: nobody is told of events who does not expect them.
    prepare: async ({ session, body: { criteria, channel } }) => {
      const { scopes } = clientOf(session);
      const type = typeIn(criteria);
      if (!type)
        throw unsupported(
          `criteria muss eines von ${Object.keys(subscriptionEvents).join(', ')} sein, ohne Parameter.`,
          `criteria must be one of ${Object.keys(subscriptionEvents).join(', ')}, without parameters.`,
        );
      if (!allows(scopes, type, 'r') && !allows(scopes, type, 's'))
        throw wrong(403, 'forbidden', `Das Token hat keinen Scope für ${type}.`, `The token has no scope for ${type}.`);
      if (channel.type !== 'rest-hook' || channel.payload || channel.header)
        throw unsupported(
          'Nur rest-hook ohne payload und header: Es werden nur Ids gesendet, und signiert.',
          'Only rest-hook without payload and header: ids only are sent, and signed.',
        );
      const { endpoint = '' } = channel;
      const fault = faultOfAddress(endpoint, env.NODE_ENV === 'production');
      if (fault) throw unsupported('Die Adresse muss mit https:// beginnen, ohne Namen, Passwort und #.', fault);
      const url = new URL(endpoint);
      await guardedPost(url, '{}', {
        headers: { 'konsil-event': 'handshake' },
        networks: env.WEBHOOK_PRIVATE_NETWORKS,
      }).catch((failure: unknown) => {
        throw unsupported(
          `Die Adresse hat nicht mit 2xx geantwortet: ${reasonOf(failure)}`,
          `The address did not answer with 2xx: ${reasonOf(failure)}`,
        );
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
        throw wrong(
          422,
          'too-costly',
          `Höchstens ${mostOfClient} Subscriptions.`,
          `At most ${mostOfClient} subscriptions.`,
        );
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
