import { roles, type AccountKind, type Role } from '@konsil/contracts/codes';
import type { AuditActor } from '@konsil/server-platform/audit/audit';

type Kept = { role: AccountKind };

/** What an account is kept for: which portal it signs in to, whether it has records or a place in the directory. */
export const isOfKind = (account: Kept | null | undefined, kind: AccountKind): boolean => account?.role === kind;

/** The kind of an account that has a portal and a side in cases; an operator's has neither. */
export const roleOf = (account: Kept): Role => {
  const role = roles.find((known) => isOfKind(account, known));
  if (!role) throw new Error('An operator has no portal and no cases.');
  return role;
};

const auditRoles = { patient: 'patient', doctor: 'doctor', operator: 'admin' } as const;
/** Who acts, for the access log: an operator is its `admin`. */
export const auditActorOf = ({
  accountId,
  role,
  client,
}: Kept & { accountId: string; client?: { id: string } }): AuditActor => ({
  accountId,
  role: auditRoles[role],
  ...(client ? { clientId: client.id } : {}),
});
