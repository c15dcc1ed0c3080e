import type { ActorRole } from '@konsil/contracts/codes';
import { isHelperKind, sideOfKind, type HelperKind } from '@konsil/contracts/stored-kinds';

/**
 * The two sides of a case. Who sees, gets, archives and answers what goes by side, not by the kind of an account: a deputy or
 * an assistant has an account of their own and is on the side of whom they stand for (docs/decisions/sides-and-accounts.md).
 */
export type Side = 'patient' | 'doctor';

export interface ActingAccount {
  accountId: string;
  /** The kind of their account; `system` is on no side. */
  role: ActorRole | HelperKind;
  /** The account that they act for, if not for themselves; `caseId`: in this case only, as a deputy, an assistant or an acting reader. */
  standsFor?: { accountId: string; side: Side; caseId?: string } | undefined;
}

/** True for the account of an assistant: what they may do in a case is less than its doctor may (docs/decisions/assistants.md). */
export const isAssistant = ({ role }: Pick<ActingAccount, 'role'>): boolean => role === 'assistant';
/** True if somebody acts on a side. */
export const isOn = ({ role, standsFor }: ActingAccount, side: Side): boolean =>
  (standsFor?.side ?? (isHelperKind(role) ? sideOfKind(role) : role)) === side;
/** True for a reader who acts for the owner of a case. */
export const standsForPatient = ({ standsFor }: ActingAccount): boolean => standsFor?.side === 'patient';
/** The side of somebody who is on one. */
export const sideOf = (acting: ActingAccount): Side => (isOn(acting, 'patient') ? 'patient' : 'doctor');
/** The role of an act as a case keeps it: one of its sides, or the portal. */
export const actingRoleOf = (acting: ActingAccount): ActorRole =>
  acting.role === 'system' ? acting.role : sideOf(acting);
export const oppositeOf = (side: Side): Side => (side === 'patient' ? 'doctor' : 'patient');
/** The account whose cases they act in. Who did something stays their own account (`accountId`). */
export const representedAccountId = ({ accountId, standsFor }: ActingAccount): string =>
  standsFor?.accountId ?? accountId;
