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
  // initdb asks for the name of its user, so the id must be a listed one.
  const entry = known.find(([name]) => name === 'nobody') ?? known.find(([, , uid]) => Number(uid) > 0);
  if (!entry)
    throw new Error(
      'PostgreSQL must not run as root, and /etc/passwd names no other user. Set DATABASE_URL, or start as an ordinary user.',
    );
  return { uid: Number(entry[2]), gid: Number(entry[3]) };
};

/**
 * The unprivileged user that PostgreSQL runs as when we are root: the owner of `home` if it has one, else `nobody`.
 * @returns undefined when we are an ordinary user ourselves
 */
export const postgresUser = (home: string): User | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(home, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody();
};

/** Whether that user can come to this folder; asked of the system, because access lists and mounts decide too. */
export const canReach = (folder: string, user: User | undefined): boolean =>
  spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
