import type { Login, SignInFailure } from '@konsil/contracts/accounts';
import { eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Tx } from '@konsil/server-platform/database/client';
import { accounts } from '@konsil/server-domain/schema';
import type { AuditEntry } from '@konsil/server-platform/audit/audit';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { countSignIn } from '@konsil/server-platform/metrics';
import type { Hit } from '@konsil/server-platform/limits';
import { enqueueEmail } from '@konsil/server-domain/notices/letters';
import { isAtConsole } from '@konsil/server-platform/http/origins';
import { keepingWork, Problem } from '@konsil/server-platform/http/problems';
import { sha256 } from '@konsil/server-platform/keys/crypto';
import { sessionCookie, setSessionCookies } from '@konsil/server-domain/sessions/session-cookies';
import { registrationStep, type NewSession, type StartedBy } from '@konsil/server-domain/sessions/sessions';
import {
  distributedAttackHits,
  everywhereHits,
  knownDeviceHits,
  wrongCodeHits,
  newDeviceHits,
  noticeHits,
  secondFactorHits,
  signInHits,
  signInPace,
} from '@konsil/server-domain/accounts/account-limits';
import { auditActorOf, isOfKind } from '@konsil/server-domain/accounts/account-kind';
import {
  accountByEmail,
  accountById,
  isClosed,
  type AccountRow,
} from '@konsil/server-domain/accounts/accounts.queries';
import { deviceOf, hasConfirmed, knownDevice, rememberDevice, unprovenDevice } from './device.ts';
import { noteSecurityEvents } from '@konsil/server-platform/audit/security-events';
import { dayAndTime } from '@konsil/server-domain/names/moments';
import { awaitsPassword, linkAwaited } from './providers/identities.ts';
import { forcedProvider, forcedProviderAt, ProviderRequired } from './providers/providers.ts';
import { takeSecondFactor } from './second-factor.ts';
import { failedEntry, isFamiliar, recordFailure, recordsRefusal, signedInEntry, whereFrom } from './sign-in-log.ts';

/** The password was right, but the operator closed or locked the account. */
export class AccountClosed extends Problem {
  constructor() {
    super('login_failed');
  }
}

/**
 * Notifies the owner, at most daily, of repeated wrong passwords. Not awaited, because the response time would reveal
 * that the account exists.
 */
const tellOwner = ({ db, limits, vault, clock, log }: Kernel, account: AccountRow): void => {
  db.transaction(async (tx) => {
    if (await limits.allowsIn(tx, ...noticeHits('sign-in', account.id)))
      await enqueueEmail(tx, vault, {
        to: account.email,
        locale: account.locale,
        accountId: account.id,
        template: 'sign_in_attempts',
        data: { at: dayAndTime(clock.now(), account.locale) },
      });
  }).catch((failure: unknown) => log.warn({ failure }, 'the owner of an account was not told of guesses'));
};

const isTooMany = (problem: unknown): boolean => problem instanceof Problem && problem.code === 'too_many';

/** A throttled caller gets the same response as for a wrong password (docs/security.md A3), without a check. */
const throttled = (problem: unknown): never => {
  throw isTooMany(problem)
    ? new Problem('too_many', { ...(problem as Problem).details, saidAs: 'login_failed' })
    : problem;
};

/** Counts an attempt in the limits across all accounts. Returns what was counted. */
const countEverywhere = async ({ limits }: Kernel, request: FastifyRequest, email: string): Promise<Hit[]> => {
  const everywhere = everywhereHits(email);
  try {
    await limits.count(...everywhere);
    return everywhere;
  } catch (problem) {
    if (!isTooMany(problem)) throw problem;
    const here = distributedAttackHits(request);
    await limits.count(...here);
    return [...everywhere, ...here];
  }
};

/**
 * Checks email and password; an unknown address does the same work and gets the same response as a wrong password. Call
 * it without a transaction, because hashing is slow.
 * @throws {Problem} `login_failed`, `provider_required`, or `too_many` after too many wrong ones.
 */
