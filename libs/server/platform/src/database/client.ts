import { drizzle, NodePgSession, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import {
  clientOf,
  DatabaseHosts,
  hostsOf,
  requireWritable,
  isReadOnly,
  withEachHost,
} from '@konsil/server-settings/hosts';

export type Database = NodePgDatabase;
/** One transaction: the handle for reads and writes. */
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0];

export interface Connection {
  pool: pg.Pool;
  db: Database;
  /** A connected client outside the pool. The caller handles its `error` and `end`. */
  openClient: (settings: pg.ClientConfig) => Promise<pg.Client>;
  close: () => Promise<void>;
}

// The driver's own bytea parser creates an off-heap object per value: slow by the thousand.
pg.types.setTypeParser(pg.types.builtins.BYTEA, (text: string) => {
  const bytes = Buffer.allocUnsafe(text.length / 2 - 1);
  bytes.write(text.slice(2), 'hex');
  return bytes;
});

const dialect = new PgDialect();
/** Creates the Drizzle database of a pool. */
const databaseOn = (pool: pg.Pool): Database => {
  const db = drizzle(pool);
  // Drizzle's own never releases a connection that breaks while its transaction begins, which would leak it and block
  // closing the pool.
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
      // Its server was demoted: the next connection may find the new primary.
      spent = isReadOnly(error);
      throw error;
    } finally {
      client.release(spent);
    }
  };
  return db;
};

/** A connection's first error is also reported to its next caller; without a listener the process would exit. */
const ignore = () => undefined;

const withHosts = ({
  connectionString = '',
  ...config
}: pg.PoolConfig): { config: pg.PoolConfig; hosts: DatabaseHosts } => {
  const hosts = new DatabaseHosts(hostsOf(connectionString));
  return {
    hosts,
    config: { ...config, Client: clientOf(hosts), ...(hosts.mustWrite ? { onConnect: requireWritable } : {}) },
  };
};

/** Makes the pool try the next server in the URL when one refuses, or is read-only. */
const tryEachHost = (pool: pg.Pool, hosts: DatabaseHosts): void => {
  const connectOnce = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  pool.connect = ((done?: (error: unknown, client?: pg.PoolClient, release?: pg.PoolClient['release']) => void) => {
    const work = withEachHost(hosts, connectOnce);
    if (!done) return work;
    work.then((client) => done(null, client, client.release.bind(client)), done);
  }) as typeof pool.connect;
};

/**
 * Opens the connection pool. A `connectionString` may list several servers (hosts.ts). Statements and idle transactions
 * are limited to 15 s; a lost connection results in 503 (http/problems.ts).
 */
export const connect = (settings: pg.PoolConfig): Connection => {
  const { config, hosts } = settings.connectionString ? withHosts(settings) : { config: settings, hosts: null };
  const pool = new pg.Pool({
    max: 20,
    connectionTimeoutMillis: 5000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    // Pipelines concurrent queries: the database continues while results are read.
    pipeline: true,
    application_name: 'konsil',
    ...config,
  });
  if (hosts) tryEachHost(pool, hosts);
  // The pool drops a broken idle connection by itself, and a caller notices with the next query.
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
      if (hosts?.mustWrite) await requireWritable(client);
      return client;
    } catch (error) {
      client.end().catch(ignore);
      throw error;
    }
  };
  const openClient = (own: pg.ClientConfig) => (hosts ? withEachHost(hosts, () => openOnce(own)) : openOnce(own));
  return { pool, openClient, db: databaseOn(pool), close: () => pool.end() };
};
