import formbody from '@fastify/formbody';
import { clientAlgorithms } from '@konsil/contracts/fhir-auth';
import { fhirRoutes } from '@konsil/contracts/fhir';
import { fhirRoot } from '@konsil/contracts/fhir-paths';
import { and, eq, isNull } from 'drizzle-orm';
import { open } from '@konsil/server-domain/access/addresses';
import { clientRefusalHits, clientTokenHits } from '@konsil/server-domain/accounts/account-limits';
import { isClosed } from '@konsil/server-domain/accounts/accounts.queries';
import { isOfKind } from '@konsil/server-domain/accounts/account-kind';
import {
  clientTokenSeconds,
  endClientTokens,
  startClientToken,
} from '@konsil/server-domain/backend-clients/client-tokens';
import { covers, scopesIn } from '@konsil/server-domain/backend-clients/scopes';
import { route } from '@konsil/server-domain/http/route';
import { accounts, backendClients } from '@konsil/server-domain/schema';
import { registrationStep } from '@konsil/server-domain/sessions/sessions';
import type { AuditEntry } from '@konsil/server-platform/audit/audit';
import type { Tx } from '@konsil/server-platform/database/client';
import { requestOrigin } from '@konsil/server-platform/http/origins';
import { keepingWork, problemOf, setRetryAfter } from '@konsil/server-platform/http/problems';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { idOf } from '../parameters.ts';
import { checkAssertion, OauthFault, consumeAssertion, type Asserted } from './client-assertion.ts';
import { clientKeys } from './client-keys.ts';

type Checked = Asserted | OauthFault;

