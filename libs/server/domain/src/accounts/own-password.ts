import type { Kernel } from '../http/kernel.ts';
import { invalid } from '@konsil/server-platform/http/problems';
import type { Session } from '../sessions/sessions.ts';
import { passwordHits } from './account-limits.ts';
import { accountById, type AccountRow } from './accounts.queries.ts';

/**
 * Asks for the current password before actions that a session alone must not allow.
 * @throws {Problem} `invalid` at `current_password`, or `too_many`.
 */
export const checkOwnPassword = async (kernel: Kernel, session: Session, password: string): Promise<AccountRow> => {
  await kernel.limits.count(...passwordHits(session.accountId));
  const account = await accountById(kernel.db, session.accountId);
  if (!(await kernel.passwords.matches(account.passwordHash, password)))
    throw invalid({ path: 'current_password', code: 'passwordWrong' });
  await kernel.limits.refund(...passwordHits(session.accountId));
  return account;
};
