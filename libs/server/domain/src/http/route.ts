import { setTimeout as pause } from 'node:timers/promises';
import { appTypes } from '@konsil/contracts/app-reads';
import { isFhirPath } from '@konsil/contracts/fhir-paths';
import type { RouteContract } from '@konsil/contracts/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { OperatorPermission } from '@konsil/contracts/console-codes';
import { and, arrayContains, eq, isNull } from 'drizzle-orm';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { accounts, operators } from '../schema.ts';
import { actingAs, withAllRows } from '../database/roles.ts';
import type { Actor } from '../access/access.ts';
import type { Access, AddressedAccess, OpenAccess } from '../access/addresses.ts';
import { appendAudit, type AuditActor, type AuditEntry } from '@konsil/server-platform/audit/audit';
import { fastParse } from '@konsil/server-platform/http/fast-parse';
import { claim, onceOnly, storeResponse } from '@konsil/server-platform/http/idempotency';
import { isAtConsole } from '@konsil/server-platform/http/origins';
import { insufficientScope, isDeadlock, invalidFields, Problem } from '@konsil/server-platform/http/problems';
import { withGrants } from '../access/grants.ts';
import { openInCase, openLate, waitingFor } from '../sendings/opened.ts';
import { sessionOfClientToken } from '../backend-clients/client-tokens.ts';
import { allows } from '../backend-clients/scopes.ts';
import { sessionOfAppToken } from '../patient-apps/app-tokens.ts';
import { sessionCookie } from '../sessions/session-cookies.ts';
import type { Session } from '../sessions/sessions.ts';
import { sendCompressed, compressBody, type CompressedBody } from '@konsil/server-platform/http/shrink';
import { auditActorOf, isOfKind } from '../accounts/account-kind.ts';

type Output<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
/** Without a response schema: opens a file or stream after the transaction is committed and its connection released. */
type Opening = () => Promise<unknown>;
type Answer<C extends RouteContract> = C['response'] extends z.ZodMiniType ? z.input<C['response']> : string | Opening;
type Things<A> = A extends AddressedAccess<infer T> ? T : object;
type Person<A> = A extends OpenAccess ? object : { actor: Actor; session: Session };

interface Call<C extends RouteContract> {
  request: FastifyRequest;
  reply: FastifyReply;
  params: Output<C['params']>;
  query: Output<C['query']>;
  body: Output<C['body']>;
  now: Date;
}
/** The context of a handler: validated input, the addressed resource, and the transaction. */
export type Context<C extends RouteContract, A, P = undefined> = Call<C> &
  Person<A> &
  Things<A> & {
    tx: Tx;
    prepared: P;
    /** Adds audit entries besides the route's own. */
    audit: (...entries: AuditEntry[]) => void;
    /** Replaces the route's own audit entries, e.g. to add the ids of created objects. */
    auditAs: (...entries: AuditEntry[]) => void;
    /** Runs after the transaction was committed. */
    afterCommit: (work: () => void | Promise<void>) => void;
  };
/** The context of a preparation: without a transaction, so it may be slow. */
export type Preparation<C extends RouteContract, A> = Call<C> & Person<A> & Things<A> & { db: Database };

interface RouteOptions<C extends RouteContract, A, P> {
  access: A;
  /**
   * A read-only route despite its method, or one that checks its writes itself: also available after the consent to
   * health data was withdrawn.
   */
  reads?: boolean;
  /** Supports `Idempotency-Key`. */
  idempotent?: boolean;
  /** Its response also serves previews, so reading it opens no request (sendings/opened.ts). */
  preview?: boolean;
  /** Does not extend the idle timeout (an open stream). */
  background?: boolean;
  /** Maximum body size in bytes, if not the default. */
  bodyLimit?: number;
  /** Slow work before the transaction, after access was granted: hashing a password, receiving a file. */
  prepare?: (call: Preparation<C, A>) => Promise<P>;
  /** Undoes the preparation when the handler failed or was skipped. */
  discard?: (prepared: P) => Promise<unknown>;
  handler: (context: Context<C, A, P>) => Promise<Answer<C>> | Answer<C>;
}

