import { and, eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IdentityProvider } from '@konsil/server-settings/identity-providers';
import type { AuditEntry } from '@konsil/server-platform/audit/audit';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import type { AccountRow } from '@konsil/server-domain/accounts/accounts.queries';
import { auditActorOf } from '@konsil/server-domain/accounts/account-kind';
import { dayAndTime } from '@konsil/server-domain/names/moments';
import { enqueueEmail } from '@konsil/server-domain/notices/letters';
import { linkedIdentities } from '@konsil/server-domain/schema';
import type { StartedBy } from '@konsil/server-domain/sessions/sessions';
import { pendingSignInOf, forgetPendingSignIn } from './flow.ts';
import { ProviderRefusal } from './providers.ts';

export type IdentityRow = typeof linkedIdentities.$inferSelect;
type Named = Pick<IdentityProvider, 'id' | 'name' | 'issuer'>;
type Audit = (...entries: AuditEntry[]) => void;

export const identitiesOf = (tx: Tx | Database, accountId: string): Promise<IdentityRow[]> =>
  tx
    .select()
    .from(linkedIdentities)
    .where(eq(linkedIdentities.accountId, accountId))
    .orderBy(linkedIdentities.createdAt, linkedIdentities.id);

export const identityOf = async (tx: Tx, issuer: string, subject: string): Promise<IdentityRow | undefined> =>
  (
    await tx
      .select()
      .from(linkedIdentities)
      .where(and(eq(linkedIdentities.issuer, issuer), eq(linkedIdentities.subject, subject)))
  )[0];

export const tellOfIdentity = (
  { vault, clock }: Pick<Kernel, 'vault' | 'clock'>,
  tx: Tx,
  account: AccountRow,
  change: 'linked' | 'removed',
  provider: string,
): Promise<void> =>
  enqueueEmail(tx, vault, {
    to: account.email,
    locale: account.locale,
    accountId: account.id,
    template: 'identity_changed',
    data: { change, provider, at: dayAndTime(clock.now(), account.locale) },
  });

/**
 * Links an identity with an account whose owner has proved both.
 * @param account whose row is locked
 * @throws {ProviderRefusal} if the identity is another account's, or the account has another one of this provider
 */
export const linkIdentity = async (
  kernel: Pick<Kernel, 'vault' | 'clock'>,
  tx: Tx,
  { account, provider, subject, audit }: { account: AccountRow; provider: Named; subject: string; audit: Audit },
): Promise<IdentityRow> => {
  const known = await identityOf(tx, provider.issuer, subject);
  if (known?.accountId === account.id) return known;
  if (known) throw new ProviderRefusal('OAuthAccountNotLinked', 'the identity belongs to another account');
  const [row] = await tx
    .insert(linkedIdentities)
    .values({
      accountId: account.id,
      provider: provider.id,
      issuer: provider.issuer,
      subject,
      createdAt: kernel.clock.now(),
    })
    .onConflictDoNothing()
    .returning();
  if (!row) throw new ProviderRefusal('OAuthCreateAccount', 'the account has another identity of this provider');
  await tellOfIdentity(kernel, tx, account, 'linked', provider.name);
  audit({
    action: 'account.identity_linked',
    result: 'allowed',
    actor: auditActorOf({ accountId: account.id, role: account.role }),
  });
  return row;
};

/** True if this browser has an identity to link, and only the account's password or passkey is missing. */
export const awaitsPassword = (
  { vault, clock }: Kernel,
  request: FastifyRequest,
  accountId: string | undefined,
): boolean =>
  accountId !== undefined && pendingSignInOf(vault, request, 'password', clock.now())?.accountId === accountId;

/** Links the identity that waits in this browser, now that the account's owner has signed in. */
export const linkAwaited = async (
  kernel: Kernel,
  tx: Tx,
  {
    request,
    reply,
    account,
    audit,
  }: { request: FastifyRequest; reply: FastifyReply; account: AccountRow; audit: Audit },
): Promise<StartedBy | undefined> => {
  const { vault, clock, env } = kernel;
  const awaiting = pendingSignInOf(vault, request, 'password', clock.now());
  if (awaiting?.accountId !== account.id) return undefined;
  const provider = env.identityProviders.find(({ id }) => id === awaiting.provider);
  forgetPendingSignIn(request, reply, 'password');
  if (!provider || !(await awaiting.use(tx))) return undefined;
  const { id } = await linkIdentity(kernel, tx, { account, provider, subject: awaiting.subject, audit });
  return { identityId: id, providerSession: awaiting.session };
};
