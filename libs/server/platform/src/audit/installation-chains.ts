import { randomInt } from 'node:crypto';
import { installationId } from '../keys/vault.ts';

/**
 * The chains of records without a patient (docs/decisions/audit-trail.md). The first one is that of earlier versions,
 * which goes on. Only ever add to them.
 */
export const installationChains: readonly string[] = Array.from(
  { length: 16 },
  (_, number) => `${installationId.slice(0, -2)}${number.toString(16).padStart(2, '0')}`,
);

let last = randomInt(installationChains.length);

/** The chain for one transaction, in rotation: transactions that this process began just before have other chains. */
export const nextInstallationChain = (): string => {
  last = (last + 1) % installationChains.length;
  return installationChains[last] ?? installationId;
};
