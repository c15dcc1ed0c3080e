import formbody from '@fastify/formbody';
import { clientAlgorithms } from '@konsil/contracts/fhir-auth';
import { fhirRoutes } from '@konsil/contracts/fhir';
import { fhirRoot } from '@konsil/contracts/fhir-paths';
import { appRequestParameters } from '@konsil/contracts/patient-apps';
import { sql } from 'drizzle-orm';
import { open } from '@konsil/server-domain/access/addresses';
import { clientRefusalHits, clientTokenHits } from '@konsil/server-domain/accounts/account-limits';
import { endClientTokens } from '@konsil/server-domain/backend-clients/client-tokens';
import { route } from '@konsil/server-domain/http/route';
import type { AppRow } from '@konsil/server-domain/patient-apps/app-tokens';
import type { AuditEntry } from '@konsil/server-platform/audit/audit';
import type { Tx } from '@konsil/server-platform/database/client';
import { requestOrigin } from '@konsil/server-platform/http/origins';
import { keepingWork, problemOf, setRetryAfter } from '@konsil/server-platform/http/problems';
import { html, pageFor } from '@konsil/server-platform/http/page';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { revokeOfApp, tokenOfApp } from './apps/app-token.ts';
import { appById, checkAuthorization, isAsked, isConfidential } from './apps/authorization.ts';
import {
  backendClientById,
  checkAssertion,
  consumeAssertion,
  issuerOf,
  OauthFault,
  type Asserted,
  type SigningClient,
} from './auth/client-assertion.ts';
import { clientKeys } from './auth/client-keys.ts';
import { tokenOfClient } from './auth/client-token.ts';

type Checked<C extends SigningClient> = Asserted<C> | OauthFault;
type Form = Parameters<typeof checkAssertion>[1];
type TokenAnswer = z.input<typeof fhirRoutes.fhirToken.response>;
const isOfApp = ({ grant_type }: { grant_type?: string | undefined }): boolean =>
  grant_type === 'authorization_code' || grant_type === 'refresh_token';

const faultWords = {
  client: ['Diese App ist hier nicht angemeldet, oder nicht mehr.', 'This app is not registered here, or no longer.'],
  redirect_uri: [
    'Die App hat eine Adresse genannt, die nicht zu ihr gehört. Es wurde nichts weitergegeben.',
    'The app named an address that does not belong to it. Nothing was passed on.',
  ],
  busy: [
    'Das geht gerade nicht. Versuchen Sie es in ein paar Minuten noch einmal in der App. Es wurde nichts weitergegeben.',
    'This is not possible right now. Please try again in the app in a few minutes. Nothing was passed on.',
  ],
} as const;
/** A page without a link back, because the address could be a stranger's. */
const faultPage = (reply: FastifyReply, reason: keyof typeof faultWords): string => {
  const [german, english] = faultWords[reason];
  return pageFor(reply, 'Konsil', html`<p lang="de">${german}</p><p lang="en">${english}</p>`);
};

