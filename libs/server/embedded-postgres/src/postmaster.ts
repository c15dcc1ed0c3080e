import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  fchownSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import type { ClusterHome } from './home.ts';

export const superuser = 'konsil';
export const port = 5432;
// A log longer than this is truncated on the next start.
const keptLog = 1024 * 1024;

const leaseOf = (home: ClusterHome): string => join(home.run, 'lease');
const pidFile = (home: ClusterHome): string => join(home.data, 'postmaster.pid');
const environment = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };

/** True if a process with this id exists, whoever owns it. */
export const processExists = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** A postmaster runs in its data folder; after a restart, its old id may belong to another program. */
const isOurs = (home: ClusterHome, pid: number): boolean => {
  try {
    return process.platform !== 'linux' || readlinkSync(`/proc/${pid}/cwd`) === home.data;
  } catch {
    return false;
  }
};

const readPidFile = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

/** The process id of this cluster's running server. */
export const runningServer = (home: ClusterHome): number | undefined => {
  const pid = parseInt(readPidFile(pidFile(home)), 10);
  return processExists(pid) && isOurs(home, pid) ? pid : undefined;
};

/** True if that server has ended; its pid file is deleted a moment earlier. */
export const hasExited = (home: ClusterHome, pid: number): boolean => !processExists(pid) || !isOurs(home, pid);

/** True if a server of this cluster is running. */
export const isRunning = (home: ClusterHome): boolean => runningServer(home) !== undefined;

/**
 * Deletes a stale lock whose process id now belongs to another program: PostgreSQL would wait for it forever. It judges
 * other locks better itself.
 */
const dropForeignLock = (home: ClusterHome): void => {
  const lock = readPidFile(pidFile(home));
  const pid = parseInt(lock, 10);
  if (!processExists(pid) || isOurs(home, pid)) return;
  const aside = `${pidFile(home)}.${process.pid}`;
  try {
    renameSync(pidFile(home), aside);
    // Another process may have been faster, and its server is running.
    if (readPidFile(aside) === lock) rmSync(aside);
    else renameSync(aside, pidFile(home));
  } catch {
    // Deleted already.
  }
};

/**
 * Takes a lease on the cluster, which is stopped when the last lease is closed or its process dies.
 * @returns the descriptor to close
 */
export const takeLease = (home: ClusterHome): number => {
  if (!existsSync(leaseOf(home))) spawnSync('mkfifo', ['-m', '600', leaseOf(home)], { ...home.user, cwd: home.run });
  // Opened for reading and writing, a pipe needs no other end.
  return openSync(leaseOf(home), constants.O_RDWR);
};

/** True if any process holds a lease. */
export const isLeased = (home: ClusterHome): boolean => {
  let end: number | undefined;
  try {
    end = openSync(leaseOf(home), constants.O_RDONLY | constants.O_NONBLOCK);
    // Nobody writes: reading returns EOF without a lease holder, and would block otherwise.
    readSync(end, Buffer.alloc(1));
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EAGAIN';
  } finally {
    if (end !== undefined) closeSync(end);
  }
};

/** Keeps the cluster running for some seconds after this process released its lease. */
export const leaveLease = (lease: number, seconds: number): void => {
  spawn('sleep', [String(seconds)], { stdio: ['ignore', lease, 'ignore'], detached: true, cwd: '/' }).unref();
};

/** Creates the cluster's files, with ICU collation and page checksums. */
export const createCluster = (home: ClusterHome, { initdb }: Binaries): void => {
  const unfinished = mkdtempSync(join(home.folder, 'new-'));
  rmSync(unfinished, { recursive: true });
  const { status, stderr } = spawnSync(
    initdb,
    [
      '--pgdata',
      unfinished,
      '--username',
      superuser,
      '--auth',
      'trust',
      '--encoding',
      'UTF8',
      '--locale',
      'C',
      '--locale-provider',
      'icu',
      '--icu-locale',
      'und',
      '--data-checksums',
      '--no-instructions',
    ],
    { ...home.user, cwd: home.folder, env: environment, encoding: 'utf8' },
  );
  if (status !== 0)
    throw new Error(
      `PostgreSQL could not create its files in ${home.folder}: ${stderr.trim().split('\n').at(-1) ?? 'initdb failed'}`,
    );
  try {
    renameSync(unfinished, home.data);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another server may have created them concurrently.
    if (!existsSync(home.data)) throw error;
  }
};

// Waits until no process holds a lease, then stops the server it started with. A starting server has not written its
// pid file yet.
const keeper = `( ( cat <&3 >/dev/null 2>&1
  for try in 1 2 3 4 5 6 7 8 9 10; do
    if [ "$(head -n 1 "$PID_FILE" 2>/dev/null)" = $$ ]; then kill -INT $$; break; fi
    sleep 1
  done ) & )
exec "$@" 3<&-`;

// For databases of tests: nothing survives a power failure, and little is logged ahead.
const notDurable = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '128MB',
};

/** Starts the cluster's server detached: it outlives this process until the last lease is released. */
export const launchPostgres = (home: ClusterHome, { postgres }: Binaries, durable: boolean): ChildProcess => {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: home.run,
    unix_socket_permissions: '0700',
    port: String(port),
    max_connections: '200',
    timezone: 'UTC',
    // No user data in logs: neither statements nor the values in errors.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_timezone: 'UTC',
    ...(durable ? {} : notDurable),
  };
  dropForeignLock(home);
  const log = openSync(home.log, logLength(home) > keptLog ? 'w' : 'a', 0o600);
  if (home.user) fchownSync(log, home.user.uid, home.user.gid);
  // Opened while we hold a lease: opening it without one would block forever.
  const lease = openSync(leaseOf(home), constants.O_RDONLY);
  const parameters = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn('/bin/sh', ['-c', keeper, 'keeper', postgres, '-D', home.data, ...parameters], {
    ...home.user,
    cwd: home.folder,
    detached: true,
    stdio: ['ignore', log, log, lease],
    env: { ...environment, PID_FILE: pidFile(home) },
  });
  child.unref();
  closeSync(log);
  closeSync(lease);
  return child;
};

/** The log's current length, for `lastErrorSince`. */
export const logLength = (home: ClusterHome): number => statSync(home.log, { throwIfNoEntry: false })?.size ?? 0;

/** The last error a server of this cluster logged, except "not ready". */
export const lastErrorSince = (home: ClusterHome, length: number): string => {
  const lines = existsSync(home.log)
    ? readFileSync(home.log)
        .subarray(length > keptLog ? 0 : length)
        .toString()
        .split('\n')
    : [];
  const complaint = lines.findLast(
    (line) => /FATAL|PANIC|error while loading/.test(line) && !/database system is/.test(line),
  );
  return complaint?.replace(/^.*?(FATAL|PANIC):\s*/, '') ?? 'no reason given';
};
