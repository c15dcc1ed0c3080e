import formbody from '@fastify/formbody';
import { loginSchema } from '@konsil/contracts/accounts';
import { authRoutes as contracts, type AuthError } from '@konsil/contracts/auth';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
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
import { csrfHolds, csrfToken } from './auth-csrf.ts';
import { pageFor } from './auth-pages.ts';
import { readSession, updateSession } from './auth-session.ts';
import { beaconOf } from './beacon.ts';
import { followedCallback, InvalidCallbackUrl } from './callback-url.ts';

type Form = Record<string, unknown>;
const provider = { id: 'credentials', name: 'Konsil', type: 'credentials' };
const beaconsPerMinute = 60;
const largestBeacon = 16 * 1024;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const formOf = (request: FastifyRequest): Form => (request.body ?? {}) as Form;

/** The protocol's error name for a refusal. */
const errorName = (error: unknown): AuthError => {
  if (error instanceof InvalidCallbackUrl) return 'InvalidCallbackUrl';
  if (error instanceof AccountClosed) return 'AccessDenied';
  const { code } = problemOf(error);
  if (code === 'login_failed') return 'CredentialsSignin';
  if (code === 'second_factor_required' || code === 'wrong_code') return 'SecondFactorRequired';
  if (code === 'other_device') return 'Verification';
  return code === 'too_many' ? 'TooMany' : 'UnknownError';
};
const statusOf = (error: unknown): number => {
  if (error instanceof InvalidCallbackUrl) return 400;
  if (error instanceof AccountClosed) return 403;
  const problem = problemOf(error);
  return problem.code === 'wrong_code' ? 401 : problem.status;
};

/** The session protocol of next-auth v4 (docs/sign-in-protocol.md) over our own session table. */
export const authModule = async (app: FastifyInstance): Promise<void> => {
  const { kernel } = app;
  const { env, vault } = kernel;
  const portals = [env.origins.patient, env.origins.doctor];
  const guard = floodGuard(kernel.clock, () => beaconsPerMinute);
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
  const refuse = (request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply => {
    const problem = problemOf(error);
    if (problem.code === 'internal' && !(error instanceof InvalidCallbackUrl))
      request.log.error({ route: request.routeOptions.url, failure: error }, 'failed');
    reply.removeHeader('set-cookie');
    setRetryAfter(reply, problem);
    return lead(
      request,
      reply,
      `${base(request)}/error?${new URLSearchParams({ error: errorName(error), provider: provider.id })}`,
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

  app.get(contracts.authProviders.path, (request, reply) =>
    noStore(reply).send({
      [provider.id]: {
        ...provider,
        signinUrl: `${base(request)}/signin/${provider.id}`,
        callbackUrl: `${base(request)}/callback/${provider.id}`,
      },
    }),
  );
  app.get(contracts.authCsrf.path, (request, reply) =>
    noStore(reply).send({ csrfToken: csrfToken(vault, request, reply) }),
  );
  app.get(contracts.authSession.path, async (request, reply) =>
    noStore(reply).send(await readSession(kernel, request, reply)),
  );
  app.post(contracts.authUpdate.path, async (request, reply) => {
    const { csrfToken: given, data } = formOf(request);
    if (!csrfHolds(vault, request, given)) return noStore(reply).status(400).send({});
    return noStore(reply).send(await updateSession(kernel, request, reply, data));
  });

  app.post(contracts.authCallback.path, async (request, reply) => {
    try {
      if ((request.params as Form).provider !== provider.id) throw new Problem('unreadable');
      const url = callbackOf(request, reply);
      if (!csrfHolds(vault, request, formOf(request).csrfToken))
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

  app.post(contracts.authSignin.path, (request, reply) => {
    try {
      if ((request.params as Form).provider !== provider.id) throw new Problem('unreadable');
      callbackOf(request, reply);
      return lead(
        request,
        reply,
        `${base(request)}/signin${csrfHolds(vault, request, formOf(request).csrfToken) ? '' : '?csrf=true'}`,
      );
    } catch (error) {
      return refuse(request, reply, error);
    }
  });

  app.post(contracts.authSignout.path, async (request, reply) => {
    try {
      const url = callbackOf(request, reply);
      if (!csrfHolds(vault, request, formOf(request).csrfToken))
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
