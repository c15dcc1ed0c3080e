import { drizzle, NodePgSession, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import {
  clientOf,
  DatabaseHosts,
  hostsOf,
  insistOnWrites,
  isReadOnly,
  withEachHost,
} from '@konsil/server-settings/hosts';

export type Database = NodePgDatabase;
/** One transaction: what a handler reads and writes with. */
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0];

export interface Connection {
  pool: pg.Pool;
  db: Database;
  /** A connection outside the pool, connected. Its own end is the caller's to hear of (`error`, `end`). */
  openClient: (settings: pg.ClientConfig) => Promise<pg.Client>;
  close: () => Promise<void>;
}

// The driver's own reading of a bytea makes an object outside the heap for each: slow to make and to clear away by the thousand.
pg.types.setTypeParser(pg.types.builtins.BYTEA, (text: string) => {
  const bytes = Buffer.allocUnsafe(text.length / 2 - 1);
  bytes.write(text.slice(2), 'hex');
  return bytes;
});

const dialect = new PgDialect();
/** The database on this pool. */
const databaseOn = (pool: pg.Pool): Database => {
  const db = drizzle(pool);
  // Drizzle's own never gives a connection back that breaks while its transaction begins: each would be missing until the process ends, and its end would wait for it.
  db.transaction = async (work, settings) => {
    const client = await pool.connect();
    let spent = false;
    try {
      return await new NodePgSession<Record<string, never>, Record<string, never>>(
        client,
        dialect,
        undefined,
      ).transaction(work, settings);
    } catch (error) {
      // Its server was demoted: the next connection may find the one that takes writes.
      spent = isReadOnly(error);
      throw error;
    } finally {
      client.release(spent);
    }
  };
  return db;
};

/** A connection's first error comes to whoever asks it something next; without a listener the process would end. */
const ignore = () => undefined;

const withHosts = ({
  connectionString = '',
  ...config
}: pg.PoolConfig): { config: pg.PoolConfig; hosts: DatabaseHosts } => {
  const hosts = new DatabaseHosts(hostsOf(connectionString));
  return {
    hosts,
    config: { ...config, Client: clientOf(hosts), ...(hosts.mustWrite ? { onConnect: insistOnWrites } : {}) },
  };
};

/** The pool as it is, but a server that refuses, or takes no writes, makes way for the next one of the address. */
const tryEachHost = (pool: pg.Pool, hosts: DatabaseHosts): void => {
  const connectOnce = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  pool.connect = ((done?: (error: unknown, client?: pg.PoolClient, release?: pg.PoolClient['release']) => void) => {
    const work = withEachHost(hosts, connectOnce);
    if (!done) return work;
    work.then((client) => done(null, client, client.release.bind(client)), done);
  }) as typeof pool.connect;
};

/**
 * Opens the pool of connections. A `connectionString` may name several servers (hosts.ts).
 * A statement may run for 15 s and a transaction may idle for 15 s; a lost connection answers 503 (http/problems.ts).
 */
export const connect = (settings: pg.PoolConfig): Connection => {
  const { config, hosts } = settings.connectionString ? withHosts(settings) : { config: settings, hosts: null };
  const pool = new pg.Pool({
    max: 20,
    connectionTimeoutMillis: 5000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    // What is asked together goes out together and is answered in that order: the database works on while answers are read.
    pipeline: true,
    application_name: 'konsil',
    ...config,
  });
  if (hosts) tryEachHost(pool, hosts);
  // The pool drops a broken idle connection by itself, and whoever holds one hears of it with the next query.
  pool.on('error', ignore).on('connect', (client) => client.on('error', ignore));

  const openOnce = async (own: pg.ClientConfig): Promise<pg.Client> => {
    const {
      Client = pg.Client,
      onConnect: _check,
      ...base
    } = config as pg.PoolConfig & { Client?: typeof pg.Client; onConnect?: unknown };
    const client = new Client({
      ...base,
      keepAlive: true,
      connectionTimeoutMillis: pool.options.connectionTimeoutMillis,
      ...own,
    });
    client.on('error', ignore);
    try {
      await client.connect();
      if (hosts?.mustWrite) await insistOnWrites(client);
      return client;
    } catch (error) {
      client.end().catch(ignore);
      throw error;
    }
  };
  const openClient = (own: pg.ClientConfig) => (hosts ? withEachHost(hosts, () => openOnce(own)) : openOnce(own));
  return { pool, openClient, db: databaseOn(pool), close: () => pool.end() };
};
