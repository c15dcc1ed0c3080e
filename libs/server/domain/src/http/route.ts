import { setTimeout as pause } from 'node:timers/promises';
import type { RouteContract } from '@konsil/contracts/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { and, eq, isNull } from 'drizzle-orm';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { accounts } from '../schema.ts';
import type { Actor } from '../access/access.ts';
import type { Access, AddressedAccess, OpenAccess } from '../access/addresses.ts';
import { appendAudit, type AuditActor, type AuditEntry } from '@konsil/server-platform/audit/audit';
import { fastParse } from '@konsil/server-platform/http/fast-parse';
import { claim, onceOnly, remember } from '@konsil/server-platform/http/idempotency';
import { gaveWay, invalidFields, Problem } from '@konsil/server-platform/http/problems';
import { sessionCookie } from '../sessions/session-cookies.ts';
import type { Session } from '../sessions/sessions.ts';
import { sendShrunk, shrink, type Shrunk } from '@konsil/server-platform/http/shrink';

type Output<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
/** Without a response schema: what opens a file or a stream, once the transaction is committed and its connection is free again. */
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
/** What a handler works with: the checked input, the addressed thing, and the one transaction. */
export type Context<C extends RouteContract, A, P = undefined> = Call<C> &
  Person<A> &
  Things<A> & {
    tx: Tx;
    prepared: P;
    /** Adds audit records beside the one of the route itself. */
    audit: (...entries: AuditEntry[]) => void;
    /** Puts closer audit records in the place of the route's own, e.g. with the ids of what it made. */
    auditAs: (...entries: AuditEntry[]) => void;
    /** Runs once the transaction has been committed. */
    afterCommit: (work: () => void | Promise<void>) => void;
  };
/** What a preparation works with: no transaction is open, so it may take its time. */
export type Preparation<C extends RouteContract, A> = Call<C> & Person<A> & Things<A> & { db: Database };

interface RouteOptions<C extends RouteContract, A, P> {
  access: A;
  /** Reads, though it is no GET, or says itself what of it does not: it is served to whoever withdrew the consent to health data, too. */
  reads?: boolean;
  /** Takes an `Idempotency-Key`. */
  idempotent?: boolean;
  /** The call does not count as a sign of life (an open stream). */
  background?: boolean;
  /** Size of the body in bytes, where it is not the usual one. */
  bodyLimit?: number;
  /** Slow work before the transaction, after access was granted: hashing a password, receiving a file. */
  prepare?: (call: Preparation<C, A>) => Promise<P>;
  /** Undoes the preparation when the handler did not succeed, or did not run because the call was answered before. */
  discard?: (prepared: P) => Promise<void>;
  handler: (context: Context<C, A, P>) => Promise<Answer<C>> | Answer<C>;
}

/** What the address led to, once `can()` said yes: the things, whose data they are, and what is recorded of it. */
interface Grant {
  things: object;
  patientId?: string | undefined;
  records: AuditEntry[];
}

/** What was meant to change something, recorded as what it came to: the thing was read. */
const asReading = (record: AuditEntry): AuditEntry => ({ ...record, action: record.action.replace(/\.\w+$/, '.read') });

/** The contract's check of one part of the call. */
const check = (schema: RouteContract['body'], value: unknown): unknown => {
  if (!schema) return undefined;
  const result = z.safeParse(schema, value ?? {});
  if (!result.success) throw invalidFields(result.error.issues);
  return result.data;
};

/** Whether a call may write into somebody's records; what concerns the account alone lies below /account. */
const changesRecords = ({ method, path }: RouteContract): boolean => method !== 'GET' && path.startsWith('/api/');

/** Whether the consent to health data stands at this moment. */
const consents = async (tx: Tx, { accountId }: Actor): Promise<boolean> =>
  (await tx.$count(accounts, and(eq(accounts.id, accountId), isNull(accounts.consentWithdrawnAt)))) > 0;

/** The session behind the headers; also checks the csrf token and how far the registration is. */
const authenticate = async (
  app: FastifyInstance,
  request: FastifyRequest,
  level: 'registering' | 'signedIn',
  background: boolean,
): Promise<Session> => {
  const { sessions } = app.kernel;
  const [scheme, token, more] = (request.headers.authorization ?? '').split(' ');
  const session =
    scheme?.toLowerCase() === 'token' && more === undefined
      ? await sessions.byToken(token, sessionCookie(request))
      : null;
  if (!session) throw new Problem('unauthorized');
  const csrf = request.headers['x-csrftoken'];
  if (request.method !== 'GET' && !sessions.csrfHolds(session.id, typeof csrf === 'string' ? csrf : undefined))
    throw new Problem('csrf');
  if (level === 'signedIn' && session.step !== 'done') throw new Problem('registration_incomplete');
  return background || request.headers['x-background'] ? session : sessions.touch(session);
};

/**
 * Serves one contract (docs/architecture.md: access is enforced by address). In this order: session and csrf token,
 * the addressed thing and `can()`, input, handler, audit record, answer – the last five in one transaction.
 * A thing that is not there, not the caller's or named by a malformed id is the same 404.
 */
