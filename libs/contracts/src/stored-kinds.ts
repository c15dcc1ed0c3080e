import { accountKinds, roles, type AccountKind, type Role } from './first-codes.ts';

/** People who work on a side of a case beside its patient and its doctor; a new kind is added here and below. */
export const helperKinds = ['assistant'] as const;
export type HelperKind = (typeof helperKinds)[number];
/** The side of each kind of helper, which determines their portal. */
const sideOfHelper: Readonly<Record<HelperKind, Role>> = { assistant: 'doctor' };

/** Kinds of accounts that act in cases. */
export const actingKinds = [...roles, ...helperKinds] as const;
export type ActingKind = (typeof actingKinds)[number];
/** Kinds of accounts as stored. */
export const storedKinds = [...accountKinds, ...helperKinds] as const;
export type StoredKind = (typeof storedKinds)[number];
/** The actors of the access log: `admin` is an operator, `system` the portal itself. */
export const auditRoles = [...actingKinds, 'admin', 'system'] as const;
export type AuditRole = (typeof auditRoles)[number];

export const isHelperKind = (kind: string): kind is HelperKind => (helperKinds as readonly string[]).includes(kind);
/** The side of a case on which an account acts. */
export const sideOfKind = (kind: ActingKind): Role => (isHelperKind(kind) ? sideOfHelper[kind] : kind);
/** The kind whose portal an account signs in to; responses about a session name it. */
export const portalKindOf = (kind: StoredKind): AccountKind => (isHelperKind(kind) ? sideOfHelper[kind] : kind);
