import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canReach, postgresUser, type User } from './run-as.ts';

/** The folders of a cluster, and the user who runs it. */
export interface ClusterHome {
  folder: string;
  data: string;
  /** Contains socket and lease; 0700, so that only `user` (and root) can connect. */
  run: string;
  log: string;
  user: User | undefined;
}

// A socket path has at most 104 bytes on macOS, 108 on Linux, including `/.s.PGSQL.5432` and a final NUL.
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

/** Creates another folder for a cluster whose data folder PostgreSQL's user cannot reach, e.g. under /root. */
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
 * @throws {Error} one line for the operator, if a folder belongs to somebody else
 */
export const prepareHome = (dataDir: string): ClusterHome => {
  mkdirSync(dataDir, { recursive: true });
  const wanted = join(dataDir, 'postgres');
  const user = postgresUser(wanted);
  if (user && !lstatSync(wanted, { throwIfNoEntry: false })) {
    // PostgreSQL's user only needs to traverse it; its content keeps its own modes.
    chmodSync(dataDir, statSync(dataDir).mode | 0o011);
    if (!canReach(dataDir, user)) reachableStandIn(wanted);
  }
  ownFolder(lstatSync(wanted, { throwIfNoEntry: false })?.isSymbolicLink() ? realpathSync(wanted) : wanted, user);
  const folder = realpathSync(wanted);
  const run = runFolder(folder);
  ownFolder(run, user);
  return { folder, data: join(folder, 'data'), run, log: join(folder, 'postgres.log'), user };
};
