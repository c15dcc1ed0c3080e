import { mostSignIns, type Account, type Session, type SignIn } from '@konsil/contracts/accounts';
import type { Identities } from '@konsil/contracts/identities';
import type { Passkey } from '@konsil/contracts/passkeys';

/** The sections of the account page that a point leads to, by their `id`. */
export type SecuritySection =
  | 'email'
  | 'phone'
  | 'password'
  | 'passkeys'
  | 'identities'
  | 'second-factor'
  | 'sessions'
  | 'sign-ins';

/** A line of the check-up: a message key with its values, and whether something could be better. */
export interface SecurityPoint {
  key:
    | 'factor'
    | 'passkey'
    | 'passkeyOnly'
    | 'unprotected'
    | 'codesFew'
    | 'emailGood'
    | 'emailPending'
    | 'phoneGood'
    | 'phoneMissing'
    | 'passwordSince'
    | 'onlyHere'
    | 'signedIn'
    | 'newDevice'
    | 'newDeviceNoPassword'
    | 'knownDevices'
    | 'lastDevices'
    | 'failed'
    | 'lastFailed'
    | 'linked';
  good: boolean;
  section: SecuritySection;
  values?: { count?: number; most?: number; names?: string[]; moment?: string };
}

export interface SecurityFacts {
  account: Account;
  passkeys?: readonly Passkey[] | undefined;
  sessions?: readonly Session[] | undefined;
  signIns?: readonly SignIn[] | undefined;
  identities?: Identities | undefined;
}

const dayMs = 24 * 60 * 60 * 1000;
const recentDays = 30;
const newDays = 7;
const fewCodes = 3;
/** A few are typing slips. */
const manyFailed = 5;

const secondWay = ({ account, passkeys }: SecurityFacts): SecurityPoint[] => {
  const factor = account.second_factor;
  if (!passkeys && !factor) return [];
  const hasPasskey = (passkeys?.length ?? 0) > 0;
  // The second factor belongs to a password.
  if (account.no_password) return hasPasskey ? [{ key: 'passkeyOnly', good: true, section: 'passkeys' }] : [];
  return [
    ...(factor ? [{ key: 'factor' as const, good: true, section: 'second-factor' as const }] : []),
    ...(hasPasskey ? [{ key: 'passkey' as const, good: true, section: 'passkeys' as const }] : []),
    ...(!factor && !hasPasskey ? [{ key: 'unprotected' as const, good: false, section: 'passkeys' as const }] : []),
    ...(factor && account.recovery_codes_left < fewCodes
      ? [
          {
            key: 'codesFew' as const,
            good: false,
            section: 'second-factor' as const,
            values: { count: account.recovery_codes_left },
          },
        ]
      : []),
  ];
};

const ways = ({ pending_email, phone, password_changed_at: changed, no_password: none }: Account): SecurityPoint[] => [
  pending_email
    ? { key: 'emailPending', good: false, section: 'email' }
    : { key: 'emailGood', good: true, section: 'email' },
  { key: phone ? 'phoneGood' : 'phoneMissing', good: phone !== '', section: 'phone' },
  ...(changed && !none
    ? [{ key: 'passwordSince' as const, good: true, section: 'password' as const, values: { moment: changed } }]
    : []),
];

const openSessions = ({ sessions }: SecurityFacts): SecurityPoint[] =>
  sessions
    ? [
        sessions.some(({ current }) => !current)
          ? { key: 'signedIn', good: true, section: 'sessions', values: { count: sessions.length } }
          : { key: 'onlyHere', good: true, section: 'sessions' },
      ]
    : [];

/** True if the list ends before the period in question, so that older sign-ins are missing. */
const isCut = (signIns: readonly SignIn[], now: number): boolean =>
  signIns.length >= mostSignIns && signIns.every(({ at }) => now - Date.parse(at) < recentDays * dayMs);

/**
 * Points about the latest sign-ins. A device, identified by its name, is new if it first signed in this week while other
 * devices did earlier; a truncated list can show neither new devices nor all devices of the month.
 */
const signInsSince = ({ account, signIns = [] }: SecurityFacts, now: number): SecurityPoint[] => {
  const isWithin = (days: number) => (signIn: SignIn) => now - Date.parse(signIn.at) < days * dayMs;
  const succeeded = signIns.filter(({ result }) => result === 'allowed');
  const devices = (some: SignIn[]) => [...new Set(some.map(({ device }) => device))];
  const older = devices(succeeded.filter((signIn) => !isWithin(newDays)(signIn)));
  const fresh = devices(succeeded.filter(isWithin(newDays))).filter((device) => !older.includes(device));
  const recent = devices(succeeded.filter(isWithin(recentDays)));
  const failed = signIns.filter(isWithin(recentDays)).filter(({ result }) => result === 'denied').length;
  const cut = isCut(signIns, now);
  const isNew = !cut && older.length > 0 && fresh.length > 0;
  const section = 'sign-ins' as const;
  return [
    ...(isNew
      ? [
          account.no_password
            ? {
                key: 'newDeviceNoPassword' as const,
                good: false,
                section: 'sessions' as const,
                values: { names: fresh },
              }
            : { key: 'newDevice' as const, good: false, section, values: { names: fresh } },
        ]
      : []),
    ...(!isNew && recent.length > 0
      ? [
          {
            key: cut ? ('lastDevices' as const) : ('knownDevices' as const),
            good: true,
            section,
            values: { names: recent },
          },
        ]
      : []),
    ...(failed > 0
      ? [
          {
            key: cut ? ('lastFailed' as const) : ('failed' as const),
            good: failed < manyFailed,
            section,
            values: { count: failed, ...(cut && { most: mostSignIns }) },
          },
        ]
      : []),
  ];
};

const linkedIdentities = ({ identities }: SecurityFacts): SecurityPoint[] =>
  identities && identities.linked.length > 0
    ? [
        {
          key: 'linked',
          good: true,
          section: 'identities',
          values: { names: identities.linked.map(({ name }) => name) },
        },
      ]
    : [];

/** The good points of an account's sign-in and those to improve, without parts that could not be loaded. */
export const securityPoints = (facts: SecurityFacts, now: number): SecurityPoint[] => {
  const points = [
    ...secondWay(facts),
    ...ways(facts.account),
    ...openSessions(facts),
    ...signInsSince(facts, now),
    ...linkedIdentities(facts),
  ];
  return [...points.filter(({ good }) => !good), ...points.filter(({ good }) => good)];
};
