import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canReach, postgresUser, type User } from './run-as.ts';

/** Where a cluster lives on disk, and who runs it. */
export interface Home {
  folder: string;
  data: string;
  /** Holds the socket and the lease; 0700, so that only `user` (and root) can connect. */
  run: string;
  log: string;
  user: User | undefined;
}

// A socket's address has 104 bytes on macOS, 108 on Linux, with `/.s.PGSQL.5432` and an ending NUL among them.
const longestRunFolder = 85;
const unreachableData = '/var/lib/konsil';

const ownFolder = (folder: string, user: User | undefined): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid } = lstatSync(folder);
  const owner = user?.uid ?? process.getuid?.();
  if (user && uid === 0) chownSync(folder, user.uid, user.gid);
  else if (uid !== owner)
    throw new Error(
      `${folder} belongs to another user (${uid}). Start as that user, or set KONSIL_DATA_DIR to a folder of your own.`,
    );
  if (!lstatSync(folder).isDirectory()) throw new Error(`${folder} is not a folder.`);
  chmodSync(folder, 0o700);
};

/** A folder for a cluster whose data folder PostgreSQL's user cannot come to, such as one under /root. */
const reachableStandIn = (home: string): void => {
  mkdirSync(unreachableData, { recursive: true, mode: 0o755 });
  chmodSync(unreachableData, 0o755);
  symlinkSync(mkdtempSync(join(unreachableData, 'postgres-')), home);
};

const runFolder = (folder: string): string => {
  const inside = join(folder, 'run');
  if (Buffer.byteLength(inside) <= longestRunFolder) return inside;
  return join(tmpdir(), `konsil-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`);
};

/**
 * Prepares the folders of the embedded cluster under `dataDir`.
 * @throws {Error} one line for the operator, when a folder is not ours
 */
export const prepareHome = (dataDir: string): Home => {
  mkdirSync(dataDir, { recursive: true });
  const wanted = join(dataDir, 'postgres');
  const user = postgresUser(wanted);
  if (user && !lstatSync(wanted, { throwIfNoEntry: false })) {
    // Passing through is enough for PostgreSQL's user; what else lies there stays closed by its own mode.
    chmodSync(dataDir, statSync(dataDir).mode | 0o011);
    if (!canReach(dataDir, user)) reachableStandIn(wanted);
  }
  ownFolder(lstatSync(wanted, { throwIfNoEntry: false })?.isSymbolicLink() ? realpathSync(wanted) : wanted, user);
  const folder = realpathSync(wanted);
  const run = runFolder(folder);
  ownFolder(run, user);
  return { folder, data: join(folder, 'data'), run, log: join(folder, 'postgres.log'), user };
};