export const checkCredentials = async (
  kernel: Kernel,
  request: FastifyRequest,
  { email, password }: Login,
): Promise<AccountRow> => {
  const account = await accountByEmail(kernel.db, email);
  const linking = awaitsPassword(kernel, request, account?.id);
  // By the domain alone, so that the response does not tell who has an account.
  const forced = linking ? undefined : forcedProviderAt(kernel.env, request, email);
  if (forced) throw new ProviderRequired(forced);
  const device = account && knownDevice(kernel.vault, request, account.id);
  const hits = device ? knownDeviceHits(device) : signInHits(request, email.toLowerCase());
  const [ofAccount] = hits;
  const failed = (reason: SignInFailure) => recordFailure(kernel, request, account, email, reason);
  if (!device && ofAccount) await kernel.limits.pace(ofAccount, signInPace).catch(throttled);
  try {
    await kernel.limits.count(...hits);
    if (!device) hits.push(...(await countEverywhere(kernel, request, email)));
  } catch (problem) {
    if (account) tellOwner(kernel, account);
    if (isTooMany(problem)) await failed('too_many');
    throttled(problem);
  }
  const right = await kernel.passwords.matches(account?.passwordHash, password);
  // At the console only operators exist, elsewhere all others.
  const isKnownHere = account && isOfKind(account, 'operator') === isAtConsole(kernel.env, request);
  if (!account || !right || !isKnownHere) {
    await failed(isKnownHere ? 'wrong_password' : 'unknown_account');
    throw new Problem('login_failed');
  }
  if (isClosed(account)) {
    await failed('account_closed');
    throw new AccountClosed();
  }
  await kernel.limits.refund(...hits);
  const required = linking ? undefined : forcedProvider(kernel.env, account);
  if (required) throw new ProviderRequired(required);
  if (account.passwordUnprovenSince && !hasConfirmed(kernel.vault, request, account.id)) {
    await failed('other_device');
    throw new Problem('other_device');
  }
  return account;
};

/** A sign-in with the right password: its account, and the second factor's code. */
export interface SignIn {
  request: FastifyRequest;
  reply: FastifyReply;
  checked: AccountRow;
  code: string | undefined;
  /** Collects audit entries, also of a refusal. */
  audit: (...entries: AuditEntry[]) => void;
}

/**
 * Notifies the owner of a wrong code after the right password, because another person may know it. On a known device
 * two in a row count as typing errors.
 */
const tellOfWrongCode = async (
  { limits, vault, clock }: Kernel,
  tx: Tx,
  account: AccountRow,
  device: string | null,
): Promise<void> => {
  if (device && (await limits.allowsIn(tx, ...wrongCodeHits(device)))) return;
  if (!(await limits.allowsIn(tx, ...noticeHits('wrong-code', account.id)))) return;
  await enqueueEmail(tx, vault, {
    to: account.email,
    locale: account.locale,
    accountId: account.id,
    template: 'wrong_codes',
    data: { at: dayAndTime(clock.now(), account.locale) },
  });
};

/** Notifies the owner of a sign-in from a new device, except the first sign-in ever. */
const tellOfNewDevice = async (
  { limits, vault, clock }: Kernel,
  tx: Tx,
  account: AccountRow,
  request: FastifyRequest,
): Promise<void> => {
  // An account that only lacks a demanded second factor is registered.
  const step = registrationStep(account, { DOCTORS_NEED_SECOND_FACTOR: false });
  if (step !== 'done' || (await isFamiliar(tx, request, account.id))) return;
  const actor = auditActorOf({ accountId: account.id, role: account.role });
  await noteSecurityEvents(tx, [{ at: clock.now(), event: 'new_device', actor, detail: whereFrom(request) }]);
  if (!(await limits.allowsIn(tx, ...newDeviceHits(account.id)))) return;
  await enqueueEmail(tx, vault, {
    to: account.email,
    locale: account.locale,
    accountId: account.id,
    template: 'new_device',
    data: { at: dayAndTime(clock.now(), account.locale), device: deviceOf(request).name },
  });
};

