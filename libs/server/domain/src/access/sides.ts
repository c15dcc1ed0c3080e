import type { ActorRole } from '@konsil/contracts/codes';
import { isHelperKind, sideOfKind, type HelperKind } from '@konsil/contracts/stored-kinds';

/**
 * The two sides of a case. Access, recipients, archives and answers depend on the side, not on the kind of an account:
 * a deputy or an assistant has their own account and is on the side of the person they stand for
 * (docs/decisions/sides-and-accounts.md).
 */
export type Side = 'patient' | 'doctor';

export interface ActingAccount {
  accountId: string;
  /** The kind of their account; `system` is on no side. */
  role: ActorRole | HelperKind;
  /** The account that they act for, if not for themselves; `caseId`: in this case only, as a deputy, an assistant or an acting reader. */
  standsFor?: { accountId: string; side: Side; caseId?: string } | undefined;
}

/** True for the account of an assistant, who may do less in a case than its doctor (docs/decisions/assistants.md). */
export const isAssistant = ({ role }: Pick<ActingAccount, 'role'>): boolean => role === 'assistant';
/** True if the account acts on this side. */
export const isOn = ({ role, standsFor }: ActingAccount, side: Side): boolean =>
  (standsFor?.side ?? (isHelperKind(role) ? sideOfKind(role) : role)) === side;
/** True for a reader who acts for the owner of a case. */
export const standsForPatient = ({ standsFor }: ActingAccount): boolean => standsFor?.side === 'patient';
/** The side of an actor who has one. */
export const sideOf = (acting: ActingAccount): Side => (isOn(acting, 'patient') ? 'patient' : 'doctor');
/** The role that a case records for an action: one of its sides, or the portal. */
export const actingRoleOf = (acting: ActingAccount): ActorRole =>
  acting.role === 'system' ? acting.role : sideOf(acting);
export const oppositeOf = (side: Side): Side => (side === 'patient' ? 'doctor' : 'patient');
/** The account whose cases they act in. Actions are still recorded for their own account (`accountId`). */
export const representedAccountId = ({ accountId, standsFor }: ActingAccount): string =>
  standsFor?.accountId ?? accountId;
