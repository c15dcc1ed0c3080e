import formbody from '@fastify/formbody';
import { loginSchema } from '@konsil/contracts/accounts';
import { authRoutes as contracts, type AuthError } from '@konsil/contracts/auth';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { providerHits } from '@konsil/server-domain/accounts/account-limits';
import { appendAudit, type AuditEntry } from '@konsil/server-platform/audit/audit';
import { floodGuard } from '@konsil/server-platform/limits';
import { isAtConsole, requestOrigin } from '@konsil/server-platform/http/origins';
import { Problem, problemOf, setRetryAfter, sendProblem } from '@konsil/server-platform/http/problems';
import {
  callbackCookieName,
  clearSessionCookies,
  cookieOf,
  sessionCookie,
  setCookie,
} from '@konsil/server-domain/sessions/session-cookies';
import { auditActorOf } from '@konsil/server-domain/accounts/account-kind';
import { AccountClosed, checkCredentials, openSession } from '../sign-in.ts';
import { hasValidCsrfToken, csrfToken } from './auth-csrf.ts';
import { endByProvider, InvalidLogout } from '../providers/back-channel.ts';
import { beginAtProvider, finishAtProvider } from '../providers/callback.ts';
import type { ProviderClients } from '../providers/provider-client.ts';
import { providerAt, ProviderRefusal, ProviderRequired, providersAt } from '../providers/providers.ts';
import { pageFor } from './auth-pages.ts';
import { readSession, updateSession } from './auth-session.ts';
import { beaconOf } from './beacon.ts';
import { followedCallback, InvalidCallbackUrl } from './callback-url.ts';

type Form = Record<string, unknown>;
const provider = { id: 'credentials', name: 'Konsil', type: 'credentials' };
const beaconsPerMinute = 60;
/** The rate limit of logouts per IP address of a provider. */
const logoutsPerMinute = 600;
const largestBeacon = 16 * 1024;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const formOf = (request: FastifyRequest): Form => (request.body ?? {}) as Form;

/** The protocol's error name for a refusal. */
const errorName = (error: unknown): AuthError => {
  if (error instanceof InvalidCallbackUrl) return 'InvalidCallbackUrl';
  if (error instanceof AccountClosed) return 'AccessDenied';
  if (error instanceof ProviderRefusal) return error.error;
  const { code } = problemOf(error);
  if (code === 'login_failed') return 'CredentialsSignin';
  if (code === 'second_factor_required' || code === 'wrong_code') return 'SecondFactorRequired';
  if (code === 'other_device') return 'Verification';
  if (code === 'provider_required') return 'ProviderRequired';
  return code === 'too_many' ? 'TooMany' : 'UnknownError';
};
const statusOf = (error: unknown): number => {
  if (error instanceof InvalidCallbackUrl) return 400;
  if (error instanceof AccountClosed) return 403;
  if (error instanceof ProviderRefusal) return error.error === 'Configuration' ? 500 : 503;
  const problem = problemOf(error);
  return problem.code === 'wrong_code' ? 401 : problem.status;
};

