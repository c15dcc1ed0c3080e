import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { connect, type ConnectionSettings } from '@konsil/server-platform/database/client';
import { locks } from '@konsil/server-platform/database/locks';
import { migrateDatabase, migrationsFolder } from '@konsil/server-domain/database/migrate';
import { processExists } from '@konsil/server-embedded-postgres/postmaster';
import { embeddedLogin, startEmbeddedPostgres, type Connection } from '@konsil/server-embedded-postgres/postgres';

export interface TestDatabase {
  /** Connection settings for `connect` (database/client.ts) or `pg`, as the database owner. */
  connection: Connection & Pick<ConnectionSettings, 'connectionTimeoutMillis'>;
  /** The connection with the role that the server uses. */
  login: Connection & Pick<ConnectionSettings, 'connectionTimeoutMillis' | 'direct'>;
  /** Deletes the database, closing open connections. */
  drop: () => Promise<void>;
}

// Long enough for the next test file or run.
const lingerSeconds = 120;

const hashOfMigrations = (): string => {
  const hash = createHash('sha256');
  for (const name of readdirSync(migrationsFolder)
    .filter((file) => file.endsWith('.sql'))
    .sort())
    hash.update(name).update(readFileSync(join(migrationsFolder, name)));
  return hash.digest('hex').slice(0, 16);
};

const withClient = async <T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const namesLike = async (client: pg.Client, pattern: string): Promise<string[]> => {
  const { rows } = await client.query<{ datname: string }>('select datname from pg_database where datname like $1', [
    pattern,
  ]);
  return rows.map(({ datname }) => datname);
};

/** Deletes leftovers of killed runs. */
const tidy = async (client: pg.Client): Promise<void> => {
  for (const name of await namesLike(client, 'test\\_%')) {
    if (!processExists(Number(name.split('_')[1]))) await client.query(`drop database if exists ${name} with (force)`);
  }
};

const migrated = async (connection: Connection, database: string): Promise<void> => {
  const target = connect({ ...connection, database });
  try {
    await migrateDatabase(target, { login: embeddedLogin });
  } finally {
    await target.close();
  }
};

/** The migrated template database that others are copied from; created once per state of the migrations. */
const ensureTemplate = async (client: pg.Client, connection: Connection): Promise<string> => {
  const template = `template_${hashOfMigrations()}`;
  await client.query('select pg_advisory_lock($1)', [locks.testTemplate]);
  try {
    const templates = await namesLike(client, 'template\\_%');
    if (!templates.includes(template)) {
      await tidy(client);
      await client.query('drop database if exists unfinished');
      await client.query('create database unfinished');
      await migrated(connection, 'unfinished');
      await client.query(`alter database unfinished rename to ${template}`);
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [locks.testTemplate]);
  }
  return template;
};

const inMemory = '/dev/shm';
const wantedBytes = 2 * 1024 ** 3;

/** In memory where there is room: a database has a thousand files, and every test file creates and deletes one. */
const clusterFolder = async (): Promise<string> => {
  const name = `konsil-test-${process.getuid?.() ?? ''}`;
  const { bavail, bsize } = await statfs(inMemory).catch(() => ({ bavail: 0, bsize: 0 }));
  if (bavail * bsize < wantedBytes) return join(tmpdir(), name);
  return join(inMemory, `${name}-${createHash('sha256').update(tmpdir()).digest('hex').slice(0, 8)}`);
};

/** A migrated, empty database for one test file, on the shared embedded cluster. */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const { connection, stop } = await startEmbeddedPostgres({
    dataDir: await clusterFolder(),
    log: () => undefined,
    durable: false,
    linger: lingerSeconds,
  });
  const maintenance = { ...connection, database: 'postgres' };
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await withClient(maintenance, async (client) =>
    client.query(`create database ${name} template ${await ensureTemplate(client, connection)} strategy file_copy`),
  );
  const drop = async () => {
    await withClient(maintenance, (client) => client.query(`drop database ${name} with (force)`));
    await stop();
  };
  // On a busy machine many calls at once wait long for a connection, which is no outage.
  const own = { ...connection, database: name, connectionTimeoutMillis: 60_000 };
  return { connection: own, login: { ...own, user: embeddedLogin }, drop };
};

/** A migrated, empty database on its own cluster, for a test that stops its server. */
export const createTestCluster = async (dataDir: string): Promise<TestDatabase> => {
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  await migrated(connection, connection.database);
  return { connection, login: { ...connection, user: embeddedLogin }, drop: stop };
};
