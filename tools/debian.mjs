import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { env, step } from './setup.mjs';

/** Installs Debian packages where permitted: as root, with apt-get. Otherwise does nothing. */
export const installPackages = async (label, packages) => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  await step(`Installing ${label} (apt-get)`, () => {
    /** @type {import('node:child_process').SpawnSyncOptions} */
    const quiet = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: ['ignore', 'ignore', 'inherit'] };
    spawnSync('apt-get', ['update', '-qq'], quiet);
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet);
  });
};
