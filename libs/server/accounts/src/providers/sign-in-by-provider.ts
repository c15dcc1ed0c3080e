import { and, eq, gt, isNull } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IdentityProvider } from '@konsil/server-settings/identity-providers';
import type { AuditEntry } from '@konsil/server-platform/audit/audit';
import type { Tx } from '@konsil/server-platform/database/client';
import { noPassword } from '@konsil/server-platform/passwords';
import {
  accountByEmail,
  accountById,
  isClosed,
  type AccountRow,
} from '@konsil/server-domain/accounts/accounts.queries';
import { isOfKind } from '@konsil/server-domain/accounts/account-kind';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { accounts, linkedIdentities, mailLinks } from '@konsil/server-domain/schema';
import { retireLinks } from '../mail-links.ts';
import { startSession } from '../sign-in.ts';
import { failedEntry } from '../sign-in-log.ts';
import { keepPendingSignIn } from './flow.ts';
import { identityOf, linkIdentity } from './identities.ts';
import type { ProviderClaims } from './provider-client.ts';
import { domainOf, ProviderRefusal } from './providers.ts';
import { hasBegun } from '@konsil/server-platform/database/time';

interface ProviderSignIn {
  request: FastifyRequest;
  reply: FastifyReply;
  provider: IdentityProvider;
  claims: ProviderClaims;
  /** Collects audit entries, also of a refusal. */
  audit: (...entries: AuditEntry[]) => void;
}

const isConfirmed = (provider: IdentityProvider, { email, emailVerified }: ProviderClaims): boolean =>
  email !== null && (emailVerified ?? provider.trusts_email);

/** @throws {ProviderRefusal} for somebody without the group, or with an address of another domain */
export const checkMembership = (provider: IdentityProvider, { groups, email }: ProviderClaims): void => {
  const { groups: roles, domains, role } = provider;
  if (roles && !groups.some((group) => Object.hasOwn(roles, group) && roles[group] === role))
    throw new ProviderRefusal('AccessDenied', 'no group with a role here');
  if (domains.length > 0 && email !== null && !domains.includes(domainOf(email)))
    throw new ProviderRefusal('AccessDenied', 'an address of another domain');
};

/** The account of an invitation that is still open, which the provider's confirmed address accepts in place of its link. */
const acceptInvitation = async (kernel: Kernel, tx: Tx, account: AccountRow): Promise<AccountRow> => {
  const now = kernel.clock.now();
  const open = await tx.$count(
    mailLinks,
    and(
      eq(mailLinks.accountId, account.id),
      eq(mailLinks.purpose, 'invitation'),
      isNull(mailLinks.usedAt),
      gt(mailLinks.expiresAt, now),
      hasBegun(mailLinks.createdAt, now),
    ),
  );
  if (open === 0) throw new ProviderRefusal('EmailCreateAccount', 'the invitation has expired');
  await tx
    .update(accounts)
    .set({ passwordHash: noPassword, emailConfirmedAt: account.emailConfirmedAt ?? now })
    .where(eq(accounts.id, account.id));
  await retireLinks(tx, kernel.vault, account, now);
  return accountById(tx, account.id, true);
};

/** The account that a confirmed address may begin with: an invited one. */
const invitedAccount = async (
  kernel: Kernel,
  tx: Tx,
  { request, reply, provider, claims }: ProviderSignIn,
  heard: (account: AccountRow) => void,
): Promise<AccountRow> => {
  if (claims.email === null || !isConfirmed(provider, claims))
    throw new ProviderRefusal('OAuthCreateAccount', 'no confirmed address');
  const found = await accountByEmail(tx, claims.email);
  if (!found)
    throw isOfKind(provider, 'doctor')
      ? new ProviderRefusal('EmailCreateAccount', 'not invited')
      : new ProviderRefusal('OAuthCreateAccount', 'no account');
  const account = await accountById(tx, found.id, true);
  if (!isOfKind(account, provider.role))
    throw new ProviderRefusal('EmailCreateAccount', 'the address has another kind of account');
  heard(account);
  if (isClosed(account)) return account;
  if (account.passwordHash === null) return acceptInvitation(kernel, tx, account);
  // The account's own proof is missing: whoever signs in with it next in this browser links both.
  keepPendingSignIn(kernel.vault, request, reply, {
    missing: 'password',
    awaiting: { accountId: account.id, provider: provider.id, subject: claims.subject, session: claims.session },
    now: kernel.clock.now(),
  });
  throw new ProviderRefusal('OAuthAccountNotLinked', 'not linked');
};

/**
 * Signs in the account of an identity, or the invited one of its address.
 * @returns `code` if the second factor is missing, which this browser then waits for
 * @throws {ProviderRefusal}
 */
export const signInByProvider = async (kernel: Kernel, tx: Tx, signIn: ProviderSignIn): Promise<'in' | 'code'> => {
  const { request, reply, provider, claims, audit } = signIn;
  const now = kernel.clock.now();
  const known = await identityOf(tx, provider.issuer, claims.subject);
  let account = known && (await accountById(tx, known.accountId, true));
  try {
    checkMembership(provider, claims);
    if (account && !isOfKind(account, provider.role))
      throw new ProviderRefusal('AccessDenied', 'the identity has another kind of account');
    if (account?.passwordHash === null && !isClosed(account)) account = await acceptInvitation(kernel, tx, account);
    account ??= await invitedAccount(kernel, tx, signIn, (found) => {
      account = found;
    });
    if (isClosed(account)) throw new ProviderRefusal('AccessDenied', 'the account is closed');
  } catch (refusal) {
    if (account && refusal instanceof ProviderRefusal) {
      const reason = isClosed(account) ? 'account_closed' : 'provider_refused';
      audit(failedEntry(kernel.vault, request, account, account.email, reason));
    }
    throw refusal;
  }
  const identity = known ?? (await linkIdentity(kernel, tx, { account, provider, subject: claims.subject, audit }));
  await tx
    .update(linkedIdentities)
    .set({ lastUsedAt: now, provider: provider.id })
    .where(eq(linkedIdentities.id, identity.id));
  const counts = provider.second_factor.some((method) => claims.methods.includes(method));
  if (account.secondFactorAt && !counts) {
    keepPendingSignIn(kernel.vault, request, reply, {
      missing: 'code',
      awaiting: { accountId: account.id, provider: provider.id, subject: claims.subject, session: claims.session },
      now,
    });
    return 'code';
  }
  const by = { identityId: identity.id, providerSession: claims.session };
  await startSession(kernel, tx, { request, reply, account, audit, by });
  return 'in';
};