/** Tokens for backend clients and patients' apps (docs/fhir.md), with the errors of OAuth 2.0. */
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
    // A person comes here, not a program.
    if (busy && request.routeOptions.url === fhirRoutes.fhirAuthorize.path)
      return reply.send(faultPage(reply.status(problem.status), 'busy'));
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
  const checkedBy = async <C extends SigningClient>(
    find: (id: string) => Promise<C | undefined>,
    request: FastifyRequest,
    form: Form,
    now: Date,
  ): Promise<Checked<C>> =>
    checkAssertion(
      {
        find,
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
  const checked = async (request: FastifyRequest, form: Form, now: Date) => ({
    client: await checkedBy((id) => backendClientById(kernel.db, id), request, form, now),
  });
  /** Null for an app that sends no assertion. */
  const checkedApp = async (request: FastifyRequest, form: Form, now: Date) => ({
    app: form.client_assertion === undefined ? null : await checkedBy(confidentialApp, request, form, now),
  });
  const confidentialApp = async (id: string): Promise<AppRow | undefined> => {
    const found = await appById(kernel.db, id);
    return found && isConfidential(found) ? found : undefined;
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
  const asserted = async <C extends SigningClient>(
    recording: Recording,
    given: Checked<C>,
    now: Date,
  ): Promise<Asserted<C>> => {
    if (given instanceof OauthFault) throw await refused(recording, given);
    if (!(await consumeAssertion(recording.tx, given, now)))
      throw await refused(
        recording,
        new OauthFault('invalid_client', 'The assertion was used before.', 'replayed', given.client),
      );
    return given;
  };

  /** The app that a form is of: a confidential one by its assertion, a public one by its id. */
  const appOf = async (
    recording: Recording,
    given: Checked<AppRow> | null,
    clientId: string | undefined,
    now: Date,
  ): Promise<AppRow> => {
    const known = given && (await asserted(recording, given, now)).client;
    const current = await appById(recording.tx, known?.id ?? clientId, true);
    const refuse = (reason: string) =>
      refused(recording, new OauthFault('invalid_client', 'The client is unknown.', reason, current));
    if (!current) throw await refuse('unknown');
    if (known ? clientId !== undefined && clientId !== known.id : isConfidential(current))
      throw await refuse(known ? 'other_client' : 'unsigned');
    // Rotated since the assertion was verified.
    if (known && known.keysVersion !== current.keysVersion) throw await refuse('changed');
    // A trigger asks for it (migration confidential_apps), because an older version that serves, too, sees no keys.
    if (known) await recording.tx.execute(sql`select set_config('konsil.signed_app', ${known.id}, true)`);
    return current;
  };

  route(app, fhirRoutes.fhirSmartConfiguration, {
    access: open(),
    handler: ({ request }) => ({
      authorization_endpoint: `${base(request)}/auth/authorize`,
      token_endpoint: `${base(request)}/auth/token`,
      token_endpoint_auth_methods_supported: ['private_key_jwt', 'none'],
      token_endpoint_auth_signing_alg_values_supported: [...clientAlgorithms],
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      scopes_supported: ['launch', 'launch/patient', 'patient/*.rs', 'offline_access', 'system/*.rs'],
      revocation_endpoint: `${base(request)}/auth/revoke`,
      capabilities: [
        'launch-ehr',
        'launch-standalone',
        'client-public',
        'client-confidential-asymmetric',
        'context-ehr-patient',
        'context-standalone-patient',
        'permission-patient',
        'permission-offline',
        'permission-v2',
      ],
    }),
  });

  // The patient decides on a page of the portal, which asks for the sign-in.
  route(app, fhirRoutes.fhirAuthorize, {
    access: open(),
    prepare: ({ request }) => limits.count(...clientTokenHits(request)),
    handler: async ({ request, reply, query, tx }) => {
      const checked = await checkAuthorization(tx, env, base(request), query);
      if (!isAsked(checked) && checked.url === null) return faultPage(reply.status(400), checked.reason);
      const passedOn = appRequestParameters.filter((name) => query[name] !== undefined);
      const asked = new URLSearchParams(Object.fromEntries(passedOn.map((name) => [name, String(query[name])])));
      const url = isAsked(checked) ? `${env.origins.patient}/patient/apps/authorize?${asked}` : checked.url;
      reply.status(303).header('location', url);
      return '';
    },
  });

  route(app, fhirRoutes.fhirToken, {
    access: open(),
    prepare: async ({ request, body, now }) => {
      if (!isOfApp(body) && body.grant_type !== 'client_credentials')
        throw new OauthFault(
          'unsupported_grant_type',
          'Only client_credentials, authorization_code and refresh_token are supported.',
        );
      await limits.count(...clientTokenHits(request));
      return isOfApp(body) ? checkedApp(request, body, now) : checked(request, body, now);
    },
    handler: async ({ request, reply, body, tx, now, prepared, audit }) => {
      const recording = { tx, audit };
      reply.header('pragma', 'no-cache');
      const work = { tx, now, audit, demands: env, base: base(request) };
      const given =
        'app' in prepared
          ? await tokenOfApp(work, await appOf(recording, prepared.app, body.client_id, now), body)
          : await tokenOfClient(work, (await asserted(recording, prepared.client, now)).client, body);
      if (given instanceof OauthFault) throw await refused(recording, given);
      return given as TokenAnswer;
    },
  });

  route(app, fhirRoutes.fhirRevoke, {
    access: open(),
    prepare: async ({ request, body, now }) => {
      await limits.count(...clientTokenHits(request));
      const isApp =
        body.client_assertion === undefined
          ? body.client_id !== undefined
          : (await appById(kernel.db, issuerOf(body.client_assertion))) !== undefined;
      return isApp ? checkedApp(request, body, now) : checked(request, body, now);
    },
    handler: async ({ body, tx, now, prepared, audit }) => {
      const recording = { tx, audit };
      if ('app' in prepared) {
        const theApp = await appOf(recording, prepared.app, body.client_id, now);
        await revokeOfApp({ tx, now, audit, demands: env }, theApp, body);
        return {};
      }
      const { client } = await asserted(recording, prepared.client, now);
      // RFC 7009: an unknown token is no error, and another client's token counts as unknown.
      if ((await endClientTokens(tx, client.id, body.token ?? '')) > 0)
        audit({ action: 'client.revoke', result: 'allowed', detail: { client: client.id } });
      return {};
    },
  });
};
