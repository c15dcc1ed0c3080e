import { drizzle, NodePgSession, NodePgTransaction, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import {
  clientOf,
  DatabaseHosts,
  hostsOf,
  requireWritable,
  isReadOnly,
  withEachHost,
} from '@konsil/server-settings/hosts';

import { collectNotices, type EventNotice } from './waiting-notices.ts';
import { gatheringWrites } from './gathered-writes.ts';
import { isStalePlan, withNames, type NamingClient } from './named-statements.ts';
import { traceQueries } from '../tracing/trace-queries.ts';
import { isTracing } from '../tracing/tracing.ts';

export interface Database extends NodePgDatabase {
  transaction: <T>(work: (tx: Tx) => Promise<T>, settings?: TransactionSettings) => Promise<T>;
  /** Tells of the events of a committed transaction (events/relay.ts); without it, PostgreSQL does. Never throws. */
  tellEvents?: (notices: readonly EventNotice[]) => void;
}
/** `set`: PostgreSQL settings local to the transaction, sent together with BEGIN. */
export type TransactionSettings = (PgTransactionConfig & { set?: undefined }) | { set: Record<string, string> };
/** One transaction: the handle for reads and writes. */
export type Tx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

export interface Connection {
  pool: pg.Pool;
  db: Database;
  /** A connected client outside the pool, of the database itself. The caller handles its `error` and `end`. */
  openClient: (settings: pg.ClientConfig) => Promise<pg.Client>;
  /** The pool connects through PgBouncer. */
  isPooled: boolean;
  close: () => Promise<void>;
}

// The driver's own bytea parser creates an off-heap object per value: slow by the thousand.
pg.types.setTypeParser(pg.types.builtins.BYTEA, (text: string) => {
  const bytes = Buffer.allocUnsafe(text.length / 2 - 1);
  bytes.write(text.slice(2), 'hex');
  return bytes;
});

const dialect = new PgDialect();
type Session = NodePgSession<Record<string, never>, Record<string, never>>;

/** Sends BEGIN and the settings as one message, which saves a round trip. */
const transactionWith = async <T>(
  client: pg.PoolClient,
  session: Session,
  set: Record<string, string>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => {
  const calls = Object.entries(set).map(
    ([name, value]) => `set_config(${client.escapeLiteral(name)}, ${client.escapeLiteral(value)}, true)`,
  );
  const naming = client as NamingClient;
  naming.scope = set.role ?? '';
  try {
    await client.query(`begin; select ${calls.join(', ')}`);
    const result = await work(new NodePgTransaction(dialect, session, undefined));
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    naming.scope = '';
  }
};

/** Creates the Drizzle database of a pool. */
const databaseOn = (pool: pg.Pool): Database => {
  const db = drizzle(pool) as Database;
  // Drizzle's own never releases a connection that breaks while its transaction begins, which would leak it and block
  // closing the pool.
  db.transaction = async (work, settings) => {
    const client = await pool.connect();
    let spent = false;
    try {
      const session: Session = new NodePgSession(client, dialect, undefined);
      const notices = db.tellEvents ? collectNotices(session) : [];
      const result = await (settings?.set
        ? transactionWith(client, session, settings.set, work)
        : session.transaction(work, settings as PgTransactionConfig | undefined));
      if (notices.length > 0) db.tellEvents?.(notices);
      return result;
    } catch (error) {
      // The server of a read-only connection was demoted: the next connection may find the new primary.
      spent = isReadOnly(error) || isStalePlan(error);
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

const workAs = async (client: pg.ClientBase, role: string): Promise<void> => {
  await client.query("select set_config('role', $1, false)", [role]);
};

export type ConnectionSettings = pg.PoolConfig & {
  /** The role that connections switch to; by default they keep the login role. */
  role?: string;
  /** Given when the pool connects through a pooler (PgBouncer in transaction mode): how to reach the database itself. */
  direct?: pg.ClientConfig;
};

/**
 * Drops the names of statements: a pooler gives each transaction another session, which does not know them.
 * Everything else that a session keeps (role, time limits) comes from the login role (docs/deployment.md, "PgBouncer").
 */
const withoutNames = (Base: typeof pg.Client): typeof pg.Client =>
  class extends Base {
    override query(...[what, ...rest]: unknown[]): never {
      const plain = typeof what === 'object' && what && 'name' in what ? { ...what, name: undefined } : what;
      return (super.query as (...given: unknown[]) => never)(plain, ...rest);
    }
  } as typeof pg.Client;

type OpenClient = Connection['openClient'];

/** Opens connections outside the pool, to the database itself. */
const opener = (config: pg.PoolConfig, hosts: DatabaseHosts | null, role: string | undefined): OpenClient => {
  const openOnce = async (own: pg.ClientConfig): Promise<pg.Client> => {
    const {
      Client = pg.Client,
      onConnect: _check,
      ...base
    } = config as pg.PoolConfig & { Client?: typeof pg.Client; onConnect?: unknown };
    const client = new Client({ ...base, keepAlive: true, ...own });
    client.on('error', ignore);
    try {
      await client.connect();
      if (hosts?.mustWrite) await requireWritable(client);
      if (role) await workAs(client, role);
      return client;
    } catch (error) {
      client.end().catch(ignore);
      throw error;
    }
  };
  return (own) => (hosts ? withEachHost(hosts, () => openOnce(own)) : openOnce(own));
};

const targetOf = (settings: pg.PoolConfig): { config: pg.PoolConfig; hosts: DatabaseHosts | null } =>
  settings.connectionString ? withHosts(settings) : { config: settings, hosts: null };

/** Limits of a session: of 15 s each. A pooler takes none at its start, so there the login role has them. */
const sessionLimits = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 15_000 };

/**
 * Opens the connection pool. A `connectionString` may list several servers (hosts.ts). Statements and idle transactions
 * are limited to 15 s; a lost connection results in 503 (http/problems.ts).
 */
export const connect = ({ role, direct, ...settings }: ConnectionSettings): Connection => {
  const { config, hosts } = targetOf(settings);
  const { Client = pg.Client } = config as { Client?: typeof pg.Client };
  const check = config.onConnect;
  const pool = new pg.Pool({
    max: 20,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    // Pipelines concurrent queries: the database continues while results are read.
    pipeline: true,
    application_name: 'konsil',
    ...(direct ? {} : sessionLimits),
    ...config,
    Client: gatheringWrites(direct ? withoutNames(Client) : withNames(Client)),
    ...(role && !direct
      ? {
          onConnect: async (client: pg.ClientBase) => {
            await check?.(client);
            await workAs(client, role);
          },
        }
      : {}),
  });
  if (hosts) tryEachHost(pool, hosts);
  // The pool drops a broken idle connection by itself, and a caller notices with the next query.
  pool.on('error', ignore).on('connect', (client) => {
    client.on('error', ignore);
    if (isTracing()) traceQueries(client);
  });

  const target = direct ? targetOf({ ...sessionLimits, ...direct }) : { config, hosts };
  const openDirect = opener(target.config, target.hosts, role);
  const openClient: OpenClient = (own) =>
    openDirect({ connectionTimeoutMillis: pool.options.connectionTimeoutMillis, ...own });
  return { pool, openClient, isPooled: Boolean(direct), db: databaseOn(pool), close: () => pool.end() };
};
