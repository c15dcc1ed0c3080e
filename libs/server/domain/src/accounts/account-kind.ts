import type { Role } from '@konsil/contracts/codes';
import { sideOfKind as sideOf, type ActingKind, type StoredKind } from '@konsil/contracts/stored-kinds';
import type { AuditActor } from '@konsil/server-platform/audit/audit';

type Kept = { role: StoredKind };

/** True if an account is of this kind, which decides its portal, its records and its place in the directory. */
export const isOfKind = (account: Kept | null | undefined, kind: StoredKind): boolean => account?.role === kind;

/** The kind of an account that has a portal and acts in cases; an operator's has neither. */
export const roleOf = ({ role }: Kept): ActingKind => {
  if (role === 'operator') throw new Error('An operator has no portal and no cases.');
  return role;
};
/** The side of such an account. */
export const sideOfKind = (account: Kept): Role => sideOf(roleOf(account));

/** The actor for the access log: an operator is its `admin`. */
export const auditActorOf = ({
  accountId,
  role,
  client,
}: Kept & { accountId: string; client?: { id: string } }): AuditActor => ({
  accountId,
  role: role === 'operator' ? 'admin' : role,
  ...(client ? { clientId: client.id } : {}),
});
