import { later, minuteMs, type Clock } from '@konsil/server-platform/clock';
import type { Database } from '@konsil/server-platform/database/client';
import { invalid, Problem } from '@konsil/server-platform/http/problems';
import type { Passwords } from '@konsil/server-platform/passwords';
import type { Limits } from '@konsil/server-platform/limits';
import { passwordHits } from './account-limits.ts';
import { accountById, type AccountRow } from './accounts.queries.ts';

interface PasswordChecker {
  clock: Clock;
  db: Database;
  limits: Limits;
  passwords: Passwords;
}
/** The part of a session that tells when its owner showed who they are. */
interface Session {
  accountId: string;
  provedAt: Date | null;
  provedAgain: boolean;
}

const freshMs = 10 * minuteMs;

const isFresh = ({ provedAt }: Pick<Session, 'provedAt'>, now: Date): boolean =>
  provedAt !== null && provedAt > later(now, -freshMs);

/**
 * Refuses actions that an unattended session must not do, unless its owner signed in or proved their identity within
 * ten minutes.
 * @throws {Problem} `proof_needed`
 */
export const checkFresh = (session: Pick<Session, 'provedAt'>, now: Date): void => {
  if (!isFresh(session, now)) throw new Problem('proof_needed');
};

/**
 * Asks for the current password before actions that a session alone must not allow. Without one, the owner must have
 * shown who they are after signing in, within ten minutes: by a passkey.
 * @throws {Problem} `invalid` at `current_password`, or `too_many`.
 */
export const checkOwnPassword = async (
  kernel: PasswordChecker,
  session: Session,
  password: string | undefined,
): Promise<AccountRow> => {
  if (password === undefined) {
    if (session.provedAgain && isFresh(session, kernel.clock.now())) return accountById(kernel.db, session.accountId);
    throw invalid({ path: 'current_password', code: 'passwordMissing' });
  }
  await kernel.limits.count(...passwordHits(session.accountId));
  const account = await accountById(kernel.db, session.accountId);
  if (!(await kernel.passwords.matches(account.passwordHash, password)))
    throw invalid({ path: 'current_password', code: 'passwordWrong' });
  await kernel.limits.refund(...passwordHits(session.accountId));
  return account;
};
