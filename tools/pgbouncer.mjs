// Installs PgBouncer for the server's test behind it: Debian's build. Without it that test is skipped with a message.
import { existsSync } from 'node:fs';
import { installPackages } from './debian.mjs';

const isThere = () => existsSync('/usr/sbin/pgbouncer');

/** @returns whether it is available */
export const ensurePgBouncer = async () => {
  if (!isThere()) await installPackages('PgBouncer', ['pgbouncer']);
  return isThere();
};