export const route = <const C extends RouteContract, A extends Access, P = undefined>(
  app: FastifyInstance,
  contract: C,
  options: RouteOptions<C, A, P>,
): void => {
  const { kernel } = app;
  const { access } = options as { access: Access };
  const locked = contract.method !== 'GET';
  const door = doorOf(contract);
  kernel.served.push(contract);

  const find = async (tx: Tx, actor: Actor, params: unknown): Promise<Grant | null> => {
    if (access.level !== 'addressed') return { things: {}, records: [] };
    const id = (params as Record<string, string> | null)?.[access.param];
    const found = id === undefined ? null : await access.find(tx, actor, id, locked);
    const record = access.audit && {
      action: access.audit,
      patientId: found?.patientId,
      caseId: found?.caseId,
      documentId: found?.documentId,
    };
    if (found?.allowed)
      return {
        things: found.things,
        patientId: found.patientId,
        records: record ? [{ ...record, result: 'allowed' }] : [],
      };
    // Also for an id that does not exist: the same work, so that the time tells nothing.
    if (record) await appendAudit(tx, kernel.vault, actor, kernel.clock.now(), [{ ...record, result: 'denied' }]);
    return null;
  };

  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const now = kernel.clock.now();
    const { session } = request;
    const needsConsent = session?.role === 'patient' && !options.reads && changesRecords(contract);
    // Came with the session, without a query of its own.
    if (needsConsent && !session.consents) throw new Problem('consent_withdrawn');
    const actor: Actor | null = session && { accountId: session.accountId, role: session.role };
    const auditActor: AuditActor = actor ?? { accountId: null, role: 'system' };
    if (access.level === 'signedIn' && access.role && access.role !== session?.role) throw new Problem('not_found');
    const parsed = contract.params ? z.safeParse(contract.params, request.params) : null;
    const params = parsed ? (parsed.success ? parsed.data : null) : undefined;
    if (params === null && access.level !== 'addressed') throw new Problem('not_found');

    const input = () => ({
      request,
      reply,
      params,
      now,
      query: check(contract.query, request.query),
      body: contract.multipart ? undefined : check(contract.body, request.body),
    });
    const granted = async (tx: Tx): Promise<Grant | null> =>
      actor ? find(tx, actor, params) : { things: {}, records: [] };

    let prepared: P | undefined;
    if (options.prepare) {
      const first = access.level === 'addressed' ? await kernel.db.transaction(granted) : { things: {} };
      if (!first) throw new Problem('not_found');
      prepared = await options.prepare({
        ...input(),
        ...first.things,
        actor,
        session,
        db: kernel.db,
      } as unknown as Preparation<C, A>);
    }

    const afterwards: (() => void | Promise<void>)[] = [];
    // What a refusal shows of the newer state: nothing was written, but it was read.
    let shown: AuditEntry[] = [];
    const status = contract.status ?? 200;
    let done = false;
    try {
      const outcome = await unlessGivenWay(() =>
        kernel.db.transaction(
          async (
            tx,
          ): Promise<{ refused: Problem } | { status: number; answer: unknown; written?: Shrunk; repeated?: true }> => {
            afterwards.length = 0;
            shown = [];
            const grant = await granted(tx);
            if (!grant) return { refused: new Problem('not_found') };
            // Asked again: it may have been withdrawn while a file was received, or the call waited for its case.
            if (needsConsent && !(await consents(tx, session))) throw new Problem('consent_withdrawn');
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
              actor,
              session,
              tx,
              prepared,
              audit: (...more: AuditEntry[]) => void records.push(...more),
              auditAs: (...closer: AuditEntry[]) => void records.splice(0, grant.records.length, ...closer),
              afterCommit: (work: () => void | Promise<void>) => void afterwards.push(work),
            } as unknown as Context<C, A, P>;
            try {
              const answer = door(await options.handler(context));
              const recorded = appendAudit(tx, kernel.vault, auditActor, now, records);
              // The database takes the record meanwhile.
              const written = contract.response && shrink(request, JSON.stringify(answer));
              await recorded;
              if (once) await remember(tx, kernel.vault, once, grant.patientId ?? once.accountId, status, answer);
              return { status, answer, ...(written && { written }) };
            } catch (error) {
              if (error instanceof Problem && 'current' in error.details) shown = grant.records.map(asReading);
              if (!(error instanceof Problem && error.keepsWork)) throw error;
              await appendAudit(tx, kernel.vault, auditActor, now, records);
              return { refused: error };
            }
          },
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
      if (contract.response)
        return await sendShrunk(
          reply.status(outcome.status).type('application/json; charset=utf-8'),
          outcome.written ?? shrink(request, JSON.stringify(outcome.answer)),
        );
      const opened = typeof outcome.answer === 'function' ? await (outcome.answer as Opening)() : outcome.answer;
      // A file may answer 206: what opened it knows better.
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
      if (access.level === 'open') return;
      const early =
        access.level === 'addressed'
          ? access.registering?.((request.params as Record<string, string>)[access.param] ?? '')
          : access.level === 'registering';
      request.session = await authenticate(
        app,
        request,
        early ? 'registering' : 'signedIn',
        options.background ?? false,
      );
    },
    handler: handle,
  });
};

const mostTries = 3;
// Long enough for the others to take what they waited for.
const giveWayMs = 50;
/** Does it again, as often as twice, when its transaction was ended for others to go on (a deadlock). */
const unlessGivenWay = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (tried === mostTries || !gaveWay(error)) throw error;
      await pause(giveWayMs * tried);
    }
  }
};

/** The response schema is the door: what it does not name stays inside. */
const doorOf = ({ method, path, response }: RouteContract): ((answer: unknown) => unknown) => {
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