/** The granted access: the resource, its owner, and what is audited. */
export interface Grant<Things = object> {
  things: Things;
  /** The caller, with what gave them access besides their account; a deputy stands for the doctor of the case. */
  actor?: Actor | undefined;
  patientId?: string | undefined;
  caseId?: string | undefined;
  records: AuditEntry[];
}

/** A write that ended as a read is audited as a read. */
const asReading = (record: AuditEntry): AuditEntry => ({
  ...record,
  action: record.action.replace(/\.\w+$/, '.read') as AuditEntry['action'],
});

/** Validates one part of the request. */
const check = (schema: RouteContract['body'], value: unknown): unknown => {
  if (!schema) return undefined;
  const result = z.safeParse(schema, value ?? {});
  if (!result.success) throw invalidFields(result.error.issues);
  return result.data;
};

/** True if a request may change patient records; routes below /account concern the account only. */
const changesRecords = ({ method, path }: RouteContract): boolean => method !== 'GET' && path.startsWith('/api/');

/** True if the consent to health data is currently valid. */
const consents = async (tx: Tx, { accountId }: Session): Promise<boolean> =>
  (await tx.$count(accounts, and(eq(accounts.id, accountId), isNull(accounts.consentWithdrawnAt)))) > 0;

const mayOperate = async (tx: Tx, { accountId }: Actor, permission: OperatorPermission): Promise<boolean> =>
  (await tx.$count(
    operators,
    and(eq(operators.accountId, accountId), arrayContains(operators.permissions, [permission])),
  )) > 0;

/** The session of a backend client's or an app's token, which no browser sends by itself: it needs no CSRF token. */
const clientSession = async (
  app: FastifyInstance,
  request: FastifyRequest,
  token: string | undefined,
  { type, permission }: NonNullable<RouteContract['scope']>,
): Promise<Session | null> => {
  const session = (await sessionOfClientToken(app.kernel, token)) ?? (await sessionOfAppToken(app.kernel, token));
  if (!session?.client || isAtConsole(app.kernel.env, request)) return null;
  if (session.step !== 'done') throw new Problem('registration_incomplete');
  const { level, scopes } = session.client;
  if (!allows(scopes, type, permission) || (level === 'patient' && !appTypes.includes(type)))
    throw insufficientScope(`${level}/${type}.${permission}`);
  return session;
};

/** Authenticates the session; also checks CSRF token and registration step. */
const authenticate = async (
  app: FastifyInstance,
  request: FastifyRequest,
  { path, scope }: RouteContract,
  level: Exclude<Access['level'], 'open' | 'addressed'>,
  background: boolean,
): Promise<Session> => {
  const { sessions } = app.kernel;
  const [scheme, token, more] = (request.headers.authorization ?? '').split(' ');
  const asBearer = more === undefined && scheme?.toLowerCase() === 'bearer' && isFhirPath(path);
  const acting = asBearer && scope ? await clientSession(app, request, token, scope) : null;
  if (acting) return acting;
  const session =
    more === undefined && (scheme?.toLowerCase() === 'token' || asBearer)
      ? await sessions.byToken(token, sessionCookie(request), isAtConsole(app.kernel.env, request))
      : null;
  if (!session) throw new Problem('unauthorized');
  const csrf = request.headers['x-csrftoken'];
  if (request.method !== 'GET' && !sessions.isCsrfTokenOf(session.id, typeof csrf === 'string' ? csrf : undefined))
    throw new Problem('csrf');
  const enough = level === 'registering' || (level === 'securing' && session.step === 'second_factor');
  if (!enough && session.step !== 'done') throw new Problem('registration_incomplete');
  return background || request.headers['x-background'] ? session : sessions.touch(session);
};