/** Notifies the owner, at most daily, that older sessions were ended because there were too many. */
const tellOfEndedSessions = async ({ limits, vault, env }: Kernel, tx: Tx, account: AccountRow): Promise<void> => {
  if (!(await limits.allowsIn(tx, ...noticeHits('sessions', account.id)))) return;
  await enqueueEmail(tx, vault, {
    to: account.email,
    locale: account.locale,
    accountId: account.id,
    template: 'too_many_sessions',
    data: { most: env.SESSIONS_PER_ACCOUNT },
  });
};

/**
 * Checks the code of the second factor. The attempt is counted before the comparison, with the account's row locked,
 * and uncounted if right; a sign-in without a code is not counted.
 */
export const checkSecondFactor = async (
  kernel: Kernel,
  tx: Tx,
  { request, code, audit }: Pick<SignIn, 'request' | 'code' | 'audit'>,
  account: AccountRow,
  device: string | null,
): Promise<void> => {
  if (!code?.trim()) throw new Problem('second_factor_required');
  const { vault, limits, clock } = kernel;
  const hits = secondFactorHits(request, account.id, device);
  const failed = (reason: SignInFailure) => audit(failedEntry(vault, request, account, account.email, reason));
  try {
    await limits.countIn(tx, ...hits);
  } catch (problem) {
    if (!isTooMany(problem)) throw problem;
    countSignIn('too_many');
    if (await recordsRefusal(kernel, tx, request, account.email)) failed('too_many');
    throw keepingWork(problem as Problem);
  }
  if (!(await takeSecondFactor(tx, vault, account, code, clock.now()))) {
    countSignIn('wrong_code');
    failed('wrong_code');
    await tellOfWrongCode(kernel, tx, account, device);
    throw keepingWork(new Problem('wrong_code'));
  }
  await limits.refundIn(tx, ...hits);
};

/**
 * Opens a session after the right password: second factor, new tokens, all three cookies.
 * @throws {Problem} `second_factor_required` without a code, `wrong_code` with a wrong one, `too_many` after too many.
 */
export const openSession = async (kernel: Kernel, tx: Tx, signIn: SignIn): Promise<NewSession> => {
  const { request, reply, checked, audit } = signIn;
  const account = await accountById(tx, checked.id, true);
  if (account.passwordHash !== checked.passwordHash) throw new Problem('login_failed');
  const device = knownDevice(kernel.vault, request, account.id);
  if (account.secondFactorAt) await checkSecondFactor(kernel, tx, signIn, account, device);
  if (account.passwordUnprovenSince)
    await tx.update(accounts).set({ passwordUnprovenSince: null }).where(eq(accounts.id, account.id));
  return startSession(kernel, tx, { request, reply, account, audit });
};

/** Removes the push subscriptions of other accounts in this browser: their owners can no longer sign out there. */
const removeOthersPush = async (
  { sessions }: Kernel,
  tx: Tx,
  request: FastifyRequest,
  account: AccountRow,
): Promise<void> => {
  const device = unprovenDevice(request);
  if (device) await sessions.removePushOfOthers(tx, account.id, sha256(device));
};

/** Starts the session of a proven owner: new tokens, all three cookies, notification of a new device. */
export const startSession = async (
  kernel: Kernel,
  tx: Tx,
  { request, reply, account, audit, by }: Omit<SignIn, 'checked' | 'code'> & { account: AccountRow; by?: StartedBy },
): Promise<NewSession> => {
  const device = knownDevice(kernel.vault, request, account.id);
  const started = by ?? (await linkAwaited(kernel, tx, { request, reply, account, audit }));
  const session = await kernel.sessions.start(tx, account.id, deviceOf(request), started);
  if (device) await kernel.sessions.carryOn(tx, account.id, session.id, sha256(device));
  else await removeOthersPush(kernel, tx, request, account);
  await kernel.sessions.end(tx, { cookie: sessionCookie(request) });
  if (await kernel.sessions.endSurplus(tx, account.id)) await tellOfEndedSessions(kernel, tx, account);
  setSessionCookies(request, reply, session);
  rememberDevice(kernel.vault, request, reply, account.id, kernel.clock.now());
  if (!device) await tellOfNewDevice(kernel, tx, account, request);
  audit(signedInEntry(request, account));
  countSignIn('ok');
  return session;
};
