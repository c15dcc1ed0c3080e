import type { Login } from '@konsil/contracts/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Tx } from '../../db/client.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Hit } from '../../kernel/limits.ts';
import { enqueueEmail } from '../notifications/letters.ts';
import { keepingWork, Problem } from '../../kernel/problems.ts';
import { sessionCookie, setSessionCookies } from '../../kernel/session-cookies.ts';
import type { NewSession } from '../../kernel/sessions.ts';
import { crowdedHits, everywhereHits, knownDeviceHits, noticeHits, secondFactorHits, signInHits, signInPace } from './account-limits.ts';
import { accountByEmail, accountById, type AccountRow } from './accounts.queries.ts';
import { deviceOf, knownDevice, rememberDevice } from './device.ts';
import { dayAndTime } from './moments.ts';
import { takeSecondFactor } from './second-factor.ts';

/** The password was right, but the operator closed the account. */
export class AccountClosed extends Problem {
  constructor() {
    super('login_failed');
  }
}

/** Tells the owner, once a day, that somebody keeps guessing. Nobody waits for it: the time of an answer would say that there is an account. */
const tellOwner = ({ db, limits, vault, clock, log }: Kernel, account: AccountRow): void => {
  db.transaction(async (tx) => {
    if (await limits.allowsIn(tx, ...noticeHits('sign-in', account.id))) await enqueueEmail(tx, vault, {
      to: account.email, locale: account.locale, accountId: account.id, template: 'sign_in_attempts', data: { at: dayAndTime(clock.now(), account.locale) },
    });
  }).catch((failure: unknown) => log.warn({ failure }, 'the owner of an account was not told of guesses'));
};

const isTooMany = (problem: unknown): boolean => problem instanceof Problem && problem.code === 'too_many';

/** Whoever has to wait is told the same as of a wrong password (security.md A3): nothing was checked. */
const throttled = (problem: unknown): never => {
  throw isTooMany(problem) ? new Problem('too_many', { ...(problem as Problem).details, saidAs: 'login_failed' }) : problem;
};

/** Counts a try among those at all accounts. Returns what was counted. */
const countEverywhere = async ({ limits }: Kernel, request: FastifyRequest): Promise<Hit[]> => {
  const everywhere = everywhereHits();
  try {
    await limits.count(...everywhere);
    return everywhere;
  } catch (problem) {
    if (!isTooMany(problem)) throw problem;
    const here = crowdedHits(request);
    await limits.count(...here);
    return [...everywhere, ...here];
  }
};

/**
 * Checks e-mail and password; an unknown address does the same work and gets the same answer as a wrong password.
 * To be called without a transaction: hashing takes its time.
 * @throws {Problem} `login_failed`, or `too_many` after too many wrong ones.
 */
export const checkCredentials = async (kernel: Kernel, request: FastifyRequest, { email, password }: Login): Promise<AccountRow> => {
  const account = await accountByEmail(kernel.db, email);
  const device = account && knownDevice(kernel.vault, request, account.id);
  const hits = device ? knownDeviceHits(device) : signInHits(request, email.toLowerCase());
  const [ofAccount] = hits;
  if (!device && ofAccount) await kernel.limits.pace(ofAccount, signInPace).catch(throttled);
  try {
    await kernel.limits.count(...hits);
    if (!device) hits.push(...(await countEverywhere(kernel, request)));
  } catch (problem) {
    if (account) tellOwner(kernel, account);
    throttled(problem);
  }
  const right = await kernel.passwords.matches(account?.passwordHash, password);
  if (!account || !right) throw new Problem('login_failed');
  if (account.deactivatedAt) throw new AccountClosed();
  await kernel.limits.refund(...hits);
  if (account.secondFactorAt) await kernel.limits.count(...secondFactorHits(account.id));
  return account;
};

/**
 * Opens the session of an account whose password was right: second factor, new tokens, all three cookies.
 * @throws {Problem} `second_factor_required` without a code, `wrong_code` with a wrong one.
 */
export const openSession = async (
  kernel: Kernel, tx: Tx, request: FastifyRequest, reply: FastifyReply, checked: AccountRow, code: string | undefined,
): Promise<NewSession> => {
  const now = kernel.clock.now();
  const account = await accountById(tx, checked.id, true);
  if (account.passwordHash !== checked.passwordHash) throw new Problem('login_failed');
  if (account.secondFactorAt) {
    if (!code?.trim()) throw new Problem('second_factor_required');
    if (!(await takeSecondFactor(tx, kernel.vault, account, code, now))) throw keepingWork(new Problem('wrong_code'));
  }
  await kernel.sessions.end(tx, { cookie: sessionCookie(request) });
  const session = await kernel.sessions.start(tx, account.id, deviceOf(request));
  setSessionCookies(request, reply, session);
  rememberDevice(kernel.vault, request, reply, account.id, now);
  return session;
};

