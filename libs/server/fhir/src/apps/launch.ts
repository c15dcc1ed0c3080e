import { consumeChallenge, expiryOf, isConsumed, newChallenge } from '@konsil/server-accounts/challenges';
import { fhirRoot } from '@konsil/contracts/fhir-paths';
import type { Tx } from '@konsil/server-platform/database/client';
import type { Vault } from '@konsil/server-platform/keys/vault';
import type { Env } from '@konsil/server-settings/env';

/** Whom a launch is for: it is of no use to another app, account or person. */
export interface Launched {
  appId: string;
  accountId: string;
  patientId: string;
}
const purposeOf = ({ appId, accountId, patientId }: Launched): string =>
  `app launch ${appId} ${accountId} ${patientId}`;

/** The URL that opens an app, with a launch value for its authorization request that contains no personal data. */
export const launchAddress = (
  { vault, env }: { vault: Vault; env: Pick<Env, 'origins'> },
  launchUri: string,
  launched: Launched,
  now: Date,
): string => {
  const launch = newChallenge(vault, purposeOf(launched), now).toString('base64url');
  const query = new URLSearchParams({ iss: env.origins.patient + fhirRoot, launch });
  return `${launchUri}${launchUri.includes('?') ? '&' : '?'}${query}`;
};

/** The person that the portal opened an app with, among those of the account; null if the launch is not valid for it. */
export const launchedPerson = async (
  tx: Tx,
  vault: Vault,
  launch: string,
  { patientIds, ...by }: Omit<Launched, 'patientId'> & { patientIds: readonly string[] },
  now: Date,
): Promise<string | null> => {
  if (await isConsumed(tx, launch)) return null;
  return patientIds.find((patientId) => expiryOf(vault, purposeOf({ ...by, patientId }), launch, now)) ?? null;
};

/** Uses a launch up. False if it is not valid for the app, account and person, or was used before. */
export const consumeLaunch = async (
  tx: Tx,
  vault: Vault,
  launch: string,
  launched: Launched,
  now: Date,
): Promise<boolean> => {
  const expiry = expiryOf(vault, purposeOf(launched), launch, now);
  return expiry !== null && consumeChallenge(tx, launch, expiry, now);
};
