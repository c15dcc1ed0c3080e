import type { ActorRole } from '@konsil/contracts/codes';

/**
 * The two sides of a case. Who sees, gets, archives and answers what goes by side, not by the kind of an account: a deputy or
 * an assistant has an account of their own and is on the side of whom they stand for (docs/decisions/sides-and-accounts.md).
 */
export type Side = 'patient' | 'doctor';

export interface ActingAccount {
  accountId: string;
  /** The kind of their account; `system` is on no side. */
  role: ActorRole;
  /** Whom they act for, if not for themselves. */
  standsFor?: { accountId: string; side: Side } | undefined;
}

/** Whether somebody acts on a side. */
export const isOn = ({ role, standsFor }: ActingAccount, side: Side): boolean => (standsFor?.side ?? role) === side;
/** The side of somebody who is on one. */
export const sideOf = (acting: ActingAccount): Side => (isOn(acting, 'patient') ? 'patient' : 'doctor');
export const oppositeOf = (side: Side): Side => (side === 'patient' ? 'doctor' : 'patient');
/** The account whose cases they act in. Who did something stays their own account (`accountId`). */
export const representedAccountId = ({ accountId, standsFor }: ActingAccount): string =>
  standsFor?.accountId ?? accountId;