/** The session protocol of next-auth v4 (docs/sign-in-protocol.md) over our own session table. */
export const authModuleOf =
  (clients: ProviderClients) =>
  async (app: FastifyInstance): Promise<void> => {
    const { kernel } = app;
    const { env, vault } = kernel;
    const portals = [env.origins.patient, env.origins.doctor];
    const guard = floodGuard('auth-log:ip', kernel.clock, () => beaconsPerMinute);
    const logoutGuard = floodGuard('logout:ip', kernel.clock, () => logoutsPerMinute);
    kernel.served.push(...Object.values(contracts));
    await app.register(formbody, { bodyLimit: 64 * 1024 });

    const base = (request: FastifyRequest): string => `${requestOrigin(env, request)}/api/auth`;
    /** JSON with `url` for the client's requests, a redirect for a plain form. */
    const lead = (
      request: FastifyRequest,
      reply: FastifyReply,
      url: string,
      status = 200,
      more: object = {},
    ): FastifyReply => {
      reply.header('cache-control', 'private, no-cache, no-store');
      return String(formOf(request).json) === 'true'
        ? reply
            .status(status)
            .type('application/json; charset=utf-8')
            .send(JSON.stringify({ ...more, url }))
        : reply.redirect(url, 302);
    };
    const refuse = (
      request: FastifyRequest,
      reply: FastifyReply,
      error: unknown,
      id: string = provider.id,
    ): FastifyReply => {
      const problem = problemOf(error);
      const isNamed = error instanceof InvalidCallbackUrl || error instanceof ProviderRefusal;
      if (problem.code === 'internal' && !isNamed)
        request.log.error({ route: request.routeOptions.url, failure: error }, 'failed');
      reply.removeHeader('set-cookie');
      setRetryAfter(reply, problem);
      return lead(
        request,
        reply,
        `${base(request)}/error?${new URLSearchParams({
          error: errorName(error),
          provider: error instanceof ProviderRequired ? error.provider.id : id,
        })}`,
        statusOf(error),
      );
    };
    /** The form's callback URL; stored in its cookie for the next step. */
    const callbackOf = (request: FastifyRequest, reply: FastifyReply): string => {
      const name = callbackCookieName(request);
      const before = cookieOf(request, name);
      const wanted = followedCallback(
        textOf(formOf(request).callbackUrl) ?? before,
        requestOrigin(env, request),
        portals,
      );
      if (wanted !== before) setCookie(request, reply, name, wanted, { httpOnly: true, sameSite: 'Lax' });
      return wanted;
    };
    const noStore = (reply: FastifyReply) => reply.header('cache-control', 'private, no-cache, no-store');

    // Also an unreadable body or a cross-site request gets a response with `url`, and our problem beside it.
    app.setErrorHandler((error, request, reply) => {
      const problem = problemOf(error);
      if (problem.code === 'internal') request.log.error({ route: request.routeOptions.url, failure: error }, 'failed');
      const url = `${base(request)}/error?${new URLSearchParams({ error: errorName(error) })}`;
      return sendProblem(reply, problem, { url });
    });

    app.get(contracts.authProviders.path, (request, reply) => {
      const others = providersAt(env, request).map(({ id, name }) => ({ id, name, type: 'oauth' }));
      return noStore(reply).send(
        Object.fromEntries(
          [provider, ...others].map((one) => [
            one.id,
            {
              ...one,
              signinUrl: `${base(request)}/signin/${one.id}`,
              callbackUrl: `${base(request)}/callback/${one.id}`,
            },
          ]),
        ),
      );
    });
    app.get(contracts.authCsrf.path, (request, reply) =>
      noStore(reply).send({ csrfToken: csrfToken(vault, request, reply) }),
    );
    app.get(contracts.authSession.path, async (request, reply) =>
      noStore(reply).send(await readSession(kernel, request, reply)),
    );
    app.post(contracts.authUpdate.path, async (request, reply) => {
      const { csrfToken: given, data } = formOf(request);
      if (!hasValidCsrfToken(vault, request, given)) return noStore(reply).status(400).send({});
      return noStore(reply).send(await updateSession(kernel, request, reply, data));
    });

    app.post(contracts.authCallback.path, async (request, reply) => {
      try {
        if ((request.params as Form).provider !== provider.id) throw new Problem('unreadable');
        const url = callbackOf(request, reply);
        if (!hasValidCsrfToken(vault, request, formOf(request).csrfToken))
          return lead(request, reply, `${base(request)}/signin?csrf=true`);
        const credentials = z.safeParse(loginSchema, formOf(request));
        if (!credentials.success) throw new Problem('login_failed');
        const account = await checkCredentials(kernel, request, credentials.data);
        const refused = await kernel.db.transaction(async (tx) => {
          const records: AuditEntry[] = [];
          const audit = (...entries: AuditEntry[]) => void records.push(...entries);
          const refusal = await openSession(kernel, tx, {
            request,
            reply,
            checked: account,
            code: credentials.data.code,
            audit,
          }).then(
            () => null,
            (error: unknown) => {
              if (error instanceof Problem && error.keepsWork) return error;
              throw error;
            },
          );
          await appendAudit(
            tx,
            vault,
            auditActorOf({ accountId: account.id, role: account.role }),
            kernel.clock.now(),
            records,
          );
          return refusal;
        });
        return refused ? refuse(request, reply, refused) : lead(request, reply, url);
      } catch (error) {
        return refuse(request, reply, error);
      }
    });

    app.post(contracts.authSignin.path, async (request, reply) => {
      const { provider: id } = request.params as Form;
      const other = providerAt(env, request, id);
      try {
        if (!other && id !== provider.id) throw new Problem('unreadable');
        callbackOf(request, reply);
        const holds = hasValidCsrfToken(vault, request, formOf(request).csrfToken);
        if (!other || !holds) return lead(request, reply, `${base(request)}/signin${holds ? '' : '?csrf=true'}`);
        await kernel.limits.count(...providerHits(request));
        return lead(request, reply, await beginAtProvider({ kernel, clients, request, reply, provider: other }));
      } catch (error) {
        return refuse(request, reply, error, other?.id);
      }
    });

    // The browser comes back from the provider.
    app.get(contracts.authCallback.path, async (request, reply) => {
      const other = providerAt(env, request, (request.params as Form).provider);
      if (!other) return sendUnknown(reply);
      const wanted = followedCallback(
        cookieOf(request, callbackCookieName(request)),
        requestOrigin(env, request),
        portals,
      );
      const url = await finishAtProvider({ kernel, clients, request, reply, provider: other }, wanted);
      return noStore(reply).header('referrer-policy', 'no-referrer').redirect(url, 302);
    });

    // OpenID Connect Back-Channel Logout 1.0: the provider itself calls.
    app.post('/api/auth/backchannel/:provider', { bodyLimit: largestBeacon }, async (request, reply) => {
      logoutGuard(request.ip);
      const other = providerAt(env, request, (request.params as Form).provider);
      const token = textOf(formOf(request).logout_token);
      if (!other || !token) return sendUnknown(reply);
      noStore(reply);
      try {
        await endByProvider(kernel, clients, other, token);
        return reply.status(200).send();
      } catch (failure) {
        const refused = failure instanceof InvalidLogout;
        request.log.warn(
          { provider: other.id, ...(refused ? { reason: failure.message } : { failure }) },
          'a logout of a provider was refused',
        );
        // A provider tries again after 503 only.
        return reply
          .status(refused ? 400 : 503)
          .send({ error: refused ? 'invalid_request' : 'temporarily_unavailable' });
      }
    });

    app.post(contracts.authSignout.path, async (request, reply) => {
      try {
        const url = callbackOf(request, reply);
        if (!hasValidCsrfToken(vault, request, formOf(request).csrfToken))
          return lead(request, reply, `${base(request)}/signout?csrf=true`);
        const session = await kernel.sessions.byCookie(sessionCookie(request), isAtConsole(env, request));
        await kernel.db.transaction(async (tx) => {
          await kernel.sessions.end(tx, { cookie: sessionCookie(request) });
          if (session)
            await appendAudit(tx, vault, auditActorOf(session), kernel.clock.now(), [
              { action: 'account.sign_out', result: 'allowed' },
            ]);
        });
        clearSessionCookies(request, reply);
        return lead(request, reply, url);
      } catch (error) {
        return refuse(request, reply, error);
      }
    });

    app.post(contracts.authLog.path, { bodyLimit: largestBeacon }, (request, reply) => {
      guard(request.ip);
      const { level, code, message } = beaconOf(formOf(request));
      request.log[level]({ beacon: { code, message } }, 'from a browser');
      return noStore(reply).status(200).send();
    });

    const leadOn = (path: string, action: string) =>
      app.get(path, (request, reply) =>
        noStore(reply).redirect(pageFor(env, request, action) ?? env.origins.patient, 302),
      );
    for (const action of ['signin', 'signout', 'error']) leadOn(`/api/auth/${action}`, action);
    // A provider's sign-in URL is a page, too.
    leadOn(contracts.authSignin.path, 'signin');
    app.all('/api/auth/*', (_request, reply) => sendUnknown(reply));
  };

const sendUnknown = (reply: FastifyReply): FastifyReply => sendProblem(reply, new Problem('unreadable'));