/** No access: missing, foreign or malformed. The records are to be written as they are for a grant. */
export interface Refusal {
  things: null;
  records: AuditEntry[];
}

/**
 * Asks for the resource with an id. Granted access counts as having opened what was sent in its case.
 * @param looksAt the time at which the grants of others count (`withGrants`); without it, they give no access
 * @returns the resource, or the refusal, each with its audit entries, which the caller writes
 */
export const askFor = async <Things>(
  tx: Tx,
  actor: Actor,
  access: AddressedAccess<Things>,
  id: string | undefined,
  { locked, preview, looksAt }: { locked: boolean; preview?: boolean | undefined; looksAt?: Date | undefined },
): Promise<Grant<Things> | Refusal> => {
  const own = id === undefined ? [] : await waitingFor(tx, actor);
  let waiting = own;
  let asking = actor;
  const ask = async () => (id === undefined ? null : access.find(tx, asking, id, locked));
  // Rows of others are invisible to the request, but the audit record of a refusal names whose data it was about.
  const lookUp = async () => (await ask()) ?? (await withAllRows(tx, ask));
  let found = await lookUp();
  if (!found?.allowed && looksAt) {
    asking = await withGrants(tx, actor, found?.caseId, looksAt);
    if (asking.standsFor) waiting = await waitingFor(tx, asking);
    if (asking !== actor) found = await lookUp();
    // A deputy may be asked for a second look at the same case, which is not the doctor's.
    if (!found?.allowed && asking.standsFor) {
      asking = await withGrants(tx, actor, undefined, looksAt);
      waiting = own;
      found = await lookUp();
    }
  }
  // The reader's access may have depended on what was withdrawn meanwhile.
  if (found?.allowed && found.caseId && (await openInCase(tx, asking, found.caseId, waiting, preview)))
    found = await lookUp();
  const record = access.audit && {
    action: access.audit,
    patientId: found?.patientId,
    caseId: found?.caseId,
    documentId: found?.documentId,
  };
  if (found?.allowed)
    return {
      things: found.things,
      actor: asking,
      patientId: found.patientId,
      caseId: found.caseId,
      records: record ? [{ ...record, result: 'allowed' }] : [],
    };
  // Also for a missing id: the same work, so that timing reveals nothing.
  return { things: null, records: record ? [{ ...record, result: 'denied' }] : [] };
};

/**
 * Registers one contract's route (docs/architecture.md: access is enforced by path). In this order: session and CSRF
 * token, the addressed resource and `can()`, input, handler, audit entry, response – the last five in one transaction.
 * A missing, forbidden or malformed id gets the same 404.
 */
