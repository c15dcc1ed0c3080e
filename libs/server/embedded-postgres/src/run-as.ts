import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

export interface User {
  uid: number;
  gid: number;
}

const nobody = (): User => {
  const known = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  // initdb looks up its user's name, so the id must have an entry.
  const entry = known.find(([name]) => name === 'nobody') ?? known.find(([, , uid]) => Number(uid) > 0);
  if (!entry)
    throw new Error(
      'PostgreSQL must not run as root, and /etc/passwd names no other user. Set DATABASE_URL, or start as an ordinary user.',
    );
  return { uid: Number(entry[2]), gid: Number(entry[3]) };
};

/**
 * The unprivileged user for PostgreSQL when we are root: the owner of `home`, else `nobody`.
 * @returns undefined if we are not root
 */
export const postgresUser = (home: string): User | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(home, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody();
};

/** True if that user can reach a folder; tested by the system, because of access lists and mounts. */
export const canReach = (folder: string, user: User | undefined): boolean =>
  spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
