import type { Locale } from '@konsil/contracts/codes';
import type { OperatorPermission } from '@konsil/contracts/console-codes';
import { readableAddress } from '@konsil/contracts/mail-address';
import { asc, eq } from 'drizzle-orm';
import { issueLink } from '@konsil/server-accounts/mail-links';
import { OperatorError, operator as commandLine } from '@konsil/server-consultation/doctors/invitations';
import { isOfKind } from '@konsil/server-domain/accounts/account-kind';
import { accountByEmail, accountById, fullName, saveSecrets } from '@konsil/server-domain/accounts/accounts.queries';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { enqueueEmail } from '@konsil/server-domain/notices/letters';
import { accounts, operators } from '@konsil/server-domain/schema';
import { appendAudit } from '@konsil/server-platform/audit/audit';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { portalOf } from '@konsil/server-platform/http/origins';
import type { Vault } from '@konsil/server-platform/keys/vault';

export interface NewOperator {
  email: string;
  fullName: string;
  permissions: readonly OperatorPermission[];
  locale: Locale;
}

/** Inserts an operator's account. With a password hash its address counts as confirmed. */
export const insertOperator = async (
  tx: Tx,
  vault: Vault,
  {
    email,
    fullName: name,
    permissions,
    locale,
    passwordHash,
    at,
  }: NewOperator & { passwordHash: string | null; at: Date },
): Promise<string> => {
  const [account] = await tx
    .insert(accounts)
    .values({
      role: 'operator',
      email,
      locale,
      passwordHash,
      createdAt: at,
      emailConfirmedAt: passwordHash ? at : null,
      settings: { notify_email: 'none' },
    })
    .returning({ id: accounts.id });
  if (!account) throw new Error('The account was not stored.');
  await saveSecrets(tx, vault, account.id, { full_name: name, phone: '' });
  await tx.insert(operators).values({ accountId: account.id, permissions: [...permissions] });
  return account.id;
};

/**
 * Creates an operator's account and sends the invitation. A known operator gets new name and permissions, and a new link if the account
 * was closed or never used.
 * @returns whether an invitation was sent
 * @throws {OperatorError} if the address belongs to a patient or doctor, or there is no console.
 */
export const inviteOperator = async (
  { db, vault, env, clock }: Pick<Kernel, 'db' | 'vault' | 'env' | 'clock'>,
  { email, fullName: name, permissions, locale }: NewOperator,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    if (!env.origins.operator) throw new OperatorError('There is no console: PUBLIC_CONSOLE_ORIGIN is not set.');
    const now = clock.now();
    const known = await accountByEmail(tx, email);
    if (known && !isOfKind(known, 'operator'))
      throw new OperatorError(`${readableAddress(email)} has an account already.`);
    const accountId =
      known?.id ??
      (await insertOperator(tx, vault, { email, fullName: name, permissions, locale, passwordHash: null, at: now }));
    if (known) {
      await saveSecrets(tx, vault, known.id, { full_name: name });
      await tx
        .update(operators)
        .set({ permissions: [...permissions] })
        .where(eq(operators.accountId, known.id));
    }
    const isNew = !known?.passwordHash || known.deactivatedAt !== null;
    if (isNew) {
      await tx
        .update(accounts)
        .set({ deactivatedAt: null, passwordHash: null, locale })
        .where(eq(accounts.id, accountId));
      const link = await issueLink(tx, vault, {
        accountId,
        purpose: 'invitation',
        to: known?.email ?? email,
        portal: portalOf(env, 'operator'),
        now,
      });
      await enqueueEmail(tx, vault, {
        to: known?.email ?? email,
        locale,
        accountId,
        template: 'operator_invitation',
        data: { name, link },
      });
    }
    await appendAudit(tx, vault, commandLine, now, [
      {
        action: isNew ? 'operator.invite' : 'operator.change',
        result: 'allowed',
        subjectId: accountId,
        detail: { permissions: permissions.join(' ') },
      },
    ]);
    return isNew;
  });

/**
 * Closes an operator's account: sessions end at once, an invitation opens it again.
 * @throws {OperatorError} if there is no such operator.
 */
export const closeOperator = async (
  { db, vault, clock, sessions }: Pick<Kernel, 'db' | 'vault' | 'clock' | 'sessions'>,
  email: string,
): Promise<void> =>
  db.transaction(async (tx) => {
    const found = await accountByEmail(tx, email);
    const account = found && (await accountById(tx, found.id, true));
    if (!account || !isOfKind(account, 'operator'))
      throw new OperatorError(`There is no operator with the address ${email}.`);
    if (account.deactivatedAt) throw new OperatorError(`The account of ${email} is closed already.`);
    const now = clock.now();
    await tx.update(accounts).set({ deactivatedAt: now }).where(eq(accounts.id, account.id));
    await sessions.end(tx, { accountId: account.id });
    await appendAudit(tx, vault, commandLine, now, [
      { action: 'operator.close', result: 'allowed', subjectId: account.id },
    ]);
  });

export interface OperatorView {
  id: string;
  email: string;
  name: string;
  permissions: OperatorPermission[];
  state: 'closed' | 'invited' | 'without_second_factor' | 'active';
}

/** Every operator with the state of their account, by address. */
export const listOperators = async ({ db, vault }: { db: Database; vault: Vault }): Promise<OperatorView[]> => {
  const rows = await db
    .select()
    .from(operators)
    .innerJoin(accounts, eq(accounts.id, operators.accountId))
    .orderBy(asc(accounts.email));
  const views: OperatorView[] = [];
  for (const { accounts: account, operators: operator } of rows)
    views.push({
      id: account.id,
      email: account.email,
      name: await fullName(db, vault, account),
      permissions: operator.permissions,
      state: account.deactivatedAt
        ? 'closed'
        : !account.passwordHash
          ? 'invited'
          : account.secondFactorAt
            ? 'active'
            : 'without_second_factor',
    });
  return views;
};
