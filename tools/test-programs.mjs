// Installs the programs that some tests run, in Debian's builds, and Helm. Without a program its tests are skipped with a message.
import { existsSync } from 'node:fs';
import { installPackages } from './debian.mjs';
import { ensureHelm } from './helm.mjs';

const programs = [
  { name: 'PgBouncer', file: '/usr/sbin/pgbouncer', package: 'pgbouncer' },
  { name: 'NATS', file: '/usr/sbin/nats-server', package: 'nats-server' },
  { name: 'DCMTK', file: '/usr/bin/dsrdump', package: 'dcmtk' },
];
const missing = () => programs.filter(({ file }) => !existsSync(file));

/** @returns the names of the programs that are still missing */
export const ensureTestPrograms = async () => {
  const wanted = missing();
  if (wanted.length > 0)
    await installPackages(
      wanted.map(({ name }) => name).join(', '),
      wanted.map((program) => program.package),
    );
  const names = missing().map(({ name }) => name);
  return (await ensureHelm()) ? names : [...names, 'Helm'];
};
