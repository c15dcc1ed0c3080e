import { connect, type Connection } from '@konsil/server-platform/database/client';
import { migrateDatabase } from '@konsil/server-domain/database/migrate';
import { serverRole, checkLoginRole } from '@konsil/server-domain/database/roles';
import { embeddedLogin, startEmbeddedPostgres } from '@konsil/server-embedded-postgres/postgres';
import type { Env } from '@konsil/server-settings/env';

export interface OpenDatabase {
  connection: Connection;
  /**
   * Runs the migrations as the owner; with `finish` also the background changes, to their end.
   * @returns the names of the applied ones
   * @throws {Error} one line for the operator
   */
  migrate: (say: (line: string) => void, options?: { finish: boolean }) => Promise<string[]>;
  /**
   * Runs the migrations as the owner, unless MIGRATE_AT_START is off, and checks the role that the server signs in as.
   * @throws {Error} one line for the operator
   */
  prepare: (say: (line: string) => void) => Promise<void>;
  close: () => Promise<void>;
}

interface DatabaseOptions {
  /** Size of the pool. */
  max: number;
  name?: string;
  /** Progress of the embedded database. */
  log: (line: string) => void;
}

/** Opens the database of the settings. The embedded one is started, or joined if it is running. */
export const openDatabase = async (env: Env, { max, name, log }: DatabaseOptions): Promise<OpenDatabase> => {
  const postgres = env.DATABASE_URL ? null : await startEmbeddedPostgres({ dataDir: env.KONSIL_DATA_DIR, log });
  const connection = connect({
    ...(postgres ? { ...postgres.connection, user: embeddedLogin } : { connectionString: env.DATABASE_URL }),
    ...(env.DATABASE_DIRECT_URL ? { direct: { connectionString: env.DATABASE_DIRECT_URL } } : {}),
    ...(name ? { application_name: name } : {}),
    max,
    role: serverRole,
  });
  const migrate = async (
    say: (line: string) => void,
    options: { finish?: boolean; checkOnly?: boolean } = {},
  ): Promise<string[]> => {
    const owner = connect(
      postgres
        ? postgres.connection
        : { connectionString: env.MIGRATION_DATABASE_URL ?? env.DATABASE_DIRECT_URL ?? env.DATABASE_URL },
    );
    try {
      return await migrateDatabase(owner, { say, ...options, ...(postgres ? { login: embeddedLogin } : {}) });
    } finally {
      await owner.close();
    }
  };
  return {
    connection,
    migrate,
    prepare: async (say) => {
      await migrate(say, { checkOnly: !env.MIGRATE_AT_START });
      const warning = await checkLoginRole(connection);
      if (warning && env.production) say(warning);
    },
    close: async () => {
      await connection.close();
      await postgres?.stop();
    },
  };
};
