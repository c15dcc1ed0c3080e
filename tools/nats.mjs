// Installs the NATS server for the tests of EVENTS_URL: Debian's build. Without it those tests are skipped with a message.
import { existsSync } from 'node:fs';
import { installPackages } from './debian.mjs';

const isThere = () => existsSync('/usr/sbin/nats-server');

/** @returns whether it is available */
export const ensureNats = async () => {
  if (!isThere()) await installPackages('NATS', ['nats-server']);
  return isThere();
};
