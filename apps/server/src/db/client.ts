import { drizzle, NodePgSession, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';

export type Database = NodePgDatabase;
/** One transaction: what a handler reads and writes with. */
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0];

export interface Connection {
  pool: pg.Pool;
  db: Database;
  /** The settings of the pool, for connections outside it (LISTEN). */
  config: pg.PoolConfig;
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
    try {
      return await new NodePgSession<Record<string, never>, Record<string, never>>(client, dialect, undefined).transaction(work, settings);
    } finally {
      client.release();
    }
  };
  return db;
};

/**
 * Opens the pool of connections.
 * A statement may run for 15 s and a transaction may idle for 15 s; a lost connection answers 503 (kernel/problems.ts).
 */
export const connect = (config: pg.PoolConfig): Connection => {
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
  // The pool drops a broken idle connection by itself, and whoever holds one hears of it with the next query: without listeners the process would end.
  pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
  return { pool, config, db: databaseOn(pool), close: () => pool.end() };
};
