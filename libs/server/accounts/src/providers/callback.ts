import type { AuthError } from '@konsil/contracts/auth';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IdentityProvider } from '@konsil/server-settings/identity-providers';
import { appendAudit, type AuditEntry } from '@konsil/server-platform/audit/audit';
import type { Tx } from '@konsil/server-platform/database/client';
import { isAtConsole, portalOf } from '@konsil/server-platform/http/origins';
import { countSignIn } from '@konsil/server-platform/metrics';
import { accountById } from '@konsil/server-domain/accounts/accounts.queries';
import { isOfKind } from '@konsil/server-domain/accounts/account-kind';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { sessionCookie } from '@konsil/server-domain/sessions/session-cookies';
import type { Session } from '@konsil/server-domain/sessions/sessions';
import { consumeChallenge, isCurrent } from '../challenges.ts';
import { beginFlow, flowMs, flowOfCallback, type FlowPurpose } from './flow.ts';
import { linkIdentity } from './identities.ts';
import { answerFault, isUnreachable, type Flow, type ProviderClaims, type ProviderClients } from './provider-client.ts';
import { ProviderRefusal, redirectUriOf } from './providers.ts';
import { checkMembership, signInByProvider } from './sign-in-by-provider.ts';

interface Callback {
  kernel: Kernel;
  clients: ProviderClients;
  request: FastifyRequest;
  reply: FastifyReply;
  provider: IdentityProvider;
}

const system = { accountId: null, role: 'system' } as const;

/** The error code that the sign-in page gets, and the reason for the log. */
const named = (error: unknown): { error: AuthError; reason: string } => {
  if (error instanceof ProviderRefusal) return error;
  const fault = answerFault(error);
  return fault ? { error: fault.name, reason: fault.reason } : { error: 'Callback', reason: 'failed' };
};

/**
 * Begins a sign-in at a provider; returns the URL of its sign-in page.
 * @throws {ProviderRefusal} `OAuthSignin` if it cannot be reached, `Configuration` if our settings of it are wrong
 */
export const beginAtProvider = async ({ kernel, clients, request, reply, provider }: Callback): Promise<string> => {
  const flow = beginFlow(kernel.vault, request, reply, {
    provider: provider.id,
    purpose: 'sign-in',
    redirectUri: redirectUriOf(kernel.env, provider),
    now: kernel.clock.now(),
  });
  return clients.begin(provider, flow).catch((failure: unknown) => {
    request.log.error({ provider: provider.id, failure }, 'a sign-in with a provider could not begin');
    throw new ProviderRefusal(isUnreachable(failure) ? 'OAuthSignin' : 'Configuration', 'no description');
  });
};

/** Finds the flow that a callback belongs to, and uses its state up, so that no callback works twice. */
const takeFlow = async (
  { kernel: { db, vault, clock, env }, request, provider }: Callback,
  session: Session | null,
): Promise<{ purpose: FlowPurpose; flow: Flow }> => {
  const { state } = request.query as Record<string, unknown>;
  const purposes: FlowPurpose[] = ['sign-in', ...(session ? [`link:${session.id}` as const] : [])];
  const redirectUri = redirectUriOf(env, provider);
  for (const purpose of typeof state === 'string' ? purposes : []) {
    const found = flowOfCallback(vault, request, { provider: provider.id, purpose, redirectUri, state: String(state) });
    if (!found) continue;
    const now = clock.now();
    const isNew =
      isCurrent(found.expiresAt, now, flowMs) &&
      (await db.transaction((tx) => consumeChallenge(tx, found.flow.state, found.expiresAt, now)));
    if (!isNew) throw new ProviderRefusal('Verification', 'the state was used or has expired');
    return { purpose, flow: found.flow };
  }
  throw new ProviderRefusal('OAuthCallback', 'the state is not of this browser and provider');
};

/** Runs a step in a transaction; a refusal undoes it, and keeps its audit entries. */
const recorded = async <T>(
  { db, vault, clock }: Kernel,
  step: (tx: Tx, audit: (...entries: AuditEntry[]) => void) => Promise<T>,
): Promise<T> => {
  const records: AuditEntry[] = [];
  const write = (tx: Tx) => appendAudit(tx, vault, system, clock.now(), records);
  try {
    return await db.transaction(async (tx) => {
      records.length = 0;
      const done = await step(tx, (...entries) => void records.push(...entries));
      await write(tx);
      return done;
    });
  } catch (error) {
    const denied = records.filter(({ result }) => result === 'denied');
    records.splice(0, records.length, ...denied);
    if (error instanceof ProviderRefusal && denied.length > 0) await db.transaction(write);
    throw error;
  }
};

const link = ({ kernel, provider }: Callback, session: Session, claims: ProviderClaims): Promise<void> =>
  recorded(kernel, async (tx, audit) => {
    const account = await accountById(tx, session.accountId, true);
    if (!isOfKind(account, provider.role)) throw new ProviderRefusal('AccessDenied', 'another kind of account');
    checkMembership(provider, claims);
    await linkIdentity(kernel, tx, { account, provider, subject: claims.subject, audit });
  });

/** The page after a callback: the wanted one, the missing code, or the text of an error. */
export const finishAtProvider = async (callback: Callback, wanted: string): Promise<string> => {
  const { kernel, clients, request, provider } = callback;
  const portal = portalOf(kernel.env, provider.role);
  let page = `${portal}/api/auth/error`;
  const told = (error: AuthError) =>
    `${page}?${new URLSearchParams({ error, provider: provider.id, callbackUrl: wanted })}`;
  try {
    const session = await kernel.sessions.byCookie(sessionCookie(request), isAtConsole(kernel.env, request));
    const { purpose, flow } = await takeFlow(callback, session);
    // Somebody who is signed in comes back to the page where they began.
    if (purpose !== 'sign-in') page = `${portal}/${provider.role}/account`;
    const [, query = ''] = request.url.split('?');
    const claims = await clients.finish(provider, flow, query);
    if (purpose !== 'sign-in' && session) {
      await link(callback, session, claims);
      return `${page}?linked=${provider.id}`;
    }
    const result = await recorded(kernel, (tx, audit) => signInByProvider(kernel, tx, { ...callback, claims, audit }));
    return result === 'in' ? wanted : told('SecondFactorRequired');
  } catch (failure) {
    const { error, reason } = named(failure);
    countSignIn('provider_refused');
    const known = failure instanceof ProviderRefusal || answerFault(failure) !== null;
    request.log[known ? 'warn' : 'error'](
      { provider: provider.id, error, reason, ...(known ? {} : { failure }) },
      'a sign-in with a provider was refused',
    );
    return told(error);
  }
};