export const route = <const C extends RouteContract, A extends Access, P = undefined>(
  app: FastifyInstance,
  contract: C,
  options: RouteOptions<C, A, P>,
): void => {
  const { kernel } = app;
  const { access } = options as { access: Access };
  const locked = contract.method !== 'GET';
  const door = responseSerializer(contract);
  kernel.served.push(contract);

  const find = async (tx: Tx, actor: Actor, auditActor: AuditActor, params: unknown): Promise<Grant | null> => {
    if (access.level !== 'addressed') {
      const { permission } = access.level === 'open' ? {} : access;
      return !permission || (await mayOperate(tx, actor, permission)) ? { things: {}, records: [] } : null;
    }
    const id = (params as Record<string, string> | null)?.[access.param];
    const found = await askFor(tx, actor, access, id, {
      locked,
      preview: options.preview,
      // The patient agreed that a person reads the case, not another system.
      looksAt: isFhirPath(contract.path) ? undefined : kernel.clock.now(),
    });
    if (found.things) return found;
    await appendAudit(tx, kernel.vault, auditActor, kernel.clock.now(), found.records);
    return null;
  };

  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const now = kernel.clock.now();
    const { session } = request;
    const consenting =
      session && isOfKind(session, 'patient') && !options.reads && changesRecords(contract) ? session : null;
    // Loaded with the session, without an extra query.
    if (consenting && !consenting.consents) throw new Problem('consent_withdrawn');
    // At the console, routes ask for the account only.
    const actor =
      session &&
      ({
        accountId: session.accountId,
        role: session.role,
        ...(session.client ? { clientId: session.client.id } : {}),
        ...(session.client?.level === 'system' && session.client.clinic ? { onlyClinic: session.client.clinic } : {}),
        ...(session.client?.level === 'patient' ? { onlyPatientId: session.client.patientId } : {}),
      } as Actor);
    const acting = actor ? actingAs(actor.accountId, actor.onlyClinic?.id) : undefined;
    const auditActor: AuditActor = session ? auditActorOf(session) : { accountId: null, role: 'system' };
    if (access.level === 'signedIn' && access.role && access.role !== session?.role) throw new Problem('not_found');
    const parsed = contract.params ? z.safeParse(contract.params, request.params) : null;
    const faults = parsed?.error?.issues ?? [];
    const unknownAddress =
      access.level === 'addressed' ? faults.some(({ path }) => path[0] === access.param) : faults.length > 0;
    if (unknownAddress && access.level !== 'addressed') throw new Problem('not_found');
    const params = unknownAddress ? null : faults.length > 0 ? request.params : parsed?.data;

    const input = () => {
      // Invalid choices in a URL are only reported to users with access to the resource.
      if (faults.length > 0) throw invalidFields(faults);
      return {
        request,
        reply,
        params,
        now,
        query: check(contract.query, request.query),
        body: contract.multipart ? undefined : check(contract.body, request.body),
      };
    };
    const granted = async (tx: Tx): Promise<Grant | null> =>
      actor ? find(tx, actor, auditActor, params) : { things: {}, records: [] };

    let prepared: P | undefined;
    if (options.prepare) {
      const first: Pick<Grant, 'things' | 'actor'> | null =
        access.level === 'addressed' || ('permission' in access && access.permission)
          ? await kernel.db.transaction(granted, acting)
          : { things: {} };
      if (!first) throw new Problem('not_found');
      prepared = await options.prepare({
        ...input(),
        ...first.things,
        actor: first.actor ?? actor,
        session,
        db: kernel.db,
      } as unknown as Preparation<C, A>);
    }

    const afterwards: (() => void | Promise<void>)[] = [];
    // A refusal may reveal newer state: nothing was written, but the state was read.
    let shown: AuditEntry[] = [];
    const status = contract.status ?? 200;
    let done = false;
    try {
      const outcome = await retryOnDeadlock(() =>
        kernel.db.transaction(
          async (
            tx,
          ): Promise<
            { refused: Problem } | { status: number; answer: unknown; written?: CompressedBody; repeated?: true }
          > => {
            afterwards.length = 0;
            shown = [];
            const grant = await granted(tx);
            if (!grant) return { refused: new Problem('not_found') };
            // Checked again: it may have been withdrawn during an upload or while waiting for a lock.
            if (consenting && !(await consents(tx, consenting))) throw new Problem('consent_withdrawn');
            const call = input();
            const once =
              options.idempotent && actor
                ? onceOnly(actor.accountId, request.headers['idempotency-key'], {
                    route: `${contract.method} ${contract.path}`,
                    params,
                    body: request.body,
                  })
                : null;
            const repeated = once && (await claim(tx, kernel.vault, once, now));
            if (repeated) return { ...repeated, repeated: true };
            const records = [...grant.records];
            const context = {
              ...call,
              ...grant.things,
              actor: grant.actor ?? actor,
              session,
              tx,
              prepared,
              audit: (...more: AuditEntry[]) => void records.push(...more),
              auditAs: (...closer: AuditEntry[]) => void records.splice(0, grant.records.length, ...closer),
              afterCommit: (work: () => void | Promise<void>) => void afterwards.push(work),
            } as unknown as Context<C, A, P>;
            try {
              const answer = door(await options.handler(context));
              // A writer has locked the case; a reader may see what was just delivered.
              if (!locked && actor && grant.caseId)
                await openLate(tx, grant.actor ?? actor, grant.caseId, options.preview);
              const recorded = appendAudit(tx, kernel.vault, auditActor, now, records);
              // The database inserts the entry meanwhile.
              const written = contract.response && compressBody(request, JSON.stringify(answer));
              await recorded;
              if (once) await storeResponse(tx, kernel.vault, once, grant.patientId ?? once.accountId, status, answer);
              return { status, answer, ...(written && { written }) };
            } catch (error) {
              if (error instanceof Problem && 'current' in error.details) shown = grant.records.map(asReading);
              if (!(error instanceof Problem && error.keepsWork)) throw error;
              await appendAudit(tx, kernel.vault, auditActor, now, records);
              return { refused: error };
            }
          },
          acting,
        ),
      ).catch(async (error: unknown) => {
        if (shown.length > 0)
          await kernel.db.transaction((tx) => appendAudit(tx, kernel.vault, auditActor, now, shown));
        throw error;
      });
      if ('refused' in outcome) throw outcome.refused;
      done = !outcome.repeated;
      for (const work of afterwards) await work();
      reply.header('cache-control', 'no-store');
      if (isUnchanged(request, reply)) return await reply.status(304).send();
      if (contract.response)
        return await sendCompressed(
          reply.status(outcome.status).type(`${contract.media ?? 'application/json'}; charset=utf-8`),
          outcome.written ?? compressBody(request, JSON.stringify(outcome.answer)),
        );
      const opened = typeof outcome.answer === 'function' ? await (outcome.answer as Opening)() : outcome.answer;
      // A file may set 206 itself.
      if (reply.statusCode === 200) reply.status(outcome.status);
      return reply.send(opened);
    } finally {
      if (!done && prepared !== undefined) await options.discard?.(prepared);
    }
  };

  app.route({
    method: contract.method,
    url: contract.path,
    ...(options.bodyLimit ? { bodyLimit: options.bodyLimit } : {}),
    onRequest: async (request) => {
      const isThere = isAtConsole(kernel.env, request) ? contract.console !== undefined : contract.console !== 'only';
      if (!isThere) throw new Problem('not_found');
      if (access.level === 'open') return;
      const early =
        access.level === 'addressed'
          ? access.registering?.((request.params as Record<string, string>)[access.param] ?? '')
          : false;
      const level = early ? 'registering' : access.level === 'addressed' ? 'signedIn' : access.level;
      request.session = await authenticate(app, request, contract, level, options.background ?? false);
    },
    handler: handle,
  });
};

/** True if the caller already has what the handler marked with an `ETag` (RFC 9110 section 13.1.2, weak comparison). */
const isUnchanged = ({ headers }: FastifyRequest, reply: FastifyReply): boolean => {
  const tag = reply.getHeader('etag');
  const known = headers['if-none-match'];
  return (
    typeof tag === 'string' &&
    known !== undefined &&
    known.split(',').some((one) => ['*', tag.replace(/^W\//, '')].includes(one.trim().replace(/^W\//, '')))
  );
};

const mostTries = 3;
// Long enough for the other transactions to take their locks.
const giveWayMs = 50;
/** Retries up to twice on deadlock (40P01) and serialization failure (40001). */
const retryOnDeadlock = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (tried === mostTries || !isDeadlock(error)) throw error;
      await pause(giveWayMs * tried);
    }
  }
};

/** Drops every field that the response schema does not declare. */
const responseSerializer = ({ method, path, response }: RouteContract): ((answer: unknown) => unknown) => {
  if (!response) return (answer) => answer;
  const parse = fastParse(response);
  return (answer) => {
    const result = parse(answer);
    if (result.success) return result.data;
    throw new Error(
      `${method} ${path} answered against its contract: ${result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`,
    );
  };
};
