import type { Role } from '@konsil/contracts/codes';
import { dayMs, later } from '@konsil/server-platform/clock';
import { hasPassword } from '@konsil/server-platform/passwords';
import { isOfKind } from './account-kind.ts';
import type { AccountRow } from './accounts.queries.ts';

/**
 * The delay after the user chooses "later". Patients are first asked so long after their registration, doctors at once.
 */
const pauseDays: Record<Role, number> = { doctor: 7, patient: 30 };

/** In the settings' column; the owner neither reads nor sets it there. */
const postponedAt = ({ settings }: AccountRow): Date | null =>
  typeof settings['factor_postponed_at'] === 'string' ? new Date(settings['factor_postponed_at']) : null;

/** The settings with the time at which the owner chose "later". */
export const postponed = ({ settings }: Pick<AccountRow, 'settings'>, now: Date): AccountRow['settings'] => ({
  ...settings,
  factor_postponed_at: now.toISOString(),
});

/** True if the owner is now to be asked for a second factor: it is off, can be set up, and the last request is old. */
export const advisesSecondFactor = (account: AccountRow, now: Date): boolean => {
  if (account.secondFactorAt || !hasPassword(account) || isOfKind(account, 'operator')) return false;
  const isDoctor = !isOfKind(account, 'patient');
  const since = postponedAt(account) ?? (isDoctor ? null : account.createdAt);
  return since === null || later(since, pauseDays[isDoctor ? 'doctor' : 'patient'] * dayMs) <= now;
};
