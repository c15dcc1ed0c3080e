import { spawn } from 'node:child_process';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { postgresUser } from '@konsil/server-embedded-postgres/run-as';
import { freePort } from '@konsil/server-testing/free-port';
import { waitUntil } from '@konsil/server-testing/until';
import { createTestDatabase, type TestDatabase } from './database.ts';

const program = '/usr/sbin/pgbouncer';
export const hasPgBouncer = existsSync(program);

/** The SQL of docs/deployment.md, "PgBouncer", limited to this database. */
const defaults = (database: string) =>
  Object.entries({ role: 'konsil_server', statement_timeout: '15s', idle_in_transaction_session_timeout: '15s' }).map(
    ([name, value]) => `alter role konsil_app in database ${database} set ${name} = '${value}'`,
  );

/** The connections of PgBouncer to the database, however many come to it. */
export const poolSize = 2;

/**
 * A real PgBouncer in transaction mode before a test database, with only two connections to it.
 * @param isEmpty without the data model
 */
export const databaseBehindPgBouncer = async ({ withDefaults = true, isEmpty = false } = {}): Promise<TestDatabase> => {
  const database = await createTestDatabase();
  const { host, port, user, database: name } = database.login;
  const owner = new pg.Client(database.connection);
  await owner.connect();
  if (withDefaults) for (const statement of defaults(String(name))) await owner.query(statement);
  if (isEmpty) await owner.query('drop schema drizzle, public cascade; create schema public');
  await owner.end();
  const folder = await mkdtemp(join(tmpdir(), 'konsil-pgbouncer-'));
  const runAs = postgresUser('/nowhere');
  const listening = await freePort();
  await writeFile(join(folder, 'users.txt'), `"${user}" ""\n`);
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
${name} = host=${host} port=${port} dbname=${name}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listening}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
admin_users = ${user}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 100
`,
  );
  await chmod(folder, 0o755);
  if (runAs) await chown(folder, runAs.uid, runAs.gid);
  const bouncer = spawn(program, [join(folder, 'pgbouncer.ini')], { stdio: ['ignore', 'ignore', 'pipe'], ...runAs });
  let said = '';
  bouncer.stderr.on('data', (piece: Buffer) => {
    said += piece.toString();
  });
  await waitUntil(() => /process up/.test(said) || bouncer.exitCode !== null);
  if (bouncer.exitCode !== null) throw new Error(said);
  return {
    ...database,
    login: { ...database.login, host: '127.0.0.1', port: listening, direct: database.login },
    drop: async () => {
      const ended = new Promise((resolve) => bouncer.once('exit', resolve));
      bouncer.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true, force: true });
      await database.drop();
    },
  };
};
