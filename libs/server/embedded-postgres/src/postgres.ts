import { closeSync, existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries } from './binaries.ts';
import { prepareHome, type ClusterHome } from './home.ts';
import {
  lastErrorSince,
  createCluster,
  hasExited,
  isLeased,
  isRunning,
  launchPostgres,
  leaveLease,
  logLength,
  port,
  runningServer,
  superuser,
  takeLease,
} from './postmaster.ts';

export interface Connection {
  host: string;
  port: number;
  user: string;
  database: string;
}

export interface EmbeddedPostgres {
  /** For `pg`, as the owner; every database of the cluster uses the same connection. */
  connection: Connection;
  /** Releases the cluster. The last user stops it and waits until it has stopped. */
  stop: () => Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** KONSIL_DATA_DIR; the cluster is in its folder `postgres`. */
  dataDir: string;
  /** Reports slow steps in plain words. */
  log: (line: string) => void;
  /** False only for test databases: faster, but lost on a machine failure. */
  durable?: boolean;
  /** Seconds to keep running after the last user, for the next one. */
  linger?: number;
}

/** Login role of the server, which owns nothing. `migrateDatabase` creates it. */
export const embeddedLogin = 'konsil_app';
const database = 'konsil';
const startDeadline = 120_000;
const stopDeadline = 120_000;
const watchEvery = 500;
/** The maximum delay between restarts of a server that fails, e.g. without disk space or permissions. */
const longestPause = 30_000;

/** Temporary errors: not there yet, starting, stopping, recovering, or out of connections. */
const temporaryErrors = /^(ENOENT|ECONNREFUSED|ECONNRESET|EPIPE|57P0[1-3]|53300)$/;
/** Errors of a server that finds leftovers of an earlier one. */
const leftover = /lock file|shared memory block/;

/** @returns whether the database is available; false while the server is not ready */
const ready = async (connection: Connection): Promise<boolean> => {
  const client = new pg.Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
    if (!rowCount) await client.query(`create database ${database}`);
    return true;
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string };
    // Another process created it concurrently.
    if (code === '42P04' || code === '23505') return true;
    if (temporaryErrors.test(code) || /terminated|timeout/.test(message)) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
};

/**
 * @param isOver true once no caller waits for the start any more: it gives up once the launched server can be stopped,
 * or has ended
 */
const start = async (
  home: ClusterHome,
  connection: Connection,
  { log, durable = true }: EmbeddedPostgresOptions,
  isOver = () => false,
): Promise<void> => {
  const deadline = Date.now() + startDeadline;
  const logBefore = logLength(home);
  const attempt = { launched: false, unable: false, exited: false };
  while (!(await ready(connection))) {
    if (isOver() && (!attempt.launched || attempt.exited || isRunning(home))) return;
    const reason = () => `${lastErrorSince(home, logBefore)} (${home.log})`;
    if (attempt.unable)
      throw new Error(
        'PostgreSQL could not be run as an unprivileged user. Set DATABASE_URL, or start as an ordinary user.',
      );
    if (Date.now() > deadline) throw new Error(`PostgreSQL was not ready in time: ${reason()}`);
    // Our server may have given way to a faster one.
    if (!isRunning(home) && (!attempt.launched || attempt.exited)) {
      if (attempt.exited && !leftover.test(reason())) throw new Error(`PostgreSQL did not start: ${reason()}`);
      log('Starting the database');
      Object.assign(attempt, { launched: true, exited: false });
      launchPostgres(home, findBinaries(home.folder, home.user), durable)
        .once('error', () => {
          attempt.unable = true;
        })
        .once('exit', () => {
          attempt.exited = true;
        });
    }
    await pause(25);
  }
};

const whenStopped = async (home: ClusterHome): Promise<void> => {
  const deadline = Date.now() + stopDeadline;
  const server = runningServer(home);
  while (server && !hasExited(home, server) && !isLeased(home) && Date.now() < deadline) await pause(20);
};

/**
 * Runs PostgreSQL for this process: creates the cluster at the first start, starts it or joins a running one, and
 * restarts it when it dies. It only listens on a socket in its own folder, and runs as an unprivileged user if we are
 * root.
 * @throws {Error} one line for the operator
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const home = prepareHome(options.dataDir);
  const connection = { host: home.run, port, user: superuser, database };
  const lease = takeLease(home);
  try {
    if (!existsSync(home.data)) {
      options.log('Creating the database');
      createCluster(home, findBinaries(home.folder, home.user));
    }
    await start(home, connection, options);
  } catch (error) {
    closeSync(lease);
    throw error;
  }
  const mend = { busy: false, over: false, work: Promise.resolve(), failures: 0, told: '', next: 0 };
  const watch = setInterval(() => {
    if (mend.busy || performance.now() < mend.next || isRunning(home)) return;
    mend.busy = true;
    mend.work = start(
      home,
      connection,
      {
        ...options,
        log: (line) => {
          if (mend.failures === 0) options.log(line);
        },
      },
      () => mend.over,
    )
      .then(
        () => {
          if (mend.failures > 0 && !mend.over) options.log('The database runs again');
          Object.assign(mend, { failures: 0, told: '' });
        },
        ({ message }: Error) => {
          mend.failures += 1;
          mend.next = performance.now() + Math.min(longestPause, watchEvery * 2 ** mend.failures);
          // Equal except for process ids.
          const told = message.replace(/\d+/g, '');
          if (told !== mend.told) options.log(message);
          mend.told = told;
        },
      )
      .finally(() => {
        mend.busy = false;
      });
  }, watchEvery).unref();
  const stop = async () => {
    clearInterval(watch);
    mend.over = true;
    await mend.work;
    if (options.linger) leaveLease(lease, options.linger);
    closeSync(lease);
    if (!options.linger) await whenStopped(home);
  };
  return { connection, stop };
};