/** Tokens for backend clients (docs/fhir.md), with the errors of OAuth 2.0. */
export const fhirAuthModule = async (app: FastifyInstance): Promise<void> => {
  const { kernel } = app;
  const { env, limits } = kernel;
  const keysOf = clientKeys(env.WEBHOOK_PRIVATE_NETWORKS);
  await app.register(formbody, { bodyLimit: 32 * 1024 });

  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error);
    if (problem.code === 'internal') request.log.error({ route: request.routeOptions.url, failure: error }, 'failed');
    setRetryAfter(reply, problem);
    const busy = problem.status >= 500 || problem.code === 'too_many';
    const told =
      problem instanceof OauthFault
        ? { error: problem.error, error_description: problem.description }
        : { error: busy ? 'temporarily_unavailable' : 'invalid_request' };
    return reply
      .status(problem.code === 'invalid' ? 400 : problem.status)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(told));
  });

  const base = (request: FastifyRequest): string => requestOrigin(env, request) + fhirRoot;
  /** The refusal is kept for the transaction that records it. */
  const checked = async (
    request: FastifyRequest,
    form: Parameters<typeof checkAssertion>[1],
    now: Date,
  ): Promise<Checked> => {
    await limits.count(...clientTokenHits(request));
    return checkAssertion(
      {
        db: kernel.db,
        log: kernel.log,
        keysOf,
        audience: base(request) + fhirRoutes.fhirToken.path.slice(fhirRoot.length),
        now,
      },
      form,
    ).catch((error: unknown) => {
      if (error instanceof OauthFault) return error;
      throw error;
    });
  };
  interface Recording {
    tx: Tx;
    audit: (...entries: AuditEntry[]) => void;
  }
  /** Records a refusal of a known client, the same one at most every 15 minutes. */
  const refused = async ({ tx, audit }: Recording, fault: OauthFault): Promise<OauthFault> => {
    const { client, reason } = fault;
    if (client && (await limits.allowsIn(tx, ...clientRefusalHits(client.id, reason))))
      audit({ action: 'client.token', result: 'denied', detail: { client: client.id, reason } });
    return keepingWork(fault) as OauthFault;
  };
  /** The client, unless its assertion was refused or used before. */
  const asserted = async (recording: Recording, given: Checked, now: Date): Promise<Asserted> => {
    if (given instanceof OauthFault) throw await refused(recording, given);
    if (!(await consumeAssertion(recording.tx, given, now)))
      throw await refused(
        recording,
        new OauthFault('invalid_client', 'The assertion was used before.', 'replayed', given.client),
      );
    return given;
  };

  route(app, fhirRoutes.fhirSmartConfiguration, {
    access: open(),
    handler: ({ request }) => ({
      token_endpoint: `${base(request)}/auth/token`,
      token_endpoint_auth_methods_supported: ['private_key_jwt'],
      token_endpoint_auth_signing_alg_values_supported: [...clientAlgorithms],
      grant_types_supported: ['client_credentials'],
      scopes_supported: ['system/*.rs'],
      revocation_endpoint: `${base(request)}/auth/revoke`,
      capabilities: ['client-confidential-asymmetric', 'permission-v2'],
    }),
  });

  route(app, fhirRoutes.fhirToken, {
    access: open(),
    prepare: async ({ request, body, now }) => {
      if (body.grant_type !== 'client_credentials')
        throw new OauthFault('unsupported_grant_type', 'Only client_credentials is supported.');
      return checked(request, body, now);
    },
    handler: async ({ request, body, tx, now, prepared, audit }) => {
      const recording = { tx, audit };
      const { client } = await asserted(recording, prepared, now);
      const refuse = (...[error, description, reason]: [OauthFault['error'], string, string]) =>
        refused(recording, new OauthFault(error, description, reason, client));
      const scopes = scopesIn(body.scope ?? '');
      if (!scopes || scopes.length === 0 || !covers(client.scopes, scopes))
        throw await refuse('invalid_scope', `The client may have ${client.scopes.join(' ')}.`, 'scope');
      const [only, ...others] = client.doctorIds;
      const wanted =
        body.fhirUser === undefined
          ? others.length === 0
            ? only
            : undefined
          : client.doctorIds.find((id) => id === idOf(body.fhirUser ?? '', 'Practitioner', base(request)));
      const [doctor] = wanted === undefined ? [] : await tx.select().from(accounts).where(eq(accounts.id, wanted));
      if (!doctor || isClosed(doctor) || !isOfKind(doctor, 'doctor') || registrationStep(doctor, kernel.env) !== 'done')
        throw await refuse(
          'invalid_request',
          'fhirUser must be Practitioner/id of a doctor that the client acts for.',
          'doctor',
        );
      // Locks the client: a removal or rotation either ends this token, or keeps it from being given.
      const current = await tx
        .update(backendClients)
        .set({ lastTokenAt: now })
        .where(
          and(
            eq(backendClients.id, client.id),
            eq(backendClients.keysVersion, client.keysVersion),
            isNull(backendClients.removedAt),
          ),
        )
        .returning({ id: backendClients.id });
      if (current.length === 0) throw await refuse('invalid_client', 'The client is unknown.', 'changed');
      const token = await startClientToken(tx, { clientId: client.id, accountId: doctor.id, scopes, now });
      audit({ action: 'client.token', result: 'allowed', subjectId: doctor.id, detail: { client: client.id } });
      return {
        access_token: token,
        token_type: 'bearer' as const,
        expires_in: clientTokenSeconds,
        scope: scopes.join(' '),
        fhirUser: `${base(request)}/Practitioner/${doctor.id}`,
      };
    },
  });

  route(app, fhirRoutes.fhirRevoke, {
    access: open(),
    prepare: ({ request, body, now }) => checked(request, body, now),
    handler: async ({ body, tx, now, prepared, audit }) => {
      const { client } = await asserted({ tx, audit }, prepared, now);
      // RFC 7009: an unknown token is no fault, and another client's is unknown here.
      if ((await endClientTokens(tx, client.id, body.token ?? '')) > 0)
        audit({ action: 'client.revoke', result: 'allowed', detail: { client: client.id } });
      return {};
    },
  });
};
