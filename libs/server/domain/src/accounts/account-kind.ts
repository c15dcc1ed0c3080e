import type { Role } from '@konsil/contracts/codes';

/** What an account is kept for: which portal it signs in to, whether it has records or a place in the directory. */
export const isOfKind = (account: { role: Role } | null | undefined, kind: Role): boolean => account?.role === kind;
