import type { FastifyBaseLogger } from 'fastify';
import { connect } from '../db/client.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { startEmbeddedPostgres } from '../embedded/postgres.ts';
import { readEnv } from '../env.ts';
import { systemClock } from '../kernel/clock.ts';
import { Identity, quietWords } from '../kernel/identity.ts';
import { loadMasterKeys } from '../kernel/keys.ts';
import { Limits } from '../kernel/limits.ts';
import { objectNames } from '../kernel/object-names.ts';
import { Sessions } from '../kernel/sessions.ts';
import { Vault } from '../kernel/vault.ts';
import { openFileStore } from '../storage/open-store.ts';
import type { Command, Installation } from './command.ts';

const log = {
  info: () => undefined,
  warn: (_of: unknown, words?: string) => console.error(words),
  error: (_of: unknown, words?: string) => console.error(words),
} as Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

/** Opens the installation that the settings name; an embedded database that runs is joined. */
export const openInstallation = async ({ asItIs = false }: Pick<Command, 'asItIs'>): Promise<Installation> => {
  const env = readEnv();
  const postgres = env.DATABASE_URL ? null : await startEmbeddedPostgres({ dataDir: env.KONSIL_DATA_DIR, log: () => undefined });
  const connection = connect({ ...(postgres ? postgres.connection : { connectionString: env.DATABASE_URL }), max: 4, application_name: 'konsil command line' });
  const close = async () => {
    await connection.close();
    await postgres?.stop();
  };
  try {
    await migrateDatabase(connection, { say: (line) => console.error(line) });
    const { db } = connection;
    const identity = asItIs ? await Identity.look({ db, env }) : await Identity.open({ db, env });
    if (!asItIs && identity.quiet) console.error(quietWords(identity.id, identity.quiet.reason));
    const vault = await Vault.open(connection.db, () => loadMasterKeys(env));
    return {
      env: identity.env, clock: systemClock, connection, db, vault, identity, files: openFileStore(identity.env, objectNames({ db, identity, log })), close,
      sessions: new Sessions(connection.db, vault, systemClock, env),
      limits: new Limits(connection.db, vault, systemClock, env.KONSIL_LIMITS_FACTOR),
    };
  } catch (error) {
    await close();
    throw error;
  }
};
